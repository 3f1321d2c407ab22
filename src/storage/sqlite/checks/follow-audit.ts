// Follows the audit of a data directory, or of a file that may be a backup, without a change to either.
import type { Database } from "bun:sqlite";
import { existsSync, statSync } from "node:fs";
import { CommandFault } from "../../../domain/command-fault.ts";
import type { FollowedChain } from "../../../domain/ports/data-files.ts";
import { DataDirectoryError, DataRefusedError, databasePath, noDataIn, reasonOf } from "../../files/data-directory.ts";
import { isSealed } from "../../files/sealed-start.ts";
import { checkMigrations } from "../engine/migrate.ts";
import { MIGRATIONS } from "../engine/migrations.ts";
import { openReader, openUnknown } from "../engine/open-database.ts";
import { guardReading } from "../engine/open-unwritable.ts";
import { followChain } from "./audit-chain.ts";

/** Of the data that this process has open, which it judged when it opened it. Throws what SQLite throws. */
export function followOwnAudit(dataDir: string): FollowedChain {
  const db = openReader(databasePath(dataDir));
  try {
    return followChain(db);
  } finally {
    db.close();
  }
}

/** `file` null: the data of the directory. Throws DataDirectoryError and DataRefusedError. */
export function followAudit(dataDir: string, file: string | null, head: string | null): FollowedChain {
  const path = file ?? databasePath(dataDir);
  if (!existsSync(path)) throw file === null ? noDataIn(dataDir) : new DataDirectoryError(`${file} is not there`);
  if (file !== null && isSealed(file)) {
    throw new DataRefusedError(`${file} is sealed: restore it elsewhere, or open it with \`age -d\`, and follow that`);
  }
  const requireSame = guardReading(path);
  let db: Database | null = null;
  try {
    // No side file appears beside a file, unless it has a log that must be read with it.
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    db = openUnknown(path, file === null ? "beside-writer" : hasLog ? "read-only" : "alone");
    db.run("PRAGMA query_only = ON");
    checkMigrations(db, MIGRATIONS);
    if (db.query("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get() === null) {
      throw new DataRefusedError("the data is of an older version, which kept no audit yet");
    }
    const followed = followChain(db, head);
    requireSame();
    return followed;
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    throw new DataDirectoryError(`${path} cannot be read: ${reasonOf(error)}`);
  } finally {
    db?.close();
  }
}
