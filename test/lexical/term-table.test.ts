import { describe, expect, test } from "bun:test";
import { TermTable } from "../../src/lexical/term-table.ts";
import { seededNumbers } from "../support/chance.ts";

const encoder = new TextEncoder();

function add(table: TermTable, term: string): number {
  const bytes = encoder.encode(term);
  return table.add(bytes, 0, bytes.length);
}

function find(table: TermTable, term: string): number {
  const bytes = encoder.encode(term);
  return table.find(bytes, 0, bytes.length);
}

describe("a table of terms", () => {
  test("numbers them in the order in which they come, each once", () => {
    const table = new TermTable();
    expect(["b", "a", "b", "ab", "ba", "a"].map((term) => add(table, term))).toEqual([0, 1, 0, 2, 3, 1]);
    expect(["ab", "b", "c", "aba", ""].map((term) => find(table, term))).toEqual([2, 0, -1, -1, -1]);
    expect(table.size).toBe(4);
  });

  test("finds nothing while it is empty", () => {
    expect(find(new TermTable(), "a")).toBe(-1);
  });

  test("takes a term out of the middle of bytes, and keeps it when these change", () => {
    const table = new TermTable();
    const bytes = encoder.encode("one\ntwo");
    expect([table.add(bytes, 0, 3), table.add(bytes, 4, 7)]).toEqual([0, 1]);
    bytes.fill(0);
    expect([find(table, "one"), find(table, "two")]).toEqual([0, 1]);
  });

  test("tells terms of any letters apart, those without a pair among them", () => {
    const table = new TermTable();
    const terms = ["été", "ete", "день", "猫", "👩‍🚀", "a\0b", "a\0c", "x".repeat(3_000), "x".repeat(3_001), ""];
    expect(terms.map((term) => add(table, term))).toEqual(terms.map((_, at) => at));
    expect(terms.map((term) => find(table, term))).toEqual(terms.map((_, at) => at));
    // What cannot be written in UTF-8 is stored as its mark, and so it is asked for.
    expect(add(table, "\ud800")).toBe(add(table, "\ufffd"));
  });

  test("is a map, at every size", () => {
    const table = new TermTable();
    const map = new Map<string, number>();
    const next = seededNumbers(5);
    for (let step = 0; step < 40_000; step++) {
      const term = Math.floor(next() ** 3 * 30_000).toString(3);
      const known = map.get(term);
      expect(find(table, term)).toBe(known ?? -1);
      expect(add(table, term)).toBe(known ?? map.size);
      if (known === undefined) map.set(term, map.size);
    }
    expect(table.size).toBe(map.size);
    expect(map.size).toBeGreaterThan(5_000);
    for (const [term, number] of map) expect(find(table, term)).toBe(number);
  });
});
