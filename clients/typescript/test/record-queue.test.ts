// Turns recorded behind the reply: tried again while it may help, bounded, and never lost in silence.
import { describe, expect, test } from "bun:test";
import { MemorydError } from "../src/errors.ts";
import { createRecordQueue, type QueueOptions } from "../src/record-queue.ts";

/** Answers each try with what `plan` says for it, by its number from 1 on; null: it works. */
function openQueue(plan: (turnToken: string, nth: number) => MemorydError | null, options: Partial<QueueOptions> = {}) {
  const tried: string[] = [];
  const failed: [string, string][] = [];
  const queue = createRecordQueue({
    onFailed: ({ code }, { turnToken }) => failed.push([turnToken, code]),
    ...options,
  });
  const add = (turnToken: string) =>
    queue.add({ turnToken, answer: "Noted.", user: null, core: null }, async () => {
      tried.push(turnToken);
      const error = plan(turnToken, tried.filter((each) => each === turnToken).length);
      if (error !== null) throw error;
    });
  return { queue, tried, failed, add };
}

const away = () => new MemorydError("overloaded", "away", { status: 503, retryAfterMs: 0 });
const wrong = () => new MemorydError("token_consumed", "wrong", { status: 409 });
const LONG_MS = 60_000;

describe("a turn", () => {
  test("is tried at once, and again until the service takes it, the oldest first", async () => {
    const { queue, tried, failed, add } = openQueue((_, nth) => (nth < 3 ? away() : null));
    const first = add("a");
    expect(tried).toEqual(["a"]);
    expect(await first).toBe(false);
    expect(await queue.flush(LONG_MS)).toBe(0);
    expect(await openQueue(() => null).add("a")).toBe(true);
    expect(tried).toEqual(["a", "a", "a"]);
    expect(failed).toEqual([]);
  });

  test("that the service refuses is told once and not tried again", async () => {
    const { queue, tried, failed, add } = openQueue(() => wrong());
    add("a");
    await queue.flush(LONG_MS);
    expect({ tried, failed }).toEqual({ tried: ["a"], failed: [["a", "token_consumed"]] });
  });

  test("waits behind one that waits, and a refusal of that one does not hold it up", async () => {
    const { queue, tried, failed, add } = openQueue((token, nth) =>
      token === "a" ? (nth < 3 ? away() : wrong()) : null,
    );
    await add("a");
    add("b");
    await queue.flush(LONG_MS);
    expect(tried).toEqual(["a", "a", "a", "b"]);
    expect(failed).toEqual([["a", "token_consumed"]]);
  });

  test("is given up when its token has lapsed", async () => {
    const { queue, failed, add } = openQueue(() => away(), { lifeMs: 0 });
    add("a");
    await queue.flush(LONG_MS);
    expect(failed).toEqual([["a", "token_lapsed"]]);
  });
});

test("no more turns wait than the queue holds", async () => {
  const open = Promise.withResolvers<void>();
  const failed: string[] = [];
  const queue = createRecordQueue({
    onFailed: ({ code }, { turnToken }) => failed.push(`${turnToken} ${code}`),
    pendingMax: 2,
  });
  for (const turnToken of ["a", "b", "c"])
    queue.add({ turnToken, answer: "x", user: null, core: null }, () => open.promise);
  expect(failed).toEqual(["c queue_full"]);
  open.resolve();
  expect(await queue.flush(LONG_MS)).toBe(0);
});

test("a flush that runs out of time says how many still wait, and closing tells each of them", async () => {
  const { queue, failed, add } = openQueue(() => new MemorydError("connection_refused", "nobody"));
  add("a");
  add("b");
  expect(await queue.flush(20)).toBe(2);
  expect(failed).toEqual([]);
  expect(await queue.close(20)).toBe(2);
  expect(failed).toEqual([
    ["a", "closed"],
    ["b", "closed"],
  ]);
  add("c");
  expect(failed.at(-1)).toEqual(["c", "closed"]);
});
