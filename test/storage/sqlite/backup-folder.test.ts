// The folder of scheduled backups: the newest stay, and what is somebody else's is left alone.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BackupError } from "../../../src/storage/files/durable-files.ts";
import { backupFolderAt } from "../../../src/storage/sqlite/backup/backup-folder.ts";
import { writeTrailer } from "../../../src/storage/sqlite/backup/manifest.ts";
import { writeSealedManifest } from "../../../src/storage/sqlite/backup/sealed-manifest.ts";
import { NOW } from "../../store/fixture.ts";
import { withTempDir } from "./temp-data.ts";

const HOUR_MS = 3_600_000;
const OURS = "a".repeat(32);

/** All that the folder looks at: a file that ends as a backup does. */
function writeBackup(path: string, dataId: string | null, packets: number): string {
  const said = { format: 1, dataId, memorydVersion: "0.0.0", schemaVersion: 11, model: null, takenAt: "" } as const;
  const manifest = { ...said, pageBytes: 8, pages: 1, rows: { packets }, sha256: "", signed: null };
  writeFileSync(path, Buffer.concat([Buffer.alloc(8), writeTrailer(manifest)]));
  return basename(path);
}

const made = (packets: number) => ({ dataId: OURS, rows: { packets } });

test("a backup is named after its moment, in a folder that is its owner's alone", () =>
  withTempDir((dir) => {
    const path = join(dir, "a", "b");
    const folder = backupFolderAt(path);
    expect(folder.newest()).toBeNull();
    expect(basename(folder.next(NOW))).toBe("memoryd-20260131T093000Z.backup");
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }));

test("what was broken off goes before the next is made", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    for (const part of [".rows.part", ".part"]) writeFileSync(`${join(dir, ".memoryd-x.backup.1a2b3c4d")}${part}`, "");
    writeFileSync(join(dir, ".other.part"), "");
    folder.next(NOW);
    expect(readdirSync(dir)).toEqual([".other.part"]);
  }));

test("only the newest stay, other files are kept", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const names = [3, 1, 4, 2].map((hours) => {
      return writeBackup(folder.next(NOW + hours * HOUR_MS), OURS, 5);
    });
    for (const name of ["notes.txt", "memoryd-20260131.backup", "other.backup", ".other.part"])
      writeFileSync(join(dir, name), "");
    expect(folder.newest()).toBe(NOW + 4 * HOUR_MS);
    const gone = folder.tidy(2, made(5));
    expect(gone.sort()).toEqual([names[1]!, names[3]!].sort());
    expect(readdirSync(dir).sort()).toEqual(
      [".other.part", "memoryd-20260131.backup", names[0]!, names[2]!, "notes.txt", "other.backup"].sort(),
    );
  }));

test("backups that a wrong clock dated in the future do not push out the one just made", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const year = 365 * 24 * HOUR_MS;
    const [later, latest, old, newest] = [NOW + year, NOW + year + HOUR_MS, NOW - HOUR_MS, NOW].map((at) => {
      return writeBackup(folder.next(at), OURS, 5);
    });
    expect(folder.tidy(2, made(5), NOW).sort()).toEqual([later!, latest!].sort());
    expect(readdirSync(dir).sort()).toEqual([old!, newest!].sort());
  }));

test("backups of other data stay; those that say no id, and what nobody can read, are taken for ours", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const at = (hours: number) => folder.next(NOW + hours * HOUR_MS);
    const others = writeBackup(at(1), "b".repeat(32), 5);
    writeFileSync(at(2), "not the end of a backup");
    writeBackup(at(3), null, 5);
    const ours = writeBackup(at(4), OURS, 5);
    expect(folder.tidy(1, made(5))).toHaveLength(2);
    expect(readdirSync(dir).sort()).toEqual([others, ours].sort());
  }));

test("the last one that holds more than what came after it stays, until something holds as much", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const at = (hours: number) => folder.next(NOW + hours * HOUR_MS);
    const [first, full, little, less] = [90, 100, 3, 4].map((count, hours) => writeBackup(at(hours), OURS, count));
    expect(folder.tidy(1, made(4)).sort()).toEqual([first!, little!].sort());
    expect(readdirSync(dir).sort()).toEqual([full!, less!].sort());
    writeBackup(at(5), OURS, 100);
    expect(folder.tidy(1, made(100)).sort()).toEqual([full!, less!].sort());
  }));

/** All that the folder looks at of a sealed one: the manifest beside it. */
function writeSealed(path: string, dataId: string, packets: number): string {
  const said = { format: 1, dataId, memorydVersion: "0.0.0", takenAt: "", rows: { packets, lessons: 0 } } as const;
  writeFileSync(path, "sealed");
  const manifest = writeSealedManifest({ ...said, sealedTo: ["age1a"], bytes: 6, sha256: "", signed: null });
  writeFileSync(`${path}.manifest`, manifest);
  return basename(path);
}

const withManifests = (...names: string[]) => names.flatMap((name) => [name, `${name}.manifest`]).sort();

test("sealed ones are kept and removed as others are, with their manifests, by what these say", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const at = (hours: number) => folder.next(NOW + hours * HOUR_MS, true);
    expect(basename(at(0))).toBe("memoryd-20260131T093000Z.backup.age");
    const others = writeSealed(at(1), "b".repeat(32), 5);
    const [first, full, little, less] = [90, 100, 3, 4].map((count, hours) => writeSealed(at(hours + 2), OURS, count));
    const plain = writeBackup(folder.next(NOW), OURS, 2);
    expect(folder.newest()).toBe(NOW + 5 * HOUR_MS);
    expect(folder.tidy(1, made(4)).sort()).toEqual([plain, first!, little!].sort());
    expect(readdirSync(dir).sort()).toEqual(withManifests(others, full!, less!));
  }));

test("a sealed one that no manifest says anything of stays; a manifest that lost its backup goes", () =>
  withTempDir((dir) => {
    const folder = backupFolderAt(dir);
    const at = (hours: number) => folder.next(NOW + hours * HOUR_MS, true);
    const unknown = at(1);
    writeFileSync(unknown, "sealed");
    const broken = writeSealed(at(2), OURS, 1);
    writeFileSync(join(dir, `${broken}.manifest`), "{");
    const ours = writeSealed(at(3), OURS, 1);
    writeFileSync(join(dir, "memoryd-20250131T093000Z.backup.age.manifest"), "");
    writeFileSync(join(dir, "somebody's.age.manifest"), "");
    expect(folder.tidy(1, made(1))).toEqual([]);
    at(4);
    const kept = [basename(unknown), ...withManifests(broken, ours), "somebody's.age.manifest"];
    expect(readdirSync(dir).sort()).toEqual(kept.sort());
  }));

test("a folder that cannot be made is told in words", () =>
  withTempDir((dir) => {
    mkdirSync(join(dir, "a"));
    writeFileSync(join(dir, "a", "file"), "");
    expect(() => backupFolderAt(join(dir, "a", "file", "below")).next(NOW)).toThrow(BackupError);
  }));
