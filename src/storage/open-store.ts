// Opens the store whole: file, schema, writer, and the stores that the verbs take as arguments.
import { Database } from "bun:sqlite";
import { chmodSync, existsSync, rmSync } from "node:fs";
import type { LearningStore } from "../domain/learning-store.ts";
import type { LexicalSource } from "../domain/lexical-index.ts";
import type {
  AccountStore,
  BrainStore,
  ConstitutionStore,
  CoreStore,
  LessonStore,
  ModelStore,
  PacketStore,
  TurnStore,
} from "../domain/ports.ts";
import type { VectorSource } from "../domain/vector-index.ts";
import {
  createAccountStore,
  createConstitutionStore,
  createCoreStore,
  createKeyStore,
  type TouchingKeyStore,
} from "./account-store.ts";
import { databasePath } from "./data-directory.ts";
import { createLearningStore } from "./learning-store.ts";
import { createLessonStore } from "./lesson-store.ts";
import { createLexicalSource } from "./lexical-source.ts";
import { checkMigrations, DataRefusedError, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openDrizzle, openReader, openWriter } from "./open-database.ts";
import { createPacketStore } from "./packet-store.ts";
import { createBrainStore, createModelStore, createTurnStore } from "./turn-store.ts";
import { createVectorSource } from "./vector-source.ts";
import { createWriter } from "./writer.ts";
import { inlineRunner, WriterClient } from "./writer-client.ts";
import { startWriterThread } from "./writer-thread.ts";

export interface Store {
  readonly accounts: AccountStore;
  readonly keys: TouchingKeyStore;
  readonly cores: CoreStore;
  readonly constitutions: ConstitutionStore;
  readonly brains: BrainStore;
  readonly turns: TurnStore;
  readonly packets: PacketStore;
  readonly lessons: LessonStore;
  readonly learning: LearningStore;
  readonly model: ModelStore;
  readonly vectors: VectorSource;
  readonly words: LexicalSource;
  /** Whether somebody records, or many writes wait: work that can wait should. */
  isBusy(): boolean;
  /** Whether reading works; throws what stands in its way. */
  check(): void;
  /** Finishes the writes asked for, empties the WAL, closes the file. */
  close(): Promise<void>;
}

export interface OpenStoreOptions {
  readonly dataDir: string;
  readonly now: number;
  /** The writer's thread; null: write on the calling thread, for short commands and tests. */
  readonly writerUrl: string | URL | null;
  /** False: data that needs a migration is refused, for a running server may still use the older schema. */
  readonly migrate?: boolean;
  /** Told where the writer's thread ends by itself: no write will ever be done again. */
  readonly onWriterDeath?: (error: Error) => void;
}

/** Throws DataRefusedError, having changed nothing, where the data is not this program's to open. */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const path = databasePath(options.dataDir);
  migrateFile(path, options.now, options.migrate ?? true);
  const runner =
    options.writerUrl === null
      ? inlineRunner(createWriter(path))
      : await startWriterThread(options.writerUrl, path, options.onWriterDeath ?? (() => {}));
  const writer = new WriterClient(runner);
  const reader = openReader(path);
  const db = openDrizzle(reader);
  const keys = createKeyStore(db, writer);
  return {
    accounts: createAccountStore(db, writer),
    keys,
    cores: createCoreStore(db, writer),
    constitutions: createConstitutionStore(db, writer),
    brains: createBrainStore(db, writer),
    turns: createTurnStore(db, writer),
    packets: createPacketStore(db, writer),
    lessons: createLessonStore(db, writer),
    learning: createLearningStore(db, writer),
    model: createModelStore(db, writer),
    vectors: createVectorSource(reader),
    words: createLexicalSource(reader),
    isBusy: () => writer.isBusy,
    check: () => void reader.query("SELECT 1 FROM migrations LIMIT 1").get(),
    async close() {
      await keys.flushTouches();
      // The reader goes first: the writer empties the WAL as it closes.
      reader.close();
      await writer.close();
    },
  };
}

function migrateFile(path: string, now: number, mayMigrate: boolean): void {
  if (existsSync(path)) lookBeforeOpening(path, mayMigrate);
  const db = openWriter(path);
  try {
    chmodSync(path, 0o600);
    migrate(db, MIGRATIONS, now);
  } finally {
    db.close();
  }
}

const SIDE_FILES = ["-wal", "-shm"] as const;

/** Reads through a connection that cannot write: what is refused stays as it was, to the byte. */
function lookBeforeOpening(path: string, mayMigrate: boolean): void {
  const absent = SIDE_FILES.filter((side) => !existsSync(path + side));
  let look: Database | null = null;
  try {
    look = new Database(path, { readonly: true });
    const missing = checkMigrations(look, MIGRATIONS);
    if (missing > 0 && !mayMigrate) {
      throw new DataRefusedError("the data is of an older version: start `memoryd serve` of this version once first");
    }
    look.close();
  } catch (error) {
    look?.close();
    // Even reading makes SQLite put its empty side files there.
    for (const side of absent) rmSync(path + side, { force: true });
    if (error instanceof DataRefusedError) throw error;
    const why = error instanceof Error ? error.message : "unknown error";
    throw new DataRefusedError(`the data file ${path} is not one that memoryd can read: ${why}`);
  }
}
