import { expect, test } from "bun:test";
import { HISTORY_MINUTES, keepHistory } from "../../src/telemetry/request-history.ts";

const MINUTE = 60_000;
const NOON = Date.parse("2026-03-01T12:00:00.000Z");

function historyAt(start: number) {
  let now = start;
  const history = keepHistory(() => now);
  const advance = (ms: number) => {
    now += ms;
  };
  return { ...history, advance };
}

test("turns are counted in the minute in which they were answered, and what failed as an error", () => {
  const { note, read, advance } = historyAt(NOON + 59_000);
  note("prepareTurn", 200, 10);
  note("recordTurn", 201, 5);
  note("listLessons", 500, 1);
  advance(1_000);
  note("prepareTurn", 503, 1);
  note("prepareTurn", 404, 1);
  note("verifyAnswer", 200, 2);
  note(null, 404, 1);
  const none = { prepares: 0, records: 0, verifies: 0, errors: 0, prepareP50Ms: null, prepareP95Ms: null };
  expect(read(2)).toEqual([
    {
      ...none,
      at: NOON,
      prepares: 1,
      records: 1,
      errors: 1,
      prepareP50Ms: expect.any(Number),
      prepareP95Ms: expect.any(Number),
      sample: null,
    },
    { ...none, at: NOON + MINUTE, verifies: 1, errors: 1, sample: null },
  ]);
});

test("half and 19 of 20 of the prepares of a minute took no longer, also once the minute is over", () => {
  const { note, read, advance } = historyAt(NOON);
  for (let at = 0; at < 90; at += 1) note("prepareTurn", 200, 10);
  for (let at = 0; at < 10; at += 1) note("prepareTurn", 200, 500);
  const times = () => read(1_440).map(({ prepareP50Ms, prepareP95Ms }) => [prepareP50Ms, prepareP95Ms]);
  const [[half = 0, most = 0] = []] = times();
  expect(Math.abs((half ?? 0) / 10 - 1)).toBeLessThan(0.12);
  expect(Math.abs((most ?? 0) / 500 - 1)).toBeLessThan(0.12);
  advance(MINUTE);
  note("prepareTurn", 200, 1);
  expect(times()[0]).toEqual([half, most]);
});

test("a minute without requests has zeros, and none is from before the start", () => {
  const { read, advance } = historyAt(NOON + 30_000);
  expect(read(10).map(({ at }) => at)).toEqual([NOON]);
  advance(3 * MINUTE);
  expect(read(10).map(({ at, prepares }) => [at, prepares])).toEqual(
    [0, 1, 2, 3].map((step) => [NOON + step * MINUTE, 0]),
  );
  expect(read(2).map(({ at }) => at)).toEqual([NOON + 2 * MINUTE, NOON + 3 * MINUTE]);
});

test("a sample belongs to its minute, the last one counts", () => {
  const { sample, read, advance } = historyAt(NOON);
  sample({ memoryBytes: 1, waiting: 1 });
  sample({ memoryBytes: 2, waiting: 0 });
  advance(MINUTE);
  expect(read(2).map((point) => point.sample)).toEqual([{ memoryBytes: 2, waiting: 0 }, null]);
});

test("a day is kept, and what is older has gone", () => {
  const { note, read, advance } = historyAt(NOON);
  for (let at = 0; at < HISTORY_MINUTES + 5; at += 1) {
    note("recordTurn", 200, 1);
    advance(MINUTE);
  }
  const points = read(10_000);
  expect(points).toHaveLength(HISTORY_MINUTES);
  expect(points.map(({ records }) => records)).toEqual([...new Array(HISTORY_MINUTES - 1).fill(1), 0]);
  advance(100 * HISTORY_MINUTES * MINUTE);
  expect(read(HISTORY_MINUTES).every(({ records }) => records === 0)).toBe(true);
});

test("a clock that is set back shows no minutes that are still to come", () => {
  const { note, read, advance } = historyAt(NOON);
  advance(5 * MINUTE);
  note("recordTurn", 200, 1);
  advance(-10 * MINUTE);
  note("recordTurn", 200, 1);
  expect(read(3).map(({ at, records }) => [at, records])).toEqual([[NOON - 5 * MINUTE, 1]]);
});
