// Opens the data so that not a byte of the directory changes: no side file appears, and a log is not replayed.
import { constants, Database } from "bun:sqlite";
import { pathToFileURL } from "node:url";

/**
 * null where the data cannot be read without a change: a write-ahead log holds some of it, and its index is not there.
 * `hasService`: whether a service has the data; `walBytes` and `hasShm`: of the side files. Throws what SQLite throws.
 *
 * With a service, or a log that one left, SQLite reads log and index as they are (`readonly_shm`). Without both, the
 * file is read alone (`immutable`), which makes no side files.
 */
export function openUntouched(
  path: string,
  seen: { readonly hasService: boolean; readonly walBytes: number; readonly hasShm: boolean },
): Database | null {
  if (seen.walBytes > 0 && !seen.hasShm) return null;
  const isLogged = seen.hasShm && (seen.hasService || seen.walBytes > 0);
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  const query = isLogged ? "mode=ro&readonly_shm=1" : "mode=ro&immutable=1";
  const db = new Database(`${pathToFileURL(path).href}?${query}`, flags);
  db.run("PRAGMA busy_timeout = 5000");
  // Whoever wrote it: what the schema calls may change nothing outside the file.
  db.run("PRAGMA trusted_schema = OFF");
  return db;
}
