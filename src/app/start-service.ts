// Puts the service together, in the order in which its parts need each other, and takes it apart again.
import { join } from "node:path";
import { ensureAdminKey } from "../accounts/ensure-admin-key.ts";
import type { Clock, RandomSource } from "../base/chance.ts";
import { readPlans } from "../config/read-plans.ts";
import { planReload, type Reload } from "../config/reloadable.ts";
import type { Settings } from "../config/settings.ts";
import { doneBy, SERVICE, SERVICE_ACCOUNT } from "../domain/audit.ts";
import type { Limits } from "../domain/limits.ts";
import type { KeyExposure } from "../domain/ports/key-file.ts";
import { faultCodeOf, storageFaultOf } from "../domain/storage-faults.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import type { EmbeddingPool } from "../embedding/pool.ts";
import type { Readiness } from "../http/context.ts";
import type { GateLimits } from "../http/request-gate.ts";
import { forgetErased } from "../indexing/forget-erased.ts";
import { openDocumentIn } from "../reading/open-document.ts";
import { startReadingThread } from "../reading/reading-thread.ts";
import { KEY_FILE, lockDataDirectory, prepareDataDirectory } from "../storage/files/data-directory.ts";
import { keyFileAt } from "../storage/files/key-file.ts";
import { openStore, type Store } from "../storage/sqlite/open-store.ts";
import { sweepExpired } from "../turns/sweep-expired.ts";
import { assembleService, createHttpApp, createRequestCounters, openMath, type RequestGuard } from "./assemble.ts";
import { type CheckedSettings, checkSettings } from "./check-settings.ts";
import { listen } from "./listen.ts";
import type { Logger } from "./log.ts";
import { type LogFailure, logHealth, logUnlessStorage } from "./log-sparingly.ts";
import { startNightly } from "./nightly.ts";
import { startBackupSchedule } from "./schedule-backups.ts";
import type { Service } from "./service.ts";
import { startWatching } from "./watch-service.ts";

const MIB = 1024 * 1024;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const KEY_USES_EVERY_MS = 30 * 1000;
const ERASED_ELSEWHERE_EVERY_MS = 1000;

export interface ServiceOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Logger;
  /** Entry files of the threads. */
  readonly workers: Readonly<Record<"embedding" | "writer" | "scan" | "backup" | "reading" | "document", string | URL>>;
  /** Told where the service cannot go on; the process must end, so that whoever watches it starts it again. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningService {
  /** Where it listens: http://HOST:PORT, or https. */
  readonly url: string;
  /** The admin key of a first start; null where there was one. */
  readonly newAdminKey: string | null;
  readonly adminKeyFile: string;
  /** Takes over what of other settings can be; throws SettingsError or ExposureRefusedError, and goes on as before then. */
  reload(read: Settings): Promise<Reload>;
  /** Answers what is under way, then closes everything. */
  stop(): Promise<void>;
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

function gateLimitsOf(settings: Settings): GateLimits {
  const { requests_max: requestsMax, body_memory_mib: bodyMib, exports_max: exportsMax } = settings;
  return { requestsMax, bodyBytesMax: bodyMib * MIB, exportsMax };
}

/**
 * Throws SettingsError, ExposureRefusedError, ModelFolderError, DataDirectoryError, DataRefusedError, KeyFileError,
 * PortError; what was opened is closed again then.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { settings, clock, random, log } = options;
  const stopping = new AbortController();
  const logFailure = logUnlessStorage(log);
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    // Settings that can be wrong in more than their form are checked before anything is made.
    const checked = checkSettings(settings);
    const math = await openMath(options.workers.scan);
    // The sessions take longest, so they begin to load before all that is left.
    let store: Store | null = null;
    const embedder = await startEmbedder(options, () => store?.isBusy() === true);
    closers.push(() => embedder.close());
    const onReaderDeath = (reason: string) => log.error({ event: "reading_thread_died", reason });
    const reader = startReadingThread({ workerUrl: options.workers.reading, onDeath: onReaderDeath });
    closers.push(() => reader.close());
    const watching = startWatching({ settings, checked, version: options.version, random, log });
    closers.push(() => watching.close());
    prepareDataDirectory(settings.data_dir);
    const lock = lockDataDirectory(settings.data_dir);
    closers.push(() => lock.release());
    const opened = await openStore({
      dataDir: settings.data_dir,
      now: clock.now(),
      writerUrl: options.workers.writer,
      version: options.version,
      onUpgrade: (upgrade) => log.info({ event: "data_upgraded", ...upgrade }),
      onWriterDeath: options.onFatal,
      watch: watching.telemetry.writes,
      health: logHealth(log),
    });
    store = opened;
    closers.push(() => opened.close());
    const adminKeyFile = settings.admin_key_file === "" ? join(settings.data_dir, KEY_FILE) : settings.admin_key_file;
    const outcome = await ensureAdminKey({ ...opened, clock, random, keyFile: keyFileAt(adminKeyFile) });
    if (outcome.kind === "revoked") log.warn({ event: "admin_key_revoked", file: adminKeyFile });
    if ("exposure" in outcome && outcome.exposure !== null) log.warn(exposureEvent(adminKeyFile, outcome.exposure));
    const service = await assembleService({
      store: opened,
      embedder,
      clock,
      random,
      limits: limitsOf(settings),
      plans: readPlans(settings),
      memoryBytes: memoryBytesOf(settings),
      gateLimits: gateLimitsOf(settings),
      math,
      reading: reader.reading,
      openDocument: openDocumentIn(options.workers.document),
      endpoint: checked.endpoint,
      stopping: stopping.signal,
      version: options.version,
      telemetry: watching.telemetry,
      isPrometheusPublic: settings.prometheus_public,
      onBacklogFailure: (err, where) => logFailure({ event: "embedding_backlog_failed", ...where, err }),
      onReembeddingFailure: (err, where) => logFailure({ event: "reembedding_failed", ...where, err }),
      onReembedded: () => log.info({ event: "reembedding_done", model: embedder.model.id }),
    });
    tellOfReembedding(service, log);
    closers.push(() => service.vectors.close());
    closers.push(() => service.backlog.close());
    closers.push(() => service.reembedder.close());
    closers.push(() => service.learner.settle());
    closers.push(startChores(service, opened, logFailure));
    const backups = startBackupSchedule({ ...options, workerUrl: options.workers.backup });
    closers.push(() => backups.stop());
    const readiness = watching.show({
      store: opened,
      embedder,
      now: clock.now,
      reembedding: () => service.reembedding.progress(),
      lastBackup: () => backups.lastBackup(),
    });
    const onReload = (read: Settings) => {
      watching.reload(read);
      backups.reload(read);
    };
    const { noteReadFault } = opened;
    const front = startFront(options, service, checked, { readiness, onReload, noteReadFault });
    closers.push(front.close);
    // Its start takes a processor for a while, so whoever waits for the service to listen goes first.
    reader.open();
    // Before the server drains: a request that waits for a pass is answered with its end.
    closers.push(() => stopping.abort(new Error("the service stops")));
    log.info({ event: "listening", url: front.url, version: options.version, model: embedder.model.id });
    return {
      url: front.url,
      newAdminKey: outcome.kind === "made" ? outcome.key : null,
      adminKeyFile,
      reload: front.reload,
      stop: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function exposureEvent(file: string, { mode, isClosed }: KeyExposure) {
  const reason = isClosed
    ? "others could read the admin key, and no longer can: if one may have, make a new key and revoke this one"
    : "others may read the admin key, and the service may not change that: mount or own the file with mode 0400";
  return { event: isClosed ? "admin_key_closed" : "admin_key_exposed", file, mode, reason };
}

function startEmbedder({ settings, workers, log }: ServiceOptions, isBusy: () => boolean): Promise<EmbeddingPool> {
  return openEmbedder(settings.model_dir, {
    workerUrl: workers.embedding,
    workers: settings.embedding_workers,
    queueMax: settings.embedding_queue_max,
    waitMsMax: settings.embedding_wait_ms,
    isBusy,
    onEvent: (event) => (event.event === "embedding_worker_open" ? log.info(event) : log.error(event)),
  });
}

/** What another model embedded is found by its words until it is embedded anew. */
function tellOfReembedding({ reembedding, embedder }: Service, log: Logger): void {
  const progress = reembedding.progress();
  if (progress !== null) log.info({ event: "reembedding_started", model: embedder.model.id, ...progress });
}

function startChores(service: Service, store: Store, logFailure: LogFailure): () => void {
  const run = (event: string, work: () => Promise<void>) => () => {
    work().catch((err: unknown) => logFailure({ event, err }));
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
    setInterval(
      run("forgetting_failed", async () => forgetErased(service, store.erasedElsewhere())),
      ERASED_ELSEWHERE_EVERY_MS,
    ),
  ];
  return () => timers.forEach(clearInterval);
}

function startNight({ nightly_cron: cron }: Settings, service: Service, log: Logger): () => void {
  if (cron === "") return () => {};
  const logFailure = logUnlessStorage(log);
  const onError = (err: unknown) => logFailure({ event: "nightly_pass_failed", err });
  const nightly = startNightly({ cron, run: () => service.learner.learnAll(onError), onError });
  return () => nightly.stop();
}

/** The names only: a value may be a secret. */
function enterReload({ audit, clock }: Service, settings: readonly string[]): Promise<void> {
  const by = doneBy({ id: SERVICE }, clock);
  return audit.note({ action: "service_settings.changed", account: SERVICE_ACCOUNT, details: { settings }, by });
}

interface FrontWatch {
  readonly readiness: () => Promise<Readiness>;
  readonly onReload: (settings: Settings) => void;
  readonly noteReadFault: Store["noteReadFault"];
}

/** What of the service can be exchanged while it runs: the socket, the interface, the nightly clock. */
function startFront(
  { settings, version, log }: ServiceOptions,
  service: Service,
  checked: CheckedSettings,
  { readiness, onReload, noteReadFault }: FrontWatch,
) {
  let { guard: counted } = checked;
  let counters = createRequestCounters(counted);
  /** They count on, unless failures are counted by another limit now. */
  const countersFor = (guard: RequestGuard) => {
    if (guard.failedAuthPerMinute !== counted.failedAuthPerMinute) {
      counters = { ...createRequestCounters(guard), rates: counters.rates };
    }
    counted = guard;
    return counters;
  };
  const appOf = (chosen: Settings, { corsOrigins, guard }: CheckedSettings) =>
    createHttpApp(
      { ...service, limits: limitsOf(chosen), plans: readPlans(chosen) },
      {
        readiness,
        newRequestId: () => crypto.randomUUID(),
        logFailure: ({ error, ...failure }) => {
          const fault = storageFaultOf(error);
          if (fault === null) log.error({ event: "request_failed", ...failure, err: error });
          else noteReadFault(faultCodeOf(error), fault.message);
        },
        version,
        corsOrigins,
        guard,
        counters: countersFor(guard),
      },
    );
  let running = settings;
  let { tls } = checked;
  const listener = listen(appOf(settings, checked), { host: settings.host, port: settings.port, tls });
  let stopNight = startNight(settings, service, log);
  const reloadNext = async (read: Settings): Promise<Reload> => {
    const plan = planReload(running, read);
    const next = checkSettings(plan.settings);
    checkSettings(read);
    if (plan.changed.length > 0) await enterReload(service, plan.changed);
    log.level = plan.settings.log_level;
    onReload(plan.settings);
    stopNight();
    stopNight = startNight(plan.settings, service, log);
    if (plan.changed.length > 0) listener.exchangeApp(appOf(plan.settings, next));
    // Its files may hold a new certificate under their old names.
    if (next.tls !== null && (next.tls.cert !== tls?.cert || next.tls.key !== tls.key)) listener.exchangeTls(next.tls);
    tls = next.tls;
    running = plan.settings;
    return plan;
  };
  // One after another: two that come at once would both enter, and make, the same change.
  let reloading: Promise<unknown> = Promise.resolve();
  const reload = (read: Settings): Promise<Reload> => {
    const reloaded = reloading.then(() => reloadNext(read));
    reloading = reloaded.catch(() => {});
    return reloaded;
  };
  const close = async () => {
    await listener.stop(running.shutdown_timeout_ms);
    stopNight();
  };
  return { url: listener.url, reload, close };
}
