// The whole service in process: real SQLite, real vectors, real routes; time, chance and meaning belong to the test.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureAdminKey } from "../../src/accounts/ensure-admin-key.ts";
import { type IssueKeyInput, issueKey } from "../../src/accounts/issue-key.ts";
import { PageSessions } from "../../src/accounts/page-sessions.ts";
import { assembleService, createHttpApp, openMath, type RequestGuard } from "../../src/app/assemble.ts";
import { createLogger } from "../../src/app/log.ts";
import { startBackupSchedule } from "../../src/app/schedule-backups.ts";
import type { Service } from "../../src/app/service.ts";
import { createCare, createDatabaseCare } from "../../src/app/service-care.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { threadFilesBelow } from "../../src/config/threads.ts";
import type { AccountDefaults } from "../../src/domain/account-settings.ts";
import type { IntentReader } from "../../src/domain/intent.ts";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import type { AnswerJudge } from "../../src/domain/ports/answer-judge.ts";
import type { Distiller } from "../../src/domain/ports/distiller.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import type { MessageClassifier } from "../../src/domain/ports/message-classifier.ts";
import type { Store } from "../../src/domain/ports/store.ts";
import type { TextReading } from "../../src/domain/ports/text-reading.ts";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { createEmbeddingPool, type EmbeddingPool } from "../../src/embedding/pool.ts";
import type { Readiness } from "../../src/http/context.ts";
import { dataFilesAt } from "../../src/storage/sqlite/data-files.ts";
import { seededRandom, TestClock } from "./chance.ts";
import { Client } from "./client.ts";
import { freshDatabase } from "./postgres.ts";
import { bytesOf, freshData, IS_POSTGRES, numbersIn, openTestStore, type TestData } from "./test-engine.ts";
import { WordEmbedder } from "./word-embedder.ts";

/** Stands for the other end of the connection, which a request in process does not have. */
export const PEER_HEADER = "x-test-peer";
const UNGUARDED: RequestGuard = {
  trustedProxies: { has: () => false },
  keyRequestsPerSecond: null,
  failedAuthPerMinute: null,
};

const THREADS = threadFilesBelow(new URL("../../src/main.ts", import.meta.url));
const MEMORY_BYTES = 64 * 1024 * 1024;

/** One for all services of a file: it holds vectors by their addresses alone, and making its memory costs most of a start. */
const math = openMath(null);

export interface TestServiceOptions {
  readonly embedder?: Embedder;
  readonly seed?: number;
  /** Absent: texts are read in place. */
  readonly reading?: TextReading;
  readonly endpoint?: Distiller;
  /** Absent: sentences are understood by their words alone. */
  readonly intents?: IntentReader;
  /** Absent: what the head for intents says is all. */
  readonly classifier?: MessageClassifier;
  readonly judge?: AnswerJudge;
  /** Absent: those of the default settings. */
  readonly plans?: Plans;
  readonly guard?: Partial<RequestGuard>;
  /** Absent: those of the default settings. */
  readonly accountDefaults?: AccountDefaults;
  /** Accounts learn from one turn alone, by default; absent: none does, so that it shows what two turns teach together. */
  readonly learnsOnce?: boolean;
  /** How long after a turn that teaches something `learnSoon.runDue` runs its pass, in ms; absent: never. */
  readonly learnAfterMs?: number;
  /** Bound on vectors and words in memory; a small one makes brains come and go. */
  readonly memoryBytes?: number;
  /** Texts that an account has seen lately and that are not embedded again; absent: none. */
  readonly embeddingsRemembered?: number;
  /** Settings of the operator, by their names in the file, such as `backup_dir`; absent: the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Data of a service that was closed before; it stays when this one closes. Absent: new data, erased at the end. */
  readonly dataDir?: string;
  /** Data of a further node: it stays when this one closes. Absent: as `dataDir` says. */
  readonly data?: Omit<TestData, "remove">;
}

/** An account of its own, so that tests that share a service share nothing else. */
export interface TestAccount {
  readonly name: string;
  readonly admin: Client;
  readonly agent: Client;
  /** A client with a new key; agent, unbound and without end where nothing else is said. */
  key(binding?: Partial<Pick<IssueKeyInput, "scope" | "core" | "user" | "expiresAt">>): Promise<Client>;
}

type CountedTable =
  | "brains"
  | "turns"
  | "packets"
  | "lessons"
  | "keys"
  | "cores"
  | "constitutions"
  | "synthesis_plans"
  | "learning_passes";

export interface TestService {
  readonly service: Service;
  readonly clock: TestClock;
  /** The embedder, unless the test brought another. */
  readonly words: WordEmbedder;
  /** What the service would have logged as its own failure. */
  readonly failures: readonly unknown[];
  /** Unbound admin of the account `default`. */
  readonly operator: Client;
  /** Sends no key. */
  readonly stranger: Client;
  /** Writes down when keys were used, as the service does now and then. */
  flushKeyUses(): Promise<void>;
  setReadiness(readiness: Readiness): void;
  withKey(key: string): Client;
  account(name?: string): Promise<TestAccount>;
  /** Rows of a table, read past the service: for what must not have been made. */
  countRows(table: CountedTable): number;
  readonly data: Omit<TestData, "remove">;
  /** The bytes of the database and its log, as they lie on the disk; of PostgreSQL: all rows of all tables. */
  bytesOnDisk(): Promise<Buffer>;
  close(): Promise<void>;
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const words = new WordEmbedder();
  const clock = new TestClock();
  const kept = options.data ?? (options.dataDir === undefined ? null : await dataAt(options.dataDir));
  const fresh = kept === null ? await freshData(clock.now()) : null;
  const data = kept ?? fresh!;
  const { dataDir } = data;
  known.set(dataDir, data);
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const stopping = new AbortController();
  const { service, database, flushKeyUses, close } = await assemble({
    embedder: words,
    ...options,
    data,
    clock,
    onFailure,
    stopping: stopping.signal,
  });
  let adminKey = "";
  const keyFile = {
    path: "admin.key",
    read: () => null,
    close: () => null,
    write: (text: string) => {
      adminKey = text.trim();
    },
  };
  await ensureAdminKey({ ...service, keyFile });
  let readiness: Readiness = { ready: true, checks: { storage: "ok" } };
  let requests = 0;
  const settings = readSettings({ flags: { data_dir: dataDir, ...options.settings }, environment: {}, file: null });
  const files = dataFilesAt(dataDir);
  const log = createLogger("silent");
  const schedule = startBackupSchedule({
    ...{ files, settings, clock, log, version: "0.0.0-test", workerUrl: THREADS.backup },
  });
  const common = {
    ...{ clock, model: (options.embedder ?? words).model },
    settings: () => settings,
    certificate: () => null,
  };
  const checks = { url: THREADS.checks, stopping: stopping.signal };
  const care =
    database === null
      ? createCare({ ...common, files, log, audit: service.audit, schedule: () => schedule, checks })
      : createDatabaseCare({ ...common, database });
  const app = createHttpApp(service, {
    care,
    readiness: async () => readiness,
    newRequestId: () => `request-${++requests}`,
    logFailure: ({ error }) => onFailure(error),
    version: "0.0.0-test",
    corsOrigins: new Set(),
    sessions: new PageSessions(service.random),
    guard: { ...UNGUARDED, ...options.guard },
    peerOf: (request) => request.headers.get(PEER_HEADER),
  });
  const clientOf = (key: string | null) => new Client(async (request) => app.handle(request), failures, key);
  let accounts = 0;
  return {
    service,
    clock,
    words,
    failures,
    operator: clientOf(adminKey),
    stranger: clientOf(null),
    flushKeyUses,
    setReadiness: (next) => {
      readiness = next;
    },
    withKey: clientOf,
    account: async (name = `account-${++accounts}`) => {
      await service.accounts.create(name, clock.now());
      const key: TestAccount["key"] = async (binding = {}) => {
        const unbound = { name: "test", scope: "agent", core: null, user: null, expiresAt: null } as const;
        return clientOf((await issueKey(service, { account: name, ...unbound, ...binding })).text);
      };
      return { name, admin: await key({ scope: "admin" }), agent: await key(), key };
    },
    countRows: (table) => numbersIn(data, `SELECT count(*) FROM ${table}`)[0] ?? 0,
    data,
    bytesOnDisk: () => bytesOf(data),
    close: async () => {
      stopping.abort(new Error("the test is over"));
      await schedule.stop();
      await close();
      await fresh?.remove();
    },
  };
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), "memoryd-test-"));
}

/** By directory, so that a service that is started again finds the database of the one before. */
const known = new Map<string, Omit<TestData, "remove">>();

async function dataAt(dataDir: string): Promise<Omit<TestData, "remove">> {
  return known.get(dataDir) ?? { dataDir, database: IS_POSTGRES ? (await freshDatabase()).url : null };
}

interface Parts extends TestServiceOptions {
  readonly data: Omit<TestData, "remove">;
  readonly clock: TestClock;
  readonly embedder: Embedder;
  readonly onFailure: (error: unknown) => void;
  readonly stopping: AbortSignal;
}

type Assembled = Pick<TestService, "service" | "flushKeyUses" | "close"> & Pick<Store, "database">;

async function assemble(parts: Parts): Promise<Assembled> {
  const { data, clock, embedder, onFailure, seed = 1, memoryBytes = MEMORY_BYTES } = parts;
  const store = await openTestStore(data, clock.now());
  const { settings } = store.accounts;
  const off = {
    ...store.accounts,
    settings: async (account: string) => {
      const { learnOnce = "off" } = await store.exports.settings(account);
      return { ...(await settings(account)), learnOnce };
    },
  };
  const service = await assembleService({
    store: parts.learnsOnce === true ? store : { ...store, accounts: off },
    ...(parts.intents === undefined ? {} : { intents: parts.intents }),
    ...(parts.classifier === undefined ? {} : { classifier: parts.classifier }),
    ...(parts.judge === undefined ? {} : { judge: parts.judge }),
    embedder,
    clock,
    random: seededRandom(seed),
    limits: DEFAULT_LIMITS,
    plans: parts.plans ?? DEFAULT_PLANS,
    ...(parts.accountDefaults === undefined ? {} : { accountDefaults: parts.accountDefaults }),
    memoryBytes,
    math: await math,
    ...(parts.reading === undefined ? {} : { reading: parts.reading }),
    learnAfterMs: () => parts.learnAfterMs ?? 0,
    // Tests that share a service make texts fail or wait, whoever asked for them before.
    embeddingsRemembered: parts.embeddingsRemembered ?? 0,
    onBacklogFailure: onFailure,
    endpoint: parts.endpoint ?? null,
    stopping: parts.stopping,
  });
  const close = async () => {
    service.backlog.close();
    service.reembedding.close();
    service.vectors.fit(0);
    await store.close();
  };
  return {
    service,
    database: store.database,
    flushKeyUses: () => store.keys.flushTouches(),
    close,
  };
}

/** The model that the executable carries, on one worker; close it when the tests are done. */
export function realModel(): EmbeddingPool {
  return createEmbeddingPool({
    model: embeddedModel(),
    workerUrl: new URL("../../src/embedding/worker.ts", import.meta.url),
    workers: 1,
    queueMax: 1_000,
    onEvent: () => {},
  });
}
