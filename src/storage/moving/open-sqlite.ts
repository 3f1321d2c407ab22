// Opens data in SQLite for a move: that of a stopped service, or a file that none serves until all of it is there.
import type { Database } from "bun:sqlite";
import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CommandFault } from "../../domain/command-fault.ts";
import { MOVING_FILE, SIDE_SUFFIXES } from "../../domain/data-file-names.ts";
import { faultCodeOf } from "../../domain/storage-faults.ts";
import {
  DataRefusedError,
  databasePath,
  lockDataDirectory,
  noDataIn,
  prepareDataDirectory,
  reasonOf,
} from "../files/data-directory.ts";
import { readIdFile, requireId, writeIdFile } from "../files/data-id.ts";
import { partName, removeBroken, syncFile } from "../files/durable-files.ts";
import { giveToOwnerOfFolder } from "../files/file-owner.ts";
import { readDataId } from "../sqlite/engine/data-id.ts";
import { checkMigrations, migrate } from "../sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../sqlite/engine/migrations.ts";
import { openUnknown, openWriter } from "../sqlite/engine/open-database.ts";
import { type DataSide, MoveError, type TargetSide } from "./data-sides.ts";
import { emptyLog, sqliteSide, sqliteTarget } from "./sqlite-side.ts";

/** Holds the lock of the directory while `use` runs. Throws DataRefusedError, DataDirectoryError. */
export async function useSqliteSource<T>(dataDir: string, use: (source: DataSide) => Promise<T>): Promise<T> {
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw noDataIn(dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    const db = openUnknown(path, "beside-writer");
    try {
      if (checkMigrations(db, MIGRATIONS) > 0) {
        throw new DataRefusedError("the data is of an older version: start `memoryd serve` of this version once first");
      }
      const dataId = readDataId(db);
      requireId(dataDir, dataId);
      db.run("PRAGMA query_only = ON");
      return await use(sqliteSide(db, dataDir, dataId ?? ""));
    } finally {
      db.close();
    }
  } catch (error) {
    throw toldFault(error, dataDir);
  } finally {
    lock.release();
  }
}

/** Where the data goes: a directory without data, or with what a move of the same data has left there. */
export async function useSqliteTarget<T>(
  dataDir: string,
  { dataId }: Pick<DataSide, "dataId">,
  use: (target: TargetSide) => Promise<T>,
): Promise<T> {
  prepareDataDirectory(dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    requireNoData(dataDir, dataId);
    // Before the data is there: it has every start refused that would make new data.
    if (readIdFile(dataDir) === null) writeIdFile(dataDir, dataId);
    const path = join(dataDir, MOVING_FILE);
    if (!existsSync(path)) makeEmpty(path, dataId);
    const db = openWriter(path);
    try {
      if (checkMigrations(db, MIGRATIONS) > 0) throw new DataRefusedError(`${path} is of an older version: remove it`);
      if (readDataId(db) !== dataId)
        throw new DataRefusedError(`${path} is an unfinished move of other data: remove it`);
      // A process that is killed loses nothing, and what a power cut takes is moved again.
      db.run("PRAGMA synchronous = NORMAL");
      // Tables come in no order; all references are checked at the end.
      db.run("PRAGMA foreign_keys = OFF");
      return await use(sqliteTarget(db, dataDir, dataId));
    } finally {
      db.close();
    }
  } catch (error) {
    throw toldFault(error, dataDir);
  } finally {
    lock.release();
  }
}

const SQLITE_OR_DISK = /^(SQLITE_\w+|ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM)$/;

function toldFault(error: unknown, dataDir: string): unknown {
  if (error instanceof CommandFault || !SQLITE_OR_DISK.test(faultCodeOf(error))) return error;
  return new MoveError(`the data directory ${dataDir} cannot be used: ${reasonOf(error)}`);
}

function requireNoData(dataDir: string, dataId: string): void {
  if (existsSync(databasePath(dataDir))) throw new DataRefusedError(`there is data in ${dataDir} already`);
  const own = readIdFile(dataDir);
  if (own === null || own === dataId) return;
  throw new DataRefusedError(
    `the directory ${dataDir} is of the data ${own}, and the data to be moved is ${dataId}: name another directory`,
  );
}

/** Of this version's schema, with the id; under its name once it is whole. */
function makeEmpty(path: string, dataId: string): void {
  removeBroken(path);
  const part = partName(path);
  const db = openWriter(part);
  try {
    chmodSync(part, 0o600);
    migrate(db, MIGRATIONS, Date.now());
    adoptId(db, dataId);
    emptyLog(db, part);
  } finally {
    db.close();
  }
  for (const side of SIDE_SUFFIXES) rmSync(part + side, { force: true });
  giveToOwnerOfFolder(part);
  syncFile(part);
  renameSync(part, path);
}

/** The schema keeps the id of data from being changed, and stands afterwards as it did. */
function adoptId(db: Database, dataId: string): void {
  const trigger = db
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE name = 'audit_origin_stays'")
    .get();
  if (trigger === null) throw new Error("the schema does not keep the id of data");
  db.transaction(() => {
    db.run("DROP TRIGGER audit_origin_stays");
    db.run("UPDATE audit_origin SET id = ?", [dataId]);
    db.run(trigger.sql);
  }).immediate();
}
