// A fault of the database is told once, and what it refused is tried again, one trial after the other, until it is taken.
import { expect, test } from "bun:test";
import type { StorageFault } from "../../../src/domain/ports/store-health.ts";
import { DatabaseHealth } from "../../../src/storage/postgres/engine/database-health.ts";
import { until } from "../../e2e/until.ts";

const AWAY: StorageFault = { kind: "writing", outcome: "not_ready", code: "57P03", message: "starting up" };
const AGAIN_AFTER_MS = 10;
const TRIALS = 30;

test("it is tried once at a time, each time after the same pause, however long the database is away", async () => {
  const told: string[] = [];
  let [trials, underWay, most] = [0, 0, 0];
  const watch = { onFault: () => void told.push("fault"), onRecovery: () => void told.push("recovery") };
  const tryWriting = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Bun.sleep(1);
    underWay -= 1;
    trials += 1;
    if (trials < TRIALS) throw new Error("away");
  };
  const health = new DatabaseHealth(watch, tryWriting, AGAIN_AFTER_MS);
  const since = performance.now();
  health.noteFault(AWAY);
  health.noteFault(AWAY);
  await until("the end of the fault", () => (health.fault === null ? true : undefined));
  expect(told).toEqual(["fault", "recovery"]);
  expect(most).toBe(1);
  // Timers may be early by less than a millisecond.
  expect(performance.now() - since).toBeGreaterThan(TRIALS * (AGAIN_AFTER_MS - 1));
  await Bun.sleep(3 * AGAIN_AFTER_MS);
  expect(trials).toBe(TRIALS);
  health.close();
});
