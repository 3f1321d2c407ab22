// One test for each fault of the directory, the machine and the settings: seeded alone, it alone is found.
import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as names from "../../src/domain/data-file-names.ts";
import { type CommandOutcome, writeCommandOutcome } from "../../src/storage/files/command-outcome.ts";
import { DAY_MS, MIB, openWard } from "./doctor-fixture.ts";

const ward = await openWard();
afterAll(() => ward.close());

test("nothing is found where nothing is wrong", async () => {
  expect(await ward.admit().examine({ isDeep: true })).toEqual([]);
});

describe("the data directory", () => {
  test("that is not there is named", async () => {
    const patient = ward.admit();
    rmSync(patient.dataDir, { recursive: true });
    expect(await patient.codes()).toEqual(["directory_missing"]);
    writeFileSync(patient.dataDir, "");
    expect(await patient.codes()).toEqual(["directory_missing"]);
  });

  test("without data is named", async () => {
    const patient = ward.admit();
    rmSync(join(patient.dataDir, "memoryd.db"));
    expect(await patient.codes()).toEqual(["data_vanished"]);
    for (const trace of ["memoryd.id", "audit.key"]) rmSync(join(patient.dataDir, trace));
    expect(await patient.codes()).toEqual(["data_missing"]);
  });

  test("that others may look into", async () => {
    const patient = ward.admit();
    chmodSync(patient.dataDir, 0o755);
    expect(await patient.examine()).toEqual([
      {
        code: "directory_open",
        level: "warning",
        where: patient.dataDir,
        what: "Other users of this machine may look into the data directory (mode 0755).",
        fix: `chmod 700 ${patient.dataDir}`,
      },
    ]);
  });

  test("whose data others may read", async () => {
    const patient = ward.admit();
    chmodSync(join(patient.dataDir, "memoryd.db"), 0o644);
    expect(await patient.examine()).toMatchObject([
      { code: "data_readable", level: "error", fix: `chmod 600 ${join(patient.dataDir, "memoryd.db")}` },
    ]);
  });

  test("whose admin key others may read", async () => {
    const patient = ward.admit();
    chmodSync(join(patient.dataDir, "admin.key"), 0o604);
    expect(await patient.examine()).toMatchObject([{ code: "admin_key_readable", level: "error" }]);
  });

  test("whose admin key is a secret of another owner that all may read, or change", async () => {
    if (process.getuid?.() !== 0) return;
    const patient = ward.admit();
    const path = join(patient.dataDir, "admin.key");
    chownSync(path, 65_534, 65_534);
    const found = async (mode: number) => {
      chmodSync(path, mode);
      return (await patient.examine()).map(({ code, level }) => [code, level]);
    };
    expect(await found(0o440)).toEqual([]);
    expect(await found(0o444)).toEqual([["admin_key_readable", "warning"]]);
    expect(await found(0o446)).toEqual([["admin_key_readable", "error"]]);
  });

  test("whose admin key is none", async () => {
    const patient = ward.admit();
    patient.write("admin.key", "sesame\n");
    expect(await patient.codes()).toEqual(["admin_key_malformed"]);
  });

  test("of another user", async () => {
    const patient = ward.admit();
    expect(await patient.examine({ machine: { uid: 4_242 } })).toMatchObject([
      { code: "wrong_owner", level: "error", where: patient.dataDir, fix: `chown 4242 ${patient.dataDir}` },
    ]);
  });

  test("with a foreign file, which is not opened", async () => {
    const patient = ward.admit();
    patient.write("notes.txt", "buy milk");
    const found = await patient.examine();
    expect(found).toMatchObject([{ code: "foreign_file", where: join(patient.dataDir, "notes.txt") }]);
    expect(JSON.stringify(found)).not.toContain("milk");
  });

  test("in which a command for backups has ended is well", async () => {
    const patient = ward.admit();
    const at = "2026-01-31T02:31:00.000Z";
    writeCommandOutcome(patient.dataDir, { at, file: "/mnt/a.backup", ok: true, reason: null });
    expect(await patient.codes()).toEqual([]);
  });

  const named = Object.entries(names).filter(([constant]) => constant.endsWith("_FILE"));
  test.each(named)("knows the file of %s for its own", async (_, name) => {
    const patient = ward.admit();
    if (!existsSync(join(patient.dataDir, String(name)))) patient.write(String(name), "");
    expect(await patient.codes()).not.toContain("foreign_file");
    rmSync(patient.dataDir, { recursive: true });
  });

  test.each(names.OWN_FILES)("reserves the name %s", (name) => {
    expect(names.isReservedName(name)).toBe(true);
  });

  test("with backups in a folder is well", async () => {
    const patient = ward.admit();
    mkdirSync(join(patient.dataDir, "backups"), { mode: 0o700 });
    expect(await patient.codes()).toEqual([]);
  });

  test.each(["memoryd.db.before-restore-20260102T030405Z", "memoryd.db.before-schema-3.backup", "x.backup.part"])(
    "with %s left over",
    async (name) => {
      const patient = ward.admit();
      patient.write(name, "old");
      expect(await patient.examine()).toMatchObject([{ code: "leftover", level: "note" }]);
    },
  );

  test("whose write-ahead log has grown", async () => {
    const patient = ward.admit();
    patient.write("memoryd.db-wal", "");
    truncateSync(join(patient.dataDir, "memoryd.db-wal"), 100 * MIB);
    expect(await patient.codes()).toContain("wal_grown");
  });
});

describe("the machine", () => {
  test("with little room on the disk", async () => {
    const scarce = await ward.admit().examine({ machine: { freeBytes: () => 500 * MIB } });
    expect(scarce).toMatchObject([{ code: "disk_low", level: "warning" }]);
    const none = await ward.admit().examine({ machine: { freeBytes: () => 10 * MIB } });
    expect(none).toMatchObject([{ code: "disk_low", level: "error", what: expect.stringContaining("Only 10 MiB") }]);
    const full = await ward.admit().examine({ machine: { freeBytes: () => 4096 } });
    expect(full).toMatchObject([{ code: "disk_low", level: "error", what: expect.stringContaining("is full") }]);
  });

  test("with a file system that is mounted read-only, which has no room for anything anyway", async () => {
    const found = await ward.admit().examine({ machine: { isReadOnly: () => true, freeBytes: () => 0 } });
    expect(found).toMatchObject([{ code: "read_only_file_system", level: "error" }]);
    expect(found[0]?.fix).toContain("memoryd backup");
  });

  test.each([
    [0x6969, "network_file_system", "error"],
    [0xff534d42, "network_file_system", "error"],
    [0x01021994, "memory_file_system", "warning"],
  ] as const)("with the data on the file system %p", async (kind, code, level) => {
    const found = await ward.admit().examine({ machine: { fileSystem: () => kind } });
    expect(found).toMatchObject([{ code, level }]);
  });

  test("that lets a process open few files", async () => {
    expect(await ward.admit().codes({ machine: { openFilesMax: () => 256 } })).toEqual(["few_open_files"]);
    expect(await ward.admit().codes({ machine: { openFilesMax: () => null } })).toEqual([]);
  });

  test("with less memory than the settings may use", async () => {
    expect(await ward.admit().codes({ machine: { memoryBytes: 600 * MIB } })).toEqual(["memory_short"]);
  });

  test("with an SQLite that corrupts data", async () => {
    const program = { sqliteVersion: "3.40.1", sqliteFault: "SQLite 3.40.1 can corrupt a write-ahead log" };
    expect(await ward.admit().examine({ program })).toMatchObject([{ code: "sqlite_old", level: "error" }]);
  });
});

describe("the settings", () => {
  test("that are wrong are told, and the data is looked at all the same", async () => {
    const patient = ward.admit();
    patient.write("notes.txt", "");
    const codes = await patient.codes({ settings: null, settingsFault: "port must be 0 to 65535" });
    expect(codes).toEqual(["settings_wrong", "foreign_file"]);
  });

  test("with a model folder that is no model's", async () => {
    const program = { model: null, modelFault: "model.json is missing" };
    expect(await ward.admit().codes({ program })).toEqual(["model_unusable"]);
  });

  test("that let other machines in without TLS", async () => {
    const open = { host: "0.0.0.0", isLoopback: false };
    const refused = await ward.admit().examine({ settings: open });
    expect(refused).toMatchObject([{ code: "exposed_without_tls", level: "error" }]);
    const allowed = await ward.admit().examine({ settings: { ...open, allowsRemote: true } });
    expect(allowed).toMatchObject([{ code: "exposed_without_tls", level: "warning" }]);
    expect(await ward.admit().codes({ settings: { ...open, isTls: true } })).toEqual([]);
  });

  test("without scheduled backups", async () => {
    const found = await ward.admit().examine({ settings: { backups: null } });
    expect(found).toMatchObject([{ code: "no_backups", level: "note" }]);
  });

  test("with backups that were not made, or long ago", async () => {
    const backups = (newest: () => number | null) => ({ folder: "/none", everyMs: DAY_MS, newest, fault: null });
    expect(await ward.admit().codes({ settings: { backups: backups(() => null) } })).toEqual(["backup_missing"]);
    const unreadable = backups(() => {
      throw new Error("EACCES");
    });
    expect(await ward.admit().codes({ settings: { backups: unreadable } })).toEqual(["backup_missing"]);
    expect(await ward.admit().codes({ settings: { backups: backups(() => 0) } })).toEqual(["backup_old"]);
  });

  test("with a folder that no backup can be put in", async () => {
    const fault = "the folder of the backups /none cannot be used: it is not there";
    const backups = { folder: "/none", everyMs: DAY_MS, newest: () => Number.MAX_SAFE_INTEGER, fault };
    expect(await ward.admit().examine({ settings: { backups } })).toMatchObject([
      { code: "backup_folder_unusable", level: "error", what: expect.stringMatching(/^The folder .*\.$/) },
    ]);
  });

  test("with a command after backups that is not there, or that failed", async () => {
    const run: CommandOutcome = { at: "2026-01-31T02:31:00.000Z", file: "/mnt/a.backup", ok: true, reason: null };
    const found = (isFound: boolean, last: CommandOutcome | null) => {
      const command = { program: "rsync", isFound, last };
      const backups = { folder: "/proc/none/backups", everyMs: DAY_MS, newest: () => Number.MAX_SAFE_INTEGER };
      return ward.admit().examine({ settings: { backups: { ...backups, fault: null, command } } });
    };
    expect(await found(true, null)).toEqual([]);
    expect(await found(true, run)).toEqual([]);
    expect(await found(false, run)).toMatchObject([{ code: "backup_command_missing", level: "error" }]);
    const failed = await found(true, { ...run, ok: false, reason: "it ended with exit code 9" });
    expect(failed).toMatchObject([{ code: "backup_command_failed", level: "warning" }]);
    expect(failed[0]?.what).toBe(
      "Its last run, at 2026-01-31T02:31:00.000Z for /mnt/a.backup, failed: it ended with exit code 9.",
    );
  });

  test("with backups on the disk of the data", async () => {
    const patient = ward.admit();
    const folder = join(patient.dataDir, "backups");
    mkdirSync(folder, { mode: 0o700 });
    const settings = { backups: { folder, everyMs: DAY_MS, newest: () => Number.MAX_SAFE_INTEGER, fault: null } };
    expect(await patient.codes({ settings })).toEqual(["backup_same_disk"]);
  });
});
