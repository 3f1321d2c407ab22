// Puts the service together, in the order in which its parts need each other, and takes it apart again.
import { ensureAdminKey } from "../accounts/ensure-admin-key.ts";
import type { Clock, RandomSource } from "../base/chance.ts";
import { gateLimitsOf, memoryBytesOf } from "../config/read-limits.ts";
import type { Reload } from "../config/reloadable.ts";
import type { Settings } from "../config/settings.ts";
import type { ThreadFiles } from "../config/threads.ts";
import { examineExposure } from "../doctor/examine-reach.ts";
import type { KeyExposure } from "../domain/ports/key-file.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import type { Store } from "../domain/ports/store.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import type { EmbeddingPool } from "../embedding/pool.ts";
import { warmBrains } from "../indexing/warm-brains.ts";
import { openDocumentIn } from "../reading/open-document.ts";
import { type ReadingThread, startReadingThread } from "../reading/reading-thread.ts";
import { removeClearFolders } from "../storage/files/clear-folder.ts";
import { type TakenDirectory, takeDirectory } from "../storage/files/first-start.ts";
import { adminKeyPathOf, keyFileAt } from "../storage/files/key-file.ts";
import { removeServiceAddress, writeServiceAddress } from "../storage/files/service-address.ts";
import { showDatabase } from "../storage/postgres/engine/database-url.ts";
import { openPostgresStore } from "../storage/postgres/open-store.ts";
import { openStore, reasonOfKeyChange } from "../storage/sqlite/open-store.ts";
import { remembered } from "../telemetry/readiness.ts";
import { assembleService, noCare, openMath, type VectorMath } from "./assemble.ts";
import { type CheckedSettings, checkSettings } from "./check-settings.ts";
import { startChores, startNight } from "./chores.ts";
import { type Closers, createClosers } from "./closers.ts";
import { databaseOf } from "./database-of.ts";
import { lastBackupOf } from "./last-backup.ts";
import { createLiveSettings, type LiveSettings } from "./live-settings.ts";
import type { Logger } from "./log.ts";
import { logHealth, logUnlessStorage } from "./log-sparingly.ts";
import { reachOf } from "./reach.ts";
import { type BackupSchedule, startBackupSchedule } from "./schedule-backups.ts";
import type { Service } from "./service.ts";
import { type CareParts, createCare, createDatabaseCare } from "./service-care.ts";
import { type Front, startFront } from "./start-front.ts";
import { logFinding, watchCertificate } from "./watch-certificate.ts";
import { type ServiceWatching, startWatching, type WatchedParts } from "./watch-service.ts";

export interface ServiceOptions {
  readonly settings: Settings;
  readonly version: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Logger;
  readonly workers: ThreadFiles;
  /** Told where the service cannot go on; the process must end, so that its supervisor starts it again. */
  readonly onFatal: (error: Error) => void;
}

export interface RunningService {
  /** Where it listens: http://HOST:PORT, or https. */
  readonly url: string;
  /** Whether there is a dashboard. */
  readonly hasPages: boolean;
  /** The admin key of a first start; null where there was one. */
  readonly newAdminKey: string | null;
  readonly adminKeyFile: string;
  /** Takes over what of other settings can be; throws SettingsError or ExposureRefusedError, and goes on as before then. */
  reload(read: Settings): Promise<Reload>;
  /** Answers what is under way, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Throws SettingsError, ExposureRefusedError, ModelFolderError, DataDirectoryError, DataRefusedError, KeyFileError,
 * PortError; what was opened is closed again then, and what a first start has made is taken back.
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const closers = createClosers();
  const outcome = { hasStarted: false };
  try {
    const running = await start(options, closers, outcome);
    outcome.hasStarted = true;
    return running;
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

/** What was made stays once the start has succeeded. */
interface StartOutcome {
  readonly hasStarted: boolean;
}

async function start(options: ServiceOptions, closers: Closers, outcome: StartOutcome): Promise<RunningService> {
  const { settings, clock, log, version } = options;
  const startedAt = clock.now();
  // Settings that can be wrong in more than their form are checked before anything is made.
  const checked = await checkSettings(settings);
  for (const finding of examineExposure(reachOf(settings, checked))) logFinding(log, finding);
  const live = createLiveSettings(settings);
  live.onChange(({ log_level: level }) => {
    log.level = level;
  });
  const opened = await openParts(options, live, checked, closers, outcome);
  const { store, embedder, reader, watching } = opened;
  const adminKey = await keepAdminKey(options, opened);
  const stopping = new AbortController();
  const service = await assembleRunning(options, live, checked, opened, stopping.signal, closers);
  closers.add(startChores(service, store, logUnlessStorage(log)));
  let backups: BackupSchedule | null = null;
  const reembedding = () => service.reembedding.progress();
  const readings = readingsOf(store, () => backups?.lastBackup());
  const backupCommand = () => backups?.backupCommand() ?? null;
  const certificates = watchCertificate({ clock, log });
  closers.add(() => certificates.close());
  const readiness = watching.show({
    ...{ store, embedder, now: clock.now, reembedding, backupCommand },
    ...readings,
    certificate: () => certificates.current,
  });
  closers.add(startNight(live, service, log));
  const {
    spending,
    health: { noteReadFault },
  } = store;
  const facts = async () => ({
    ...{ startedAt, disk: (await readings.disk?.()) ?? null, database: (await readings.database?.()) ?? null },
    lastBackup: (await readings.lastBackup?.()) ?? null,
    certificateEndsAt: certificates.current?.validTo ?? null,
  });
  const care = careOf(options, live, opened, stopping.signal, {
    certificate: () => certificates.current,
    schedule: () => backups,
  });
  const front = startFront({
    ...{ service, live, checked, version, log, readiness, noteReadFault, spending, facts, care },
    onCertificate: certificates.use,
  });
  closers.add(front.close);
  // The first backup may be made at once: not before nothing can fail any more.
  backups = startBackupSchedule({ ...options, files: store.files, workerUrl: options.workers.backup });
  live.onChange(backups.reload);
  closers.add(backups.stop);
  const address = announceAddress(options, front);
  closers.add(address.remove);
  // Its start takes a processor for a while, so who waits for the service to listen goes first.
  reader.open();
  // Before the server drains: a request that waits for a pass is answered with its end.
  closers.add(() => stopping.abort(new Error("the service stops")));
  warmBrains({ ...service, brainsMax: settings.warm_brains, stopping: stopping.signal }).catch((err: unknown) =>
    logUnlessStorage(log)({ event: "warming_failed", err }),
  );
  log.info({
    ...{ event: "listening", url: front.url, version, model: embedder.model.id },
    ...{
      intents: embedder.intents !== null,
      inputs: embedder.inputs !== null,
      classifier: embedder.classifier !== null,
    },
    judge: embedder.judge !== null,
  });
  const reload = async (read: Settings) => {
    const reloaded = await front.reload(read);
    address.write();
    return reloaded;
  };
  return { url: front.url, hasPages: checked.hasPages, ...adminKey, reload, stop: closers.closeAll };
}

/** For commands that ask this service. It goes on without: they then look where the settings say. */
function announceAddress({ settings, log }: ServiceOptions, front: Front) {
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (err) {
      log.warn({ event: "address_file_failed", err });
    }
  };
  const write = () => {
    const { url, certificate } = front;
    attempt(() => writeServiceAddress(settings.data_dir, { url, certificate }));
  };
  write();
  return { write, remove: () => attempt(() => removeServiceAddress(settings.data_dir)) };
}

/** Checks, metrics and status share what was read a moment ago. */
function readingsOf(
  { files, database, audit }: Store,
  scheduled: BackupSchedule["lastBackup"],
): Pick<WatchedParts, "disk" | "database" | "lastBackup"> {
  if (database !== null) return { database: remembered(() => database.state().catch(() => null)) };
  if (files === null) return {};
  const noted = remembered(audit.lastBackup);
  return { disk: remembered(files.disk), lastBackup: async () => lastBackupOf(scheduled(), await noted()) };
}

function careOf(
  { clock, workers, log }: ServiceOptions,
  live: LiveSettings,
  { store: { files, database, audit }, embedder }: OpenedParts,
  stopping: AbortSignal,
  later: Pick<CareParts, "certificate" | "schedule">,
): ServiceCare {
  const settings = () => live.current;
  const common = { clock, settings, model: embedder.model, ...later };
  if (files === null) return database === null ? noCare() : createDatabaseCare({ ...common, database });
  return createCare({
    ...{ ...common, files, audit, log },
    checks: { url: workers.checks, stopping },
  });
}

interface OpenedParts {
  readonly math: VectorMath;
  readonly embedder: EmbeddingPool;
  readonly reader: ReadingThread;
  readonly watching: ServiceWatching;
  readonly store: Store;
  readonly directory: TakenDirectory;
}

/** In the order in which they need each other: the model's sessions take longest, so they begin to load first. */
async function openParts(
  options: ServiceOptions,
  live: LiveSettings,
  checked: CheckedSettings,
  closers: Closers,
  outcome: StartOutcome,
): Promise<OpenedParts> {
  const { clock, random, log, version, workers } = options;
  const math = await openMath(workers.scan);
  let store: Store | null = null;
  const embedder = await startEmbedder(options, () => store?.health.isBusy() === true);
  closers.add(() => embedder.close());
  const onReaderDeath = (reason: string) => log.error({ event: "reading_thread_died", reason });
  const reader = startReadingThread({ workerUrl: workers.reading, onDeath: onReaderDeath });
  closers.add(() => reader.close());
  const watching = startWatching({ live, checked, version, clock, random, log });
  closers.add(() => watching.close());
  const opened = await openData(options, watching, closers, outcome);
  store = opened.store;
  return { math, embedder, reader, watching, ...opened };
}

/** Under the lock, and taken back where the start fails. */
async function openData(
  options: ServiceOptions,
  watching: ServiceWatching,
  closers: Closers,
  outcome: StartOutcome,
): Promise<Pick<OpenedParts, "store" | "directory">> {
  const { settings, clock, log, version, workers, onFatal } = options;
  const directory = takeDirectory(settings.data_dir);
  removeClearFolders(settings.data_dir);
  let madeId: string | null = null;
  const made = () => ({ dir: settings.data_dir, id: madeId });
  closers.add(() => directory.release());
  closers.add(() => {
    // A database stays as it is, and with it the key that it is signed with.
    if (!outcome.hasStarted && databaseOf(settings) === null && directory.takeBack() && madeId !== null)
      log.info({ event: "data_taken_back", ...made() });
  });
  const onCreate = (id: string) => {
    madeId = id;
    log.info({ event: "data_created", ...made() });
  };
  const watched = { watch: watching.telemetry.writes, health: logHealth(log) };
  const common = { dataDir: settings.data_dir, now: clock.now(), onCreate, ...watched };
  const address = databaseOf(settings);
  const store =
    address === null
      ? await openStore({
          ...common,
          writerUrl: workers.writer,
          erasesRemains: settings.erase_remains,
          version,
          onUpgrade: (upgrade) => log.info({ event: "data_upgraded", ...upgrade }),
          onAuditKeyChange: (change) =>
            log.warn({ event: "audit_key_changed", ...change, reason: reasonOfKeyChange(change) }),
          onWriterDeath: onFatal,
          onPagesSkipped: (pages) => log.warn({ event: "erase_remains_skipped", pages }),
        })
      : await openPostgresStore({
          ...common,
          address,
          auditKeyFile: settings.audit_key_file,
          onUpgrade: (versions) => log.info({ event: "data_upgraded", versions, database: showDatabase(address) }),
        });
  closers.add(() => store.close());
  return { store, directory };
}

async function assembleRunning(
  { settings, clock, random, log, version, workers }: ServiceOptions,
  live: LiveSettings,
  checked: CheckedSettings,
  { store, embedder, math, reader, watching }: OpenedParts,
  stopping: AbortSignal,
  closers: Closers,
): Promise<Service> {
  const logFailure = logUnlessStorage(log);
  const service = await assembleService({
    ...{ store, embedder, clock, random, math, version, stopping },
    ...{ intents: embedder.intents, inputs: embedder.inputs, classifier: embedder.classifier, judge: embedder.judge },
    ...{
      limits: live.limits,
      plans: live.plans,
      accountDefaults: live.accountDefaults,
      endpoint: checked.endpoint,
      telemetry: watching.telemetry,
    },
    memoryBytes: memoryBytesOf(settings),
    gateLimits: gateLimitsOf(settings),
    reading: reader.reading,
    openDocument: openDocumentIn(workers.document),
    isPrometheusPublic: settings.prometheus_public,
    learnAfterMs: () => live.current.learn_after_s * 1000,
    onBacklogFailure: (err, where) => logFailure({ event: "embedding_backlog_failed", ...where, err }),
    onReembeddingFailure: (err, where) => logFailure({ event: "reembedding_failed", ...where, err }),
    onWentBack: () => log.warn({ event: "data_went_back" }),
    onReembedded: () => log.info({ event: "reembedding_done", model: embedder.model.id }),
  });
  closers.add(() => service.vectors.close());
  closers.add(() => service.backlog.close());
  closers.add(() => service.reembedding.close());
  closers.add(() => service.learner.settle());
  // What another model embedded is found by its words until it is embedded again.
  const progress = service.reembedding.progress();
  if (progress !== null) log.info({ event: "reembedding_started", model: embedder.model.id, ...progress });
  return service;
}

async function keepAdminKey(
  { settings, clock, random, log }: ServiceOptions,
  { store, directory }: Pick<OpenedParts, "store" | "directory">,
) {
  const file = adminKeyPathOf(settings);
  const keyFile = directory.noting(keyFileAt(file));
  const outcome = await ensureAdminKey({ ...store, clock, random, keyFile });
  if (outcome.kind === "revoked") log.warn({ event: "admin_key_revoked", file });
  if ("exposure" in outcome && outcome.exposure !== null) log.warn(exposureEvent(file, outcome.exposure));
  return { newAdminKey: outcome.kind === "made" ? outcome.key : null, adminKeyFile: file };
}

function exposureEvent(file: string, { mode, isWritable, isClosed }: KeyExposure) {
  const [who, may] = isWritable ? ["its group", "read and change"] : ["others", "read"];
  const doubt = isWritable ? "see to it that the key is yours; if one may have read it" : "if one may have";
  const reason = isClosed
    ? `${who} could ${may} the admin key, and no longer can: ${doubt}, make a new key and revoke this one`
    : `${who} may ${may} the admin key, and the service may not forbid it: mount or own the file with mode 0400`;
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
