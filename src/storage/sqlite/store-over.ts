// The store as the verbs take it, over a connection that reads and a writer.
import type { Database } from "bun:sqlite";
import type { Store } from "../../domain/ports/store.ts";
import type { StoreHealth } from "../../domain/ports/store-health.ts";
import { OWN_CLAIMS } from "../../domain/ports/work-claims.ts";
import { createSpool } from "../files/spool-file.ts";
import { dataFilesAt } from "./data-files.ts";
import { MIGRATIONS } from "./engine/migrations.ts";
import { openDrizzle } from "./engine/open-database.ts";
import type { StorageHealth } from "./engine/storage-health.ts";
import type { WriterClient } from "./engine/writer-client.ts";
import {
  createAccountStore,
  createConstitutionStore,
  createCoreStore,
  createKeyStore,
} from "./stores/account-store.ts";
import { createAuditStore } from "./stores/audit-store.ts";
import { createExportSource } from "./stores/export-source.ts";
import { createImportStore } from "./stores/import-store.ts";
import { createLearningStore } from "./stores/learning-store.ts";
import { createLessonStore } from "./stores/lesson-store.ts";
import { createLexicalSource } from "./stores/lexical-source.ts";
import { createModelStore, readGenerationOf } from "./stores/model-store.ts";
import { createPacketStore } from "./stores/packet-store.ts";
import { createStaleStore } from "./stores/stale-store.ts";
import { createTotalsStore } from "./stores/totals-store.ts";
import { createBrainStore, createTurnStore } from "./stores/turn-store.ts";
import { createUserStore } from "./stores/user-store.ts";
import { createVectorSource } from "./stores/vector-source.ts";

export interface StoreParts {
  readonly dataDir: string;
  readonly reader: Database;
  readonly writer: WriterClient;
  readonly health: StorageHealth;
}

export function storeOver({ dataDir, reader, writer, health }: StoreParts): Store {
  const db = openDrizzle(reader);
  const keys = createKeyStore(db, writer);
  const reading = readGenerationOf(db);
  return {
    accounts: createAccountStore(db, writer),
    keys,
    cores: createCoreStore(db, writer),
    constitutions: createConstitutionStore(db, writer),
    brains: createBrainStore(db, writer),
    turns: createTurnStore(db, writer),
    packets: createPacketStore(db, writer, reading),
    lessons: createLessonStore(db, writer),
    learning: createLearningStore(db, writer, reading),
    model: createModelStore(db, writer, reading),
    stale: createStaleStore(reader, writer, reading),
    vectorSource: createVectorSource(reader, reading),
    lexicalSource: createLexicalSource(reader),
    exports: createExportSource(db),
    imports: createImportStore(db, writer),
    users: createUserStore(db, writer),
    audit: createAuditStore(db, writer, dataDir),
    totals: createTotalsStore(db),
    spool: createSpool(dataDir),
    health: healthOf(reader, writer, health),
    changes: null,
    claims: OWN_CLAIMS,
    spending: null,
    database: null,
    files: dataFilesAt(dataDir),
    async close() {
      // When keys were used is worth less than an orderly end.
      await keys.flushTouches().catch(() => {});
      // The reader goes first: the writer empties the WAL as it closes.
      reader.close();
      await writer.close();
    },
  };
}

function healthOf(reader: Database, writer: WriterClient, health: StorageHealth): StoreHealth {
  return {
    check: async () => void reader.query("SELECT 1 FROM migrations LIMIT 1").get(),
    fault: async () => health.fault,
    // Nobody migrates the data while it is open.
    stats: async () => ({
      schemaVersion: MIGRATIONS.length,
      writesWaiting: writer.depth,
      batchMs: writer.batchMs,
    }),
    noteReadFault: (code, message) => health.noteReading(code, message),
    isBusy: () => writer.isBusy,
  };
}
