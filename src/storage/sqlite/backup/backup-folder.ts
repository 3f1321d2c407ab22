// The folder that scheduled backups stand in: the newest stay, the name of each says when it was made.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BackupFolder, BackupManifest } from "../../../domain/ports/data-files.ts";
import { reasonOf, requireMakeableDirectory } from "../../files/data-directory.ts";
import { BackupError, syncFolder } from "../../files/durable-files.ts";
import { readTrailer } from "./check-backup.ts";
import { MANIFEST_SUFFIX, readSealedManifest } from "./sealed-manifest.ts";

/** What a backup that was broken off leaves. */
const BROKEN = /^\.memoryd-.*\.part$/;
/** memoryd-20260102T030405Z.backup, and with .age behind it where it is sealed */
const NAME = /^memoryd-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup(?:\.age)?$/;
const SEALED_SUFFIX = ".age";

export function backupFolderAt(path: string): BackupFolder {
  return {
    next(now, isSealed = false) {
      try {
        if (!existsSync(path)) {
          mkdirSync(path, { recursive: true, mode: 0o700 });
          chmodSync(path, 0o700);
        }
        const names = readdirSync(path);
        for (const name of names) if (BROKEN.test(name) || isLeftManifest(name, names)) rmSync(join(path, name));
      } catch (error) {
        throw unusable(path, error);
      }
      return join(
        path,
        `memoryd-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.backup${isSealed ? SEALED_SUFFIX : ""}`,
      );
    },
    list() {
      try {
        return madeIn(path).flatMap(({ name, at }) => {
          // It may have gone since.
          const stats = statSync(join(path, name), { throwIfNoEntry: false });
          return stats?.isFile() === true
            ? [{ name, at, bytes: stats.size, isSealed: name.endsWith(SEALED_SUFFIX) }]
            : [];
        });
      } catch (error) {
        throw unusable(path, error);
      }
    },
    newest() {
      const [newest] = madeIn(path);
      return newest === undefined ? null : newest.at;
    },
    tidy(keep, made, now = Number.POSITIVE_INFINITY) {
      const isLater = ({ at }: { at: number }) => at > now;
      const old = madeIn(path)
        .flatMap((each) => ofSameData(join(path, each.name), made.dataId).map((rows) => ({ ...each, rows })))
        .sort((a, b) => Number(isLater(a)) - Number(isLater(b)) || b.at - a.at)
        .slice(keep);
      const fullest = old.find(({ rows }) => memoriesIn(rows) > memoriesIn(made.rows));
      const gone = old.filter((each) => each !== fullest).map(({ name }) => name);
      for (const name of gone) {
        rmSync(join(path, name), { force: true });
        if (name.endsWith(SEALED_SUFFIX)) rmSync(join(path, name + MANIFEST_SUFFIX), { force: true });
      }
      if (gone.length > 0) syncFolder(path);
      return gone;
    },
  };
}

/** Makes nothing. Throws BackupError where no backup could be put there. */
export function requireBackupFolder(path: string): void {
  try {
    requireMakeableDirectory(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): BackupError {
  return new BackupError(`the folder of the backups ${path} cannot be used: ${reasonOf(error)}`);
}

/** Of a sealed backup that never got its name, or that went: the manifest comes first and goes last. */
function isLeftManifest(name: string, names: readonly string[]): boolean {
  const sealed = name.slice(0, -MANIFEST_SUFFIX.length);
  const isOurs = name === sealed + MANIFEST_SUFFIX && sealed.endsWith(SEALED_SUFFIX) && timeOf(sealed) !== null;
  return isOurs && !names.includes(sealed);
}

type Rows = BackupManifest["rows"];

function memoriesIn({ packets = 0, lessons = 0 }: Rows): number {
  return packets + lessons;
}

/** Its rows; none where it is of other data. Former versions did not say whose a backup is; half a one says nothing at all. */
function ofSameData(file: string, dataId: string | null): Rows[] {
  if (file.endsWith(SEALED_SUFFIX)) return ofSameSealedData(file, dataId);
  try {
    const { manifest } = readTrailer(file);
    return manifest.dataId === null || manifest.dataId === dataId ? [manifest.rows] : [];
  } catch {
    return [{}];
  }
}

/** Without a manifest that can be read a sealed one may hold anything, and is none of those that go. */
function ofSameSealedData(file: string, dataId: string | null): Rows[] {
  try {
    const manifest = readSealedManifest(file);
    return manifest !== null && (manifest.dataId === null || manifest.dataId === dataId) ? [manifest.rows] : [];
  } catch {
    return [];
  }
}

/** Newest first; files of other names are somebody else's. */
function madeIn(path: string): { name: string; at: number }[] {
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .flatMap((name) => {
      const at = timeOf(name);
      return at === null ? [] : [{ name, at }];
    })
    .sort((a, b) => b.at - a.at);
}

function timeOf(name: string): number | null {
  const match = NAME.exec(name);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? null : at;
}
