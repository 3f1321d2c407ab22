// Puts the service together, in the order in which its parts need each other, and takes it apart again.
import { join } from "node:path";
import { ensureAdminKey } from "./accounts/ensure-admin-key.ts";
import { assembleService, createHttpApp } from "./assemble.ts";
import { SettingsError } from "./config/read-settings.ts";
import type { Settings } from "./config/settings.ts";
import { createEndpointDistiller } from "./distilling/endpoint-distiller.ts";
import { EndpointSettingsError } from "./distilling/endpoint-url.ts";
import type { Clock, RandomSource } from "./domain/chance.ts";
import type { Embedder } from "./domain/embedder.ts";
import type { Distiller } from "./domain/learning.ts";
import type { Limits } from "./domain/limits.ts";
import { openEmbedder } from "./embedding/open-embedder.ts";
import type { EmbeddingPool } from "./embedding/pool.ts";
import type { Readiness } from "./http/context.ts";
import { isOrigin } from "./http/cors.ts";
import type { Service } from "./http/service.ts";
import { parseRule } from "./learning/parse-rule.ts";
import { clusterPrompt, SYSTEM_PROMPT } from "./learning/write-prompt.ts";
import type { Logger } from "./log.ts";
import { sweepExpired } from "./memory/sweep-expired.ts";
import { checkCron, startNightly } from "./scheduling/nightly.ts";
import { KEY_FILE, lockDataDirectory, prepareDataDirectory } from "./storage/data-directory.ts";
import { keyFileAt } from "./storage/key-file.ts";
import { DataRefusedError } from "./storage/migrate.ts";
import { openStore, type Store } from "./storage/open-store.ts";

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];
const MIB = 1024 * 1024;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const KEY_USES_EVERY_MS = 30 * 1000;

export interface ServiceOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Logger;
  /** Entry files of the threads. */
  readonly workers: { readonly embedding: string | URL; readonly writer: string | URL; readonly scan: string | URL };
  /** Told where the service cannot go on; the process must end, so that whoever watches it starts it again. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningService {
  /** Where it listens: http://HOST:PORT. */
  readonly url: string;
  /** The admin key of a first start; null where there was one. */
  readonly newAdminKey: string | null;
  readonly adminKeyFile: string;
  /** Answers what is under way, then closes everything. */
  stop(): Promise<void>;
}

/** The address cannot be listened on. */
export class PortError extends Error {
  override readonly name = "PortError";
}

export function memoryBytesOf(settings: Settings): number {
  return settings.memory_mib * MIB;
}

export function limitsOf(settings: Settings): Limits {
  return {
    bodyBytesMax: settings.body_bytes_max,
    inputCharsMax: settings.input_chars_max,
    answerCharsMax: settings.answer_chars_max,
    lessonCharsMax: settings.lesson_chars_max,
    nameCharsMax: settings.name_chars_max,
    contextCharsMax: settings.context_chars_max,
    listLimitMax: settings.list_limit_max,
  };
}

/** Throws ModelFolderError, DataDirectoryError, DataRefusedError, KeyFileError, PortError; what was opened is closed again then. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { settings, clock, random, log } = options;
  const stopping = new AbortController();
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    // Settings that can be wrong in more than their form are checked before anything is made.
    const endpoint = endpointOf(settings);
    const corsOrigins = corsOriginsOf(settings);
    requireSchedule(settings);
    // The sessions take longest, so they begin to load before the rest.
    let store: Store | null = null;
    const embedder = await startEmbedder(options, () => store?.isBusy() === true);
    closers.push(() => embedder.close());
    prepareDataDirectory(settings.data_dir);
    const lock = lockDataDirectory(settings.data_dir);
    closers.push(() => lock.release());
    const opened = await openStore({
      dataDir: settings.data_dir,
      now: clock.now(),
      writerUrl: options.workers.writer,
      onWriterDeath: options.onFatal,
    });
    store = opened;
    closers.push(() => opened.close());
    await adoptModel(opened, embedder);
    const adminKeyFile = settings.admin_key_file === "" ? join(settings.data_dir, KEY_FILE) : settings.admin_key_file;
    const outcome = await ensureAdminKey({ ...opened, clock, random, keyFile: keyFileAt(adminKeyFile) });
    if (outcome.kind === "revoked") log.warn({ event: "admin_key_revoked", file: adminKeyFile });
    const service = await assembleService({
      store: opened,
      embedder,
      clock,
      random,
      limits: limitsOf(settings),
      memoryBytes: memoryBytesOf(settings),
      scanThreadUrl: options.workers.scan,
      endpoint,
      stopping: stopping.signal,
      onBacklogFailure: (error, { brain, seq }) =>
        log.error({ event: "embedding_backlog_failed", brain, seq, err: error }),
    });
    closers.push(() => service.vectors.close());
    closers.push(() => service.backlog.close());
    closers.push(() => service.learner.settle());
    closers.push(startChores(service, opened, log));
    closers.push(startNight(settings, service, log));
    const server = listen(options, service, corsOrigins, () => readinessOf(opened, embedder, log));
    closers.push(() => stopServer(server, settings.shutdown_timeout_ms));
    // Before the server drains: a request that waits for a pass is answered with its end.
    closers.push(() => stopping.abort(new Error("the service stops")));
    log.info({ event: "listening", url: urlOf(server), version: options.version, model: embedder.model.id });
    return {
      url: urlOf(server),
      newAdminKey: outcome.kind === "made" ? outcome.key : null,
      adminKeyFile,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function startEmbedder({ settings, workers, log }: ServiceOptions, isBusy: () => boolean): Promise<EmbeddingPool> {
  return openEmbedder(settings.model_dir, {
    workerUrl: workers.embedding,
    workers: settings.embedding_workers,
    queueMax: settings.embedding_queue_max,
    isBusy,
    onEvent: (event) => (event.event === "embedding_worker_open" ? log.info(event) : log.error(event)),
  });
}

/** Embeddings of two models cannot be compared, so data of another model is not touched. */
async function adoptModel(store: Store, embedder: Embedder): Promise<void> {
  const { id, sha256 } = embedder.model;
  const stored = await store.model.current();
  if (stored === null) await store.model.adopt({ id, sha256 });
  else if (stored.sha256 !== sha256) {
    throw new DataRefusedError(`the data was made with the model ${stored.id}, and the one in use is ${id}`);
  }
}

function startChores(service: Service, store: Store, log: Logger): () => void {
  const run = (event: string, work: () => Promise<void>) => () => {
    work().catch((error: unknown) => log.error({ event, err: error }));
  };
  const timers = [
    setInterval(
      run("sweep_failed", () => sweepExpired(service)),
      SWEEP_EVERY_MS,
    ),
    setInterval(
      run("key_uses_failed", () => store.keys.flushTouches()),
      KEY_USES_EVERY_MS,
    ),
  ];
  return () => timers.forEach(clearInterval);
}

/** The entries of a setting that is a list with commas. */
function entriesOf(setting: string): string[] {
  return setting.split(",").flatMap((entry) => entry.trim() || []);
}

/** The endpoint that the settings name; loopback is allowed where they list no hosts. */
function endpointOf(settings: Settings): Distiller | null {
  if (settings.distiller_url === "") return null;
  const listed = entriesOf(settings.distiller_hosts);
  try {
    return createEndpointDistiller({
      url: settings.distiller_url,
      model: settings.distiller_model,
      allowedHosts: listed.length > 0 ? listed : LOOPBACK_HOSTS,
      timeoutMs: settings.distiller_timeout_ms,
      system: SYSTEM_PROMPT,
      prompt: clusterPrompt,
      parse: parseRule,
    });
  } catch (error) {
    if (error instanceof EndpointSettingsError) throw new SettingsError(`distiller_url: ${error.message}`);
    throw error;
  }
}

function corsOriginsOf({ cors_origins: listed }: Settings): ReadonlySet<string> {
  const origins = entriesOf(listed);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined)
    throw new SettingsError(`cors_origins: ${wrong} is not an origin such as https://app.example`);
  return new Set(origins);
}

function requireSchedule({ nightly_cron: cron }: Settings): void {
  const fault = cron === "" ? null : checkCron(cron);
  if (fault !== null) throw new SettingsError(`nightly_cron: ${fault}`);
}

function startNight({ nightly_cron: cron }: Settings, service: Service, log: Logger): () => void {
  if (cron === "") return () => {};
  const onError = (error: unknown) => log.error({ event: "nightly_pass_failed", err: error });
  const nightly = startNightly({ cron, run: () => service.learner.learnAll(onError), onError });
  return () => nightly.stop();
}

type Server = NonNullable<ReturnType<typeof createHttpApp>["server"]>;

const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there",
  EACCES: "no permission for this port",
  EINVAL: "this machine has no such address",
  EADDRNOTAVAIL: "this machine has no such address",
};

function listen(
  options: ServiceOptions,
  service: Service,
  corsOrigins: ReadonlySet<string>,
  readiness: () => Promise<Readiness>,
): Server {
  const { settings, log } = options;
  const app = createHttpApp(service, {
    readiness,
    newRequestId: () => crypto.randomUUID(),
    logFailure: ({ error, ...failure }) => log.error({ event: "request_failed", ...failure, err: error }),
    version: options.version,
    corsOrigins,
  });
  try {
    app.listen({ hostname: settings.host, port: settings.port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const why = LISTEN_FAULTS[String(code)] ?? (error instanceof Error ? error.message : "");
    throw new PortError(`cannot listen on ${settings.host} port ${settings.port}: ${why}`);
  }
  if (app.server === null) throw new PortError(`cannot listen on ${settings.host} port ${settings.port}`);
  return app.server;
}

async function readinessOf(store: Store, embedder: EmbeddingPool, log: Logger): Promise<Readiness> {
  const model = embedder.stats().workersOpen > 0 ? "ok" : "failing";
  let storage: "ok" | "failing" = "ok";
  try {
    store.check();
  } catch (error) {
    log.error({ event: "storage_check_failed", err: error });
    storage = "failing";
  }
  return { ready: model === "ok" && storage === "ok", checks: { storage, model } };
}

function urlOf(server: Server): string {
  const host = server.hostname ?? "";
  return `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`;
}

/** Requests under way are answered; a connection that only stays open is closed after the time limit. */
async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  const drained = server.stop();
  const late = Bun.sleep(timeoutMs).then(() => server.stop(true));
  await Promise.race([drained, late]);
}
