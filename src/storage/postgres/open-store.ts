// Opens the store whole on a database: schema, keys of the audit, and the stores that the verbs take as arguments.
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { SERVICE } from "../../domain/audit.ts";
import type { Store } from "../../domain/ports/store.ts";
import { type HealthWatch, type StorageFault, type StoreWatch, UNWATCHED } from "../../domain/ports/store-health.ts";
import { storageUnusable } from "../../domain/storage-faults.ts";
import { type AuditKeys, auditKeyPathOf, auditKeysOrNew, auditKeysOrNull } from "../files/audit-keys.ts";
import { DataDirectoryError, DataRefusedError } from "../files/data-directory.ts";
import { readIdFile, writeIdFile } from "../files/data-id.ts";
import { createSpool } from "../files/spool-file.ts";
import { Connections } from "./engine/connections.ts";
import { Database } from "./engine/database.ts";
import { DatabaseHealth } from "./engine/database-health.ts";
import { type DatabaseAddress, showDatabase } from "./engine/database-url.ts";
import { databaseFaultOf, messageOf } from "./engine/faults.ts";
import { type MigratedData, migrate } from "./engine/migrate.ts";
import { proveWriting } from "./engine/prove-writing.ts";
import { requireWholeData } from "./engine/unfinished-move.ts";
import { databaseState, examineDatabase } from "./examine-database.ts";
import { followAudit } from "./follow-audit.ts";
import { generationInUse } from "./generation.ts";
import { guarded } from "./guard-store.ts";
import {
  createAccountStore,
  createConstitutionStore,
  createCoreStore,
  createKeyStore,
} from "./stores/account-store.ts";
import { createAuditStore } from "./stores/audit-store.ts";
import { createBrainChanges } from "./stores/brain-changes.ts";
import { createBrainStore } from "./stores/brain-store.ts";
import { createExportSource } from "./stores/export-source.ts";
import { createImportStore } from "./stores/import-store.ts";
import { createLearningStore } from "./stores/learning-store.ts";
import { createLessonStore } from "./stores/lesson-store.ts";
import { createLexicalSource } from "./stores/lexical-source.ts";
import { createModelStore } from "./stores/model-store.ts";
import { createPacketStore } from "./stores/packet-store.ts";
import { createSpendingExchange } from "./stores/spending-exchange.ts";
import { createStaleStore } from "./stores/stale-store.ts";
import { createTotalsStore } from "./stores/totals-store.ts";
import { createTurnStore } from "./stores/turn-store.ts";
import { createUserStore } from "./stores/user-store.ts";
import { createVectorSource } from "./stores/vector-source.ts";
import { createWorkClaims } from "./stores/work-claims.ts";
import { claimSigningKey, newestSigningKey } from "./writes/write-audit.ts";
import { revokeLostKeys } from "./writes/write-keys.ts";

export interface OpenPostgresOptions {
  readonly address: DatabaseAddress;
  /** Of this node: the audit's key, an admin key, what is being imported. */
  readonly dataDir: string;
  /** Where the audit's key is not in the directory; absent or empty: it is. */
  readonly auditKeyFile?: string;
  readonly now: number;
  /** False: data that needs a migration is refused, and none is made. */
  readonly migrate?: boolean;
  /** Told where there was no data, and some was made. */
  readonly onCreate?: (dataId: string) => void;
  readonly onUpgrade?: (versions: readonly number[]) => void;
  readonly watch?: StoreWatch;
  /** Told when a fault of the database begins and ends. */
  readonly health?: HealthWatch;
}

/** As PostgreSQL calls it. */
const READ_ONLY: StorageFault = {
  ...{ kind: "writing", outcome: "not_ready", code: "25006" },
  message: "the database takes no writes: it is a standby, or read-only by default_transaction_read_only",
};

/** Throws DataRefusedError, DataDirectoryError. */
export async function openPostgresStore(options: OpenPostgresOptions): Promise<Store> {
  const connections = new Connections(options.address);
  try {
    return await openOver(connections, options);
  } catch (error) {
    await connections.close().catch(() => {});
    if (databaseFaultOf(error) === null) throw error;
    throw new DataDirectoryError(`the database ${showDatabase(options.address)} cannot be used: ${messageOf(error)}`);
  }
}

async function openOver(connections: Connections, options: OpenPostgresOptions): Promise<Store> {
  const { dataDir, now, watch = UNWATCHED } = options;
  const mayMigrate = options.migrate !== false;
  await requireWholeData(connections.db);
  const migrated = await migrate(connections, {
    ...{ now, mayMigrate, newId: randomBytes(16).toString("hex") },
    onEmpty: () => requireNoOtherData(options),
  });
  takeId(dataDir, migrated.dataId);
  const keys = await keysFor(connections, options);
  const database = new Database({ connections, keys, dataId: migrated.dataId, watch });
  if (mayMigrate) {
    if (!(await database.write(claimSigningKey, { at: now }))) throw otherAuditKey(options, "is another key");
    await database.write(revokeLostKeys, { by: { actor: SERVICE, at: now } });
  }
  if (migrated.applied[0] === 1) options.onCreate?.(migrated.dataId);
  else if (migrated.applied.length > 0) options.onUpgrade?.(migrated.applied);
  return storeOver(connections, database, migrated, options);
}

/** The directory may be of data that is elsewhere: an empty database must not take its place in silence. */
function requireNoOtherData({ dataDir, address, migrate: mayMake }: OpenPostgresOptions): void {
  const where = showDatabase(address);
  if (mayMake === false)
    throw new DataRefusedError(`there is no data in ${where}: start \`memoryd serve\` there first`);
  const own = readIdFile(dataDir);
  if (own === null) return;
  throw new DataRefusedError(
    `${where} holds no data, but ${dataDir} is of the data ${own}: check the URL, or name another data directory; \`memoryd move\` takes data from one place to the other`,
  );
}

/** Throws DataRefusedError where the directory is of other data. */
function takeId(dataDir: string, dataId: string): void {
  const own = readIdFile(dataDir);
  if (own === null) writeIdFile(dataDir, dataId);
  if (own === null || own === dataId) return;
  throw new DataRefusedError(
    `the database holds the data ${dataId}, but the directory ${dataDir} is of the data ${own}: name another data directory`,
  );
}

/** A key is made where the data names none. */
async function keysFor(connections: Connections, options: OpenPostgresOptions): Promise<AuditKeys> {
  const file = auditKeyFileOf(options);
  const named = await newestSigningKey(connections.db);
  if (named === null) return auditKeysOrNew(file);
  const own = auditKeysOrNull(file);
  if (own?.publicKey === named) return own;
  throw otherAuditKey(options, own === null ? "is not there" : "is another key");
}

function auditKeyFileOf({ dataDir, auditKeyFile = "" }: OpenPostgresOptions): string {
  return auditKeyPathOf({ data_dir: dataDir, audit_key_file: auditKeyFile });
}

function otherAuditKey(options: OpenPostgresOptions, what: string): DataRefusedError {
  return new DataRefusedError(
    `all nodes sign with one key, and ${auditKeyFileOf(options)} ${what}: copy it from the data directory of another node, or from its backup`,
  );
}

async function storeOver(
  connections: Connections,
  database: Database,
  migrated: MigratedData,
  options: OpenPostgresOptions,
): Promise<Store> {
  const { dataDir } = options;
  const health = new DatabaseHealth(options.health ?? {}, (fault) =>
    connections.bounded(connections.transaction((db) => proveWriting(db, fault))),
  );
  const parts = { health, bounded: <T>(work: Promise<T>) => connections.bounded(work) };
  const guard = <T extends object>(methods: T): T => guarded(methods, parts);
  const { reading } = database;
  reading.generation = await generationInUse(connections.db);
  const keys = createKeyStore(database);
  return {
    accounts: guard(createAccountStore(database)),
    keys: guard(keys),
    cores: guard(createCoreStore(database)),
    constitutions: guard(createConstitutionStore(database)),
    users: guard(createUserStore(database)),
    brains: guard(await createBrainStore(database)),
    turns: guard(createTurnStore(database)),
    packets: guard(createPacketStore(database, reading)),
    lessons: guard(createLessonStore(database)),
    learning: guard(createLearningStore(database, reading)),
    model: guard(createModelStore(database, reading)),
    stale: guard(createStaleStore(database, reading)),
    exports: guard(createExportSource(database)),
    imports: guard(createImportStore(database)),
    audit: guard(createAuditStore(database)),
    totals: guard(createTotalsStore(database)),
    vectorSource: guard(createVectorSource(database, reading)),
    lexicalSource: guard(createLexicalSource(database)),
    spool: createSpool(dataDir),
    health: {
      check: () => checkReading(connections, health),
      fault: async () => health.fault,
      stats: async () => ({
        schemaVersion: migrated.schemaVersion,
        writesWaiting: database.depth,
        batchMs: database.writingMs,
      }),
      noteReadFault: (code, message) => health.noteFault({ kind: "reading", outcome: "not_ready", code, message }),
      isBusy: () => database.isBusy,
    },
    changes: guard(createBrainChanges(database)),
    // Work may take longer than any statement: its own statements are guarded.
    claims: createWorkClaims(database, randomBytes(8).toString("hex")),
    spending: guard(createSpendingExchange(database)),
    database: guard({
      place: showDatabase(options.address),
      examine: () => examineDatabase(connections.db, options.address),
      state: () => databaseState(connections.db),
      followAudit: (head: string | null) => followAudit(database, head),
    }),
    files: null,
    async close() {
      // When keys were used is worth less than an orderly end.
      await keys.flushTouches().catch(() => {});
      health.close();
      await connections.close();
    },
  };
}

/** A standby is read from all the same, but who asks for a node that can take traffic must hear that it takes no writes. */
async function checkReading(connections: Connections, health: DatabaseHealth): Promise<void> {
  const look = sql`SELECT current_setting('transaction_read_only') AS "readOnly" FROM migrations LIMIT 1`;
  try {
    const [row] = await connections.bounded(connections.db.execute<{ readOnly: string }>(look));
    if (row?.readOnly === "on") health.noteFault(READ_ONLY);
  } catch (error) {
    health.note(error);
    throw storageUnusable();
  }
}
