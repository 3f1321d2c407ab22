// Opens data that cannot be written to where it lies, and all of it: what stands in its log too.
import { constants, Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { DataDirectoryError, walBytes } from "../../files/data-directory.ts";
import { writingBanOn } from "../../files/writing-ban.ts";

/** Readwrite as flags go, for a database that is attached has no more rights; the medium keeps this one from being written. */
const FLAGS = constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_URI;
/** SQLite's layer to the system without its locks. */
const WITHOUT_LOCKS = process.platform === "win32" ? "win32-none" : "unix-none";

/**
 * Throws what SQLite throws. SQLite reads a log by its index beside it, and cannot make one here:
 * - where one stands there, of a service that runs or was killed, SQLite itself does with it;
 * - a log without an index is indexed in memory (29 ms for 64 MiB), which SQLite does for whoever has the file alone;
 * - without a log the file is read as it is.
 * The last two take no locks: see `guardReading`.
 */
export function openUnwritable(path: string): Database {
  const db = openFor(path);
  // Whoever wrote it: what the schema calls may change nothing outside the file.
  db.run("PRAGMA trusted_schema = OFF");
  return db;
}

function openFor(path: string): Database {
  if (isLocked(path)) return new Database(path, { readwrite: true, create: false, strict: true });
  const { href } = Bun.pathToFileURL(path);
  if (walBytes(path) === 0) return new Database(`${href}?immutable=1`, FLAGS);
  const db = new Database(`${href}?vfs=${WITHOUT_LOCKS}`, FLAGS);
  db.run("PRAGMA main.locking_mode = EXCLUSIVE");
  return db;
}

/** Both stand there while a service runs. */
function isLocked(path: string): boolean {
  return existsSync(`${path}-wal`) && existsSync(`${path}-shm`);
}

/**
 * Before data is read; what it returns, afterwards, throws DataDirectoryError where the data could not be locked, and
 * somebody with more rights has written to it since: what was read may be of two moments.
 */
export function guardReading(path: string): () => void {
  if (isLocked(path) || writingBanOn(path) === null) return () => {};
  const before = stateOf(path);
  return () => {
    if (stateOf(path) === before) return;
    throw new DataDirectoryError(`${path} was written to while it was read: run this again`);
  };
}

function stateOf(path: string): string {
  const files = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false }));
  return JSON.stringify(files.map((stats) => stats && [stats.ino, stats.size, stats.mtimeMs]));
}
