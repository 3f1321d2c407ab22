// Scheduled backups: made on their own thread, a missed one made up for, the newest kept, failures survived.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ScheduledBackup } from "../../../src/app/last-backup.ts";
import { createLogger } from "../../../src/app/log.ts";
import { type BackupSchedule, startBackupSchedule } from "../../../src/app/schedule-backups.ts";
import { readSettings } from "../../../src/config/read-settings.ts";
import { identitiesIn, makeIdentity } from "../../../src/storage/sealing/age-keys.ts";
import { checkBackup } from "../../../src/storage/sqlite/backup/check-backup.ts";
import { knownKey } from "../../../src/storage/sqlite/backup/judge-signature.ts";
import { dataFilesAt } from "../../../src/storage/sqlite/data-files.ts";
import { until } from "../../e2e/until.ts";
import { DAY_MS, TestClock } from "../../support/chance.ts";
import { seedDataDir, tamper } from "./backup-data.ts";
import { withTempDir } from "./temp-data.ts";

const WORKER = new URL("../../../src/storage/sqlite/backup/backup-worker.ts", import.meta.url);
const running: BackupSchedule[] = [];

function settingsOf(dataDir: string, flags: Record<string, string>) {
  return readSettings({ flags: { data_dir: dataDir, ...flags }, environment: {}, file: null });
}

function start(dataDir: string, clock: TestClock, flags: Record<string, string>): BackupSchedule {
  const schedule = startBackupSchedule({
    files: dataFilesAt(dataDir),
    settings: settingsOf(dataDir, { backup_cron: "30 2 * * *", ...flags }),
    version: "1.2.3",
    clock,
    log: createLogger("silent"),
    workerUrl: WORKER,
  });
  running.push(schedule);
  return schedule;
}

/** Once one has ended well after `before`. */
function ended(schedule: BackupSchedule, before = 0): Promise<ScheduledBackup> {
  return until("a backup to end", () => {
    const last = schedule.lastBackup();
    return last?.ok && (last.at ?? 0) > before ? last : undefined;
  });
}

function failed(schedule: BackupSchedule): Promise<ScheduledBackup> {
  return until("a backup to fail", () => {
    const last = schedule.lastBackup();
    return last?.ok === false ? last : undefined;
  });
}

afterEach(async () => {
  for (const schedule of running.splice(0)) await schedule.stop();
});

test("the first is made at once, a missed one at the next start, and the newest are kept", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const clock = new TestClock();
    const names: string[] = [];
    for (let day = 0; day < 4; day++) {
      const now = clock.now();
      const schedule = start(dir, clock, { backup_keep: "2" });
      expect(await ended(schedule, now - 1)).toEqual({ at: now, ok: true });
      names.push(`memoryd-${clock.iso().replaceAll(/[-:]|\.\d+/g, "")}.backup`);
      await until("older ones to be gone", () => readdirSync(join(dir, "backups")).length <= 2 || undefined);
      schedule.stop();
      // Nothing was missed yet: what stands in the folder is known, and nothing new is made.
      const again = start(dir, clock, { backup_keep: "2" });
      expect(again.lastBackup()).toEqual({ at: now, ok: true });
      again.stop();
      clock.advance(DAY_MS);
    }
    expect(readdirSync(join(dir, "backups")).sort()).toEqual(names.slice(-2).sort());
    const known = knownKey(dir, null);
    expect(known).not.toBeNull();
    for (const name of names.slice(-2)) {
      const { manifest, signature } = checkBackup(join(dir, "backups", name), undefined, known);
      expect([manifest.rows.packets, signature]).toEqual([9, "valid"]);
    }
  }));

test("one that fails is told, leaves the older ones alone, and the next is made all the same", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const folder = join(dir, "elsewhere");
    const clock = new TestClock();
    expect(await ended(start(dir, clock, { backup_dir: folder }))).toMatchObject({ ok: true });
    clock.advance(DAY_MS);
    const schedule = start(dir, clock, { backup_dir: join(dir, "memoryd.db") });
    expect(await failed(schedule)).toEqual({ at: null, ok: false });
    expect(readdirSync(folder)).toHaveLength(1);
    const before = clock.now();
    clock.advance(1_000);
    schedule.reload(settingsOf(dir, { backup_cron: "30 2 * * *", backup_dir: folder }));
    const made = { at: clock.now(), ok: true };
    expect(await ended(schedule, before)).toEqual(made);
    expect(readdirSync(folder)).toHaveLength(2);
    // A failure does not make the last good one any younger.
    clock.advance(DAY_MS);
    schedule.reload(settingsOf(dir, { backup_cron: "30 2 * * *", backup_dir: join(dir, "memoryd.db") }));
    expect(await failed(schedule)).toEqual({ ...made, ok: false });
  }));

test("they are sealed to the keys of the setting, from the next one on", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    const clock = new TestClock();
    const { publicKey, text } = await makeIdentity(clock.now());
    const schedule = start(dir, clock, { backup_keep: "1" });
    await ended(schedule);
    clock.advance(DAY_MS);
    const flags = { backup_cron: "30 2 * * *", backup_keep: "1", backup_seal_to: ` ${publicKey}, ` };
    schedule.reload(settingsOf(dir, flags));
    await ended(schedule, clock.now() - 1);
    const folder = join(dir, "backups");
    const names = await until("the older one to be gone", () => {
      const standing = readdirSync(folder).sort();
      return standing.length === 2 ? standing : undefined;
    });
    const file = join(folder, names[0] ?? "");
    expect(names).toEqual([
      `memoryd-${clock.iso().replaceAll(/[-:]|\.\d+/g, "")}.backup.age`,
      `${basename(file)}.manifest`,
    ]);
    const asked = { file, publicKeyFile: null };
    expect(await dataFilesAt(dir).checkSeal(asked)).toMatchObject({ signature: "valid" });
    const opener = { identities: identitiesIn(text) };
    expect(await dataFilesAt(dir).checkBackup({ ...asked, opener })).toMatchObject({ signature: "valid" });
  }));

test("one that a stop breaks off while it is sealed leaves nothing in the clear", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    // Large enough to be under way still when the stop comes.
    tamper(dir, "UPDATE packets SET answer = hex(randomblob(4000000))");
    const inTheClear = () => readdirSync(dir).filter((name) => name.startsWith("memoryd.clear-"));
    const { publicKey } = await makeIdentity(0);
    const schedule = start(dir, new TestClock(), { backup_seal_to: publicKey });
    await until("it to begin", () => inTheClear().length > 0 || undefined);
    await schedule.stop();
    expect(inTheClear()).toEqual([]);
    expect(schedule.lastBackup()).toBeNull();
  }));

test("without a schedule nothing is made, and nothing is told of backups that somebody else made", () =>
  withTempDir(async (dir) => {
    seedDataDir(dir);
    mkdirSync(join(dir, "backups"));
    writeFileSync(join(dir, "backups", "memoryd-20260101T000000Z.backup"), "");
    chmodSync(join(dir, "backups"), 0o700);
    const schedule = start(dir, new TestClock(), { backup_cron: "" });
    await Bun.sleep(0);
    expect(schedule.lastBackup()).toBeUndefined();
    expect(readdirSync(join(dir, "backups"))).toHaveLength(1);
  }));
