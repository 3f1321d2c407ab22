import { expect, test } from "bun:test";
import { createReusedRoom } from "../../src/base/reused-room.ts";

test("the same room serves until more is asked for, and what is large is not kept", () => {
  const room = createReusedRoom((rows) => new Uint8Array(rows));
  const first = room(1_000);
  expect(first.length).toBeGreaterThanOrEqual(1_000);
  expect(room(10)).toBe(first);
  expect(room(1_500)).toBe(first);
  const more = room(3_000);
  expect(more.length).toBeGreaterThanOrEqual(3_000);
  const large = room(300_000);
  expect([large.length, room(300_000) === large, room(100) === more]).toEqual([300_000, false, true]);
  expect(room(262_144).length).toBe(262_144);
  expect(room(262_144)).toBe(room(1));
});
