// Opens the store whole: file, schema, writer, and the stores that the verbs take as arguments.

import type { Database } from "bun:sqlite";
import { constants, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { SERVICE } from "../../domain/audit.ts";
import { AUDIT_KEY_FILE } from "../../domain/data-file-names.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { Store } from "../../domain/ports/store.ts";
import type { HealthWatch, StoreWatch } from "../../domain/ports/store-health.ts";
import { faultCodeOf, storageFaultOf } from "../../domain/storage-faults.ts";
import { auditKeysAt } from "../files/audit-keys.ts";
import { DataDirectoryError, DataRefusedError, databasePath, reasonOf } from "../files/data-directory.ts";
import { readIdFile, requireFirstStart, requireId, writeIdFile } from "../files/data-id.ts";
import { hasRoom, makeRoomToOpen } from "../files/disk-reserve.ts";
import { lackOfRights } from "../files/file-owner.ts";
import { type WritingBan, writingBanOn } from "../files/writing-ban.ts";
import { type Upgrade, upgradeData } from "./backup/upgrade-data.ts";
import { lastSigningKey, usesOfKey } from "./checks/examine-audit-key.ts";
import { readDataId } from "./engine/data-id.ts";
import { checkMigrations } from "./engine/migrate.ts";
import { MIGRATIONS } from "./engine/migrations.ts";
import { openReader, openUnknown } from "./engine/open-database.ts";
import { StorageHealth } from "./engine/storage-health.ts";
import { createWriter } from "./engine/writer.ts";
import { inlineRunner, refusingRunner, WriterClient } from "./engine/writer-client.ts";
import { startWriterThread } from "./engine/writer-thread.ts";
import { storeOver } from "./store-over.ts";

export interface AuditKeyChange {
  /** The public key that the data was signed with until now: base64 of its SubjectPublicKeyInfo. */
  readonly before: string;
  /** Whether its file was not there, so that a new key was made; otherwise another one stands in its place. */
  readonly isMade: boolean;
  /** Whether the data was signed with the key in its place before `before`: its copy was put back. */
  readonly isBack: boolean;
}

/** What it means, for whoever runs the service. */
export function reasonOfKeyChange({ isMade, isBack }: AuditKeyChange): string {
  if (isBack) {
    return "audit.key is a key that this data was signed with before: what was signed since then can be checked with the public key in between alone, and users have the names in the audit again that they had with this one";
  }
  const what = isMade
    ? "audit.key was not there, and a new key was made"
    : "audit.key is another key than the one that this data was signed with";
  return `${what}: receipts and backups made before can be checked with the old public key alone, and users have other names in the audit from now on; where you have a copy of the old audit.key, stop the service and put it back`;
}

export interface OpenStoreOptions {
  readonly dataDir: string;
  readonly now: number;
  /** The writer's thread; null: write on the calling thread, for short commands and tests. */
  readonly writerUrl: string | URL | null;
  /** False: what SQLite's own overwriting leaves of erased rows in the room of pages stays; absent: true. */
  readonly erasesRemains?: boolean;
  /** False: data that needs a migration is refused, for a running server may still use the older schema. */
  readonly migrate?: boolean;
  /** Of this program, for the backup before an upgrade. */
  readonly version?: string;
  /** Told where there was no data, and some was made. */
  readonly onCreate?: (dataId: string) => void;
  /** Told where older data was brought to this version's schema. */
  readonly onUpgrade?: (upgrade: Upgrade) => void;
  /** Told where receipts are signed with another key from now on. */
  readonly onAuditKeyChange?: (change: AuditKeyChange) => void;
  /** Told where the writer's thread ends by itself: no write will ever be done again. */
  readonly onWriterDeath?: (error: Error) => void;
  /** Told where an erasure left pages as they were because SQLite writes none like them, and how many. */
  readonly onPagesSkipped?: (pages: number) => void;
  readonly watch?: StoreWatch;
  /** Told when a fault of the storage begins and ends. */
  readonly health?: HealthWatch;
}

/** Throws DataRefusedError, having changed nothing, where the data is not this program's to open. */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  try {
    return await openFiles(options);
  } catch (error) {
    // A disk that is full or fails is no fault of the program: a sentence says so.
    const isFault = error instanceof MemoryError || storageFaultOf(error) !== null;
    if (!isFault) throw error;
    throw new DataDirectoryError(`the data in ${options.dataDir} cannot be opened: ${reasonOf(error)}`);
  }
}

async function openFiles(options: OpenStoreOptions): Promise<Store> {
  const { erasesRemains = true } = options;
  const path = databasePath(options.dataDir);
  const ban = options.migrate === false ? writingBanOn(path) : null;
  if (ban !== null) return openUnwritable(path, options, ban);
  // An orderly end takes the log away.
  const wasCut = existsSync(`${path}-wal`);
  if (options.writerUrl !== null) makeRoomToOpen(path);
  makeOwn(path, options);
  const lostKey = signingKeyWithoutFile(path);
  // Made, or found unusable, before anybody relies on it.
  auditKeysAt(options.dataDir);
  if (lostKey !== null) options.onAuditKeyChange?.({ before: lostKey, isMade: true, isBack: false });
  const runner =
    options.writerUrl === null
      ? inlineRunner(createWriter(path, { erasesRemains }))
      : await startWriterThread(
          options.writerUrl,
          { path, wasCut, erasesRemains },
          options.onWriterDeath ?? (() => {}),
          options.onPagesSkipped,
        );
  const health = new StorageHealth(options.health, () => hasRoom(path));
  const heard = health.listenTo(runner, () => writer.write("proveWritable", null));
  const writer: WriterClient = new WriterClient(heard, options.watch);
  try {
    if (options.migrate !== false) {
      const before = await writer.write("noteSigningKey", { at: options.now });
      if (before !== null && lostKey === null) {
        const { publicKey } = auditKeysAt(options.dataDir);
        const isBack = readIn(path, (db) => usesOfKey(db, publicKey)) > 1;
        options.onAuditKeyChange?.({ before, isMade: false, isBack });
      }
      await writer.write("revokeLostKeys", { by: { actor: SERVICE, at: options.now } });
    }
    return storeOver({ dataDir: options.dataDir, reader: openReader(path), writer, health });
  } catch (error) {
    await writer.close().catch(() => {});
    throw error;
  }
}

/** For commands beside a service, or without one: what only reads is done all the same, and every write is refused. */
function openUnwritable(path: string, { dataDir }: OpenStoreOptions, { reason }: WritingBan): Store {
  const lack = lackOfRights(path, constants.R_OK);
  if (lack !== null) throw new DataDirectoryError(`the data file ${path} cannot be used: ${lack}`);
  lookBeforeOpening(path, false);
  const writer = new WriterClient(refusingRunner(`the data in ${dataDir} cannot be written to: ${reason}`));
  return storeOver({ dataDir, reader: openReader(path, true), writer, health: new StorageHealth() });
}

/** The data that belongs into the directory, of this version's schema. */
function makeOwn(path: string, options: OpenStoreOptions): void {
  const { dataDir, now, version: memorydVersion = "unknown" } = options;
  const isThere = existsSync(path);
  const lack = isThere ? lackOfRights(path) : null;
  if (lack !== null) throw new DataDirectoryError(`the data file ${path} cannot be used: ${lack}`);
  const { missing, id } = isThere ? lookBeforeOpening(path, options.migrate ?? true) : NOTHING;
  const isNew = missing === MIGRATIONS.length;
  if (isNew) requireFirstStart(dataDir, isThere);
  const upgrade = upgradeData({ path, migrations: MIGRATIONS, missing, memorydVersion, now });
  if (upgrade !== null) options.onUpgrade?.(upgrade);
  const own = id ?? readIn(path, readDataId) ?? "";
  if (readIdFile(dataDir) === null) writeIdFile(dataDir, own);
  if (isNew) options.onCreate?.(own);
}

function readIn<T>(path: string, read: (db: Database) => T): T {
  const reader = openReader(path);
  try {
    return read(reader);
  } finally {
    reader.close();
  }
}

/** The public key that the data names, where the file of the secret one is not there; null where nothing is lost. */
function signingKeyWithoutFile(path: string): string | null {
  return existsSync(join(dirname(path), AUDIT_KEY_FILE)) ? null : readIn(path, lastSigningKey);
}

const SIDE_FILES = ["-wal", "-shm"] as const;

interface FoundData {
  /** Migrations; all of them where there is no data. */
  readonly missing: number;
  readonly id: string | null;
}

const NOTHING: FoundData = { missing: MIGRATIONS.length, id: null };

/** Reads through a connection that cannot write: what is refused stays as it was, to the byte. */
function lookBeforeOpening(path: string, mayMigrate: boolean): FoundData {
  const absent = SIDE_FILES.filter((side) => !existsSync(path + side));
  const ban = writingBanOn(path);
  let look: Database | null = null;
  try {
    // A start that was killed while it made the file leaves a journal, which only a connection that writes takes back.
    const isCut = existsSync(`${path}-journal`);
    look = openUnknown(path, isCut || ban !== null ? "beside-writer" : "read-only");
    const missing = checkMigrations(look, MIGRATIONS);
    if (missing > 0 && !mayMigrate) {
      throw new DataRefusedError("the data is of an older version: start `memoryd serve` of this version once first");
    }
    const id = readDataId(look);
    if (missing < MIGRATIONS.length) requireId(dirname(path), id);
    look.close();
    return { missing, id };
  } catch (error) {
    look?.close();
    // Even reading makes SQLite put its empty side files there.
    if (ban === null) for (const side of absent) rmSync(path + side, { force: true });
    if (error instanceof DataRefusedError || /^SQLITE_(IOERR|FULL)/.test(faultCodeOf(error))) throw error;
    const why = error instanceof Error ? error.message : "unknown error";
    throw new DataRefusedError(`the data file ${path} is not one that memoryd can read: ${why}`);
  }
}
