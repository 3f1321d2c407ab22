import { expect, test } from "bun:test";
import { FairLines } from "../../src/base/fair-lines.ts";

const shift = (line: string[]) => line.shift();

test("each key has its turn, and who comes anew stands behind those who wait already", () => {
  const lines = new FairLines<string | null, string>();
  for (const item of ["a1", "a2", "a3"]) lines.add("a", item);
  lines.add(null, "n1");
  expect([lines.turn(shift), lines.turn(shift)]).toEqual(["a1", "n1"]);
  lines.add(null, "n2");
  lines.addFirst("a", "a1 again");
  lines.addFirst("b", "b1");
  expect(lines.length).toBe(5);
  expect(Array.from({ length: 6 }, () => lines.turn(shift))).toEqual(["a1 again", "n2", "b1", "a2", "a3", undefined]);
  expect(lines.isEmpty).toBe(true);
});

test("a turn may take nothing, or several", () => {
  const lines = new FairLines<string, string>();
  for (const item of ["a1", "a2", "a3"]) lines.add("a", item);
  lines.add("b", "b1");
  expect(lines.turn((line) => line.length)).toBe(3);
  expect(lines.turn(shift)).toBe("b1");
  expect(lines.turn((line) => line.splice(0, 2))).toEqual(["a1", "a2"]);
  lines.clear();
  expect([lines.isEmpty, lines.length]).toEqual([true, 0]);
});
