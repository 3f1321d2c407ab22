import { expect, test } from "bun:test";
import { rememberRequests } from "../../src/telemetry/recent-requests.ts";

const MINUTE = 60_000;

function memoryAt(start: number) {
  let now = start;
  const memory = rememberRequests(() => now);
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...memory, advance };
}

test("requests are counted by operation and by how they ended, those asked for most first", () => {
  const { note, read } = memoryAt(7_000);
  for (const status of [200, 404, 429, 503]) note("prepareTurn", status, 10);
  note(null, 404, 1);
  const shown = read().operations.map(({ operationId, count, refused, failed }) => [
    operationId,
    count,
    refused,
    failed,
  ]);
  expect(shown).toEqual([
    ["prepareTurn", 4, 2, 1],
    [null, 1, 1, 0],
  ]);
});

test("half and nineteen of twenty took no longer than what is shown, to some ten percent", () => {
  const { note, read } = memoryAt(0);
  for (let ms = 1; ms <= 1_000; ms++) note("prepareTurn", 200, ms);
  const [{ p50Ms, p95Ms } = { p50Ms: 0, p95Ms: 0 }] = read().operations;
  expect(Math.abs(p50Ms / 500 - 1)).toBeLessThan(0.12);
  expect(Math.abs(p95Ms / 950 - 1)).toBeLessThan(0.12);
});

test("times of no length and of hours are kept too", () => {
  const { note, read } = memoryAt(0);
  note("a", 200, 0);
  note("b", 200, 1e9);
  const [a, b] = read().operations;
  expect(a?.p50Ms).toBeLessThan(0.1);
  expect(b?.p50Ms).toBeGreaterThan(500_000);
});

test("what is older than five minutes is forgotten, and the span grows up to that", () => {
  const { note, read, advance } = memoryAt(1_000);
  note("a", 200, 1);
  advance(2 * MINUTE);
  note("b", 200, 1);
  expect(read()).toMatchObject({ seconds: 120, operations: [{ operationId: "a" }, { operationId: "b" }] });
  advance(4 * MINUTE);
  const { seconds, operations } = read();
  expect(operations.map(({ operationId }) => operationId)).toEqual(["b"]);
  expect([seconds > 270, seconds <= 300]).toEqual([true, true]);
  advance(10 * MINUTE);
  expect(read().operations).toEqual([]);
});
