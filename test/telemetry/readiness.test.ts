import { expect, test } from "bun:test";
import { lastBackupOf } from "../../src/app/last-backup.ts";
import { readReadiness, remembered } from "../../src/telemetry/readiness.ts";
import { type CheckedParts, checksOf } from "../../src/telemetry/service-checks.ts";

const MIB = 1024 * 1024;

const STATS = { schemaVersion: 5, writesWaiting: 0, batchMs: 0 };
const SOUND: CheckedParts["storage"] = {
  check: async () => {},
  fault: async () => null,
  stats: async () => STATS,
};

const WELL: CheckedParts = {
  storage: SOUND,
  model: { id: "some-model" },
  workers: () => ({ open: 2, wanted: 2 }),
  disk: async () => ({ freeBytes: 50 * 1024 * MIB }),
  pendingEmbeddings: async () => 0,
  now: () => 100_000,
};

async function read(changes: Partial<CheckedParts> = {}) {
  const errors: string[] = [];
  const readiness = await readReadiness(checksOf({ ...WELL, ...changes }), (check) => void errors.push(check));
  return { ...readiness, errors };
}

test("every check has its name, and its numbers", async () => {
  const { ready, checks, details } = await read();
  expect(ready).toBe(true);
  expect(checks).toEqual({ storage: "ok", model: "ok", writer: "ok", disk: "ok", backlog: "ok" });
  expect(details.model).toEqual({ id: "some-model", workers_open: 2, workers: 2 });
  expect(details.disk?.free_bytes).toBe(50 * 1024 * MIB);
});

test.each<[string, Partial<CheckedParts>]>([
  ["model", { workers: () => ({ open: 0, wanted: 2 }) }],
  ["writer", { storage: { ...SOUND, stats: async () => ({ ...STATS, writesWaiting: 9, batchMs: 11_000 }) } }],
  ["disk", { disk: async () => ({ freeBytes: 10 * MIB }) }],
])("%s alone makes the service unready", async (name, changes) => {
  const { ready, checks } = await read(changes);
  expect(ready).toBe(false);
  expect(Object.entries(checks).filter(([, outcome]) => outcome !== "ok")).toEqual([[name, "failing"]]);
});

test("a check that throws fails without telling why to whoever asks", async () => {
  const { ready, checks, details, errors } = await read({
    storage: { ...SOUND, check: () => Promise.reject(new Error("a secret of the disk")) },
  });
  expect({ ready, storage: checks.storage, errors }).toEqual({ ready: false, storage: "failing", errors: ["storage"] });
  expect(JSON.stringify(details)).not.toContain("secret");
});

test("a warning leaves the service ready", async () => {
  const { ready, checks } = await read({
    disk: async () => ({ freeBytes: 500 * MIB }),
    pendingEmbeddings: async () => 6_000,
    lastBackup: async () => ({ at: 40_000, ok: false, isScheduled: true }),
  });
  expect(ready).toBe(true);
  expect(checks).toMatchObject({ disk: "warning", backlog: "warning", backup: "warning" });
});

test("a command after backups that failed is a warning, though the backup itself is well", async () => {
  const lastBackup = async () => ({ at: 40_000, ok: true, isScheduled: true });
  const failed = await read({ lastBackup, backupCommand: () => ({ ok: false, failures: 1 }) });
  expect(failed).toMatchObject({ ready: true, checks: { backup: "warning" } });
  expect(failed.details.backup).toEqual({ age_seconds: 60, last: "ok", command: "failed" });
  const well = await read({ lastBackup, backupCommand: () => ({ ok: true, failures: 1 }) });
  expect([well.checks.backup, well.details.backup?.command]).toEqual(["ok", "ok"]);
  const unknown = await read({ lastBackup, backupCommand: () => ({ ok: null, failures: 0 }) });
  expect(unknown.details.backup).toEqual({ age_seconds: 60, last: "ok" });
});

test("embedding anew shows its progress, and the last backup its age", async () => {
  const { ready, details } = await read({
    reembedding: () => ({ total: 10, done: 4 }),
    lastBackup: async () => ({ at: 40_000, ok: true, isScheduled: true }),
  });
  expect(ready).toBe(true);
  expect(details.reembedding).toEqual({ done: 4, total: 10 });
  expect(details.backup).toEqual({ age_seconds: 60, last: "ok" });
});

test("a backup by hand counts as well, with a schedule or without one", async () => {
  for (const [scheduled, detail] of [
    [undefined, { age_seconds: 30, last: "ok" }],
    [null, { age_seconds: 30, last: "ok" }],
    [
      { at: 40_000, ok: true },
      { age_seconds: 30, last: "ok" },
    ],
    [
      { at: 90_000, ok: true },
      { age_seconds: 10, last: "ok" },
    ],
    // The schedule still fails.
    [
      { at: null, ok: false },
      { age_seconds: 30, last: "failed" },
    ],
  ] as const) {
    const { details } = await read({ lastBackup: async () => lastBackupOf(scheduled, 70_000) });
    expect(details.backup).toEqual(detail);
  }
  expect((await read({ lastBackup: async () => lastBackupOf(undefined, null) })).checks.backup).toBeUndefined();
  const { details } = await read({ lastBackup: async () => lastBackupOf(null, null) });
  expect(details.backup).toEqual({ message: "none was made yet" });
});

test("what costs something to find out is asked once for many who look", async () => {
  let asked = 0;
  const ask = remembered(() => ++asked, 60_000);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  const always = remembered(() => ++asked, 0);
  expect([await always(), await always()]).toEqual([2, 3]);
});
