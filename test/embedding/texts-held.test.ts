import { expect, setDefaultTimeout, test } from "bun:test";
import { createWaitEstimate } from "../../src/embedding/texts-held.ts";
import { startPool } from "./support.ts";

setDefaultTimeout(120_000);

test("a queue is long with the fewer texts the slower the pace of late is", () => {
  const ahead = createWaitEstimate(2_000);
  expect(ahead.isLong(1_000, 1)).toBe(false); // Nothing is known of the pace yet.
  ahead.took(9);
  expect(ahead.isLong(200, 1)).toBe(false);
  expect(ahead.isLong(300, 1)).toBe(true);
  for (let window = 0; window < 100; window++) ahead.took(20);
  expect(ahead.isLong(110, 1)).toBe(true);
  expect(ahead.isLong(110, 4)).toBe(false);
  expect(ahead.isLong(110, 0)).toBe(false); // No worker is open yet: how long that takes is not known.
});

test("a crowd of 64 texts always finds room, however slow the machine is", () => {
  const ahead = createWaitEstimate(2_000);
  ahead.took(10_000);
  expect(ahead.isLong(63, 1)).toBe(false);
  expect(ahead.isLong(64, 1)).toBe(true);
});

test("a queue that is long by its time refuses like a full one, and another account still gets its share", async () => {
  const pool = startPool({ workers: 1, queueMax: 1_000, waitMsMax: 1 });
  await pool.embed({ text: "the pace", role: "query", lane: "interactive" });
  const embed = (text: string, account: string) => pool.embed({ text, role: "query", lane: "interactive", account });
  const crowd = Array.from({ length: 64 }, (_, at) => embed(`text ${at}`, "greedy"));
  expect(embed("refused", "greedy")).rejects.toMatchObject({ code: "overloaded" });
  await Promise.all([...crowd, embed("admitted", "modest")]);
  expect(pool.stats().refused).toBe(1);
  await embed("room again", "greedy");
  await pool.close();
});
