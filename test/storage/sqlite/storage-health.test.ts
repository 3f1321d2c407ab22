// When a store that could not write is said to be well again.
import { expect, test } from "bun:test";
import { StorageHealth } from "../../../src/storage/sqlite/engine/storage-health.ts";
import type { BatchRunner } from "../../../src/storage/sqlite/engine/writer-client.ts";
import type { WriteOutcome, WriteRequest } from "../../../src/storage/sqlite/writes/write-operations.ts";
import { until } from "../../e2e/until.ts";

const WRITE: WriteRequest = { name: "touchKeys", input: [] };
const FULL: WriteOutcome = { ok: false, code: "storage_full", message: "the disk is full", fault: "SQLITE_FULL" };

function watched() {
  const disk = { hasRoom: false, takes: false };
  const told: string[] = [];
  const watch = { onFault: () => void told.push("fault"), onRecovery: () => void told.push("recovery") };
  const health = new StorageHealth(watch, () => disk.hasRoom);
  let trials = 0;
  const runner: BatchRunner = {
    runBatch: async () => [disk.takes ? { ok: true, result: null } : FULL],
    close: async () => {},
  };
  const heard: BatchRunner = health.listenTo(runner, () => {
    trials += 1;
    return heard.runBatch([WRITE]);
  });
  return { disk, told, health, write: () => heard.runBatch([WRITE]), trials: () => trials, close: () => heard.close() };
}

test("a small write that a full disk takes, in a log that is used again, is no recovery; it is tried until there is room", async () => {
  const { disk, told, health, write, trials, close } = watched();
  await write();
  expect([told, health.fault?.outcome]).toEqual([["fault"], "storage_full"]);
  disk.takes = true;
  await write();
  expect([told, health.fault?.outcome]).toEqual([["fault"], "storage_full"]);
  await until("a trial after one that was no recovery", () => trials() >= 2 || undefined);
  expect(health.fault?.outcome).toBe("storage_full");
  disk.hasRoom = true;
  await until("the recovery", () => health.fault === null || undefined);
  expect(told).toEqual(["fault", "recovery"]);
  await close();
});
