// The composition root: reads arguments and settings, puts the rooms together, runs one command.
import { Database } from "bun:sqlite";
import { isatty } from "node:tty";
import { CommanderError } from "commander";
import NOTICES_FILE from "../dist/NOTICES.txt" with { type: "file" };
import { version } from "../package.json" with { type: "json" };
import { KeyFileError } from "./accounts/ensure-admin-key.ts";
import { assembleRecall, createClusterer, loadKernels, openMath } from "./app/assemble.ts";
import { checkSettings, ExposureRefusedError, HostError } from "./app/check-settings.ts";
import { PortError } from "./app/listen.ts";
import { createLogger, type Logger } from "./app/log.ts";
import { type RunningService, startService } from "./app/start-service.ts";
import type { Clock, RandomSource } from "./base/chance.ts";
import SYSTEMD_UNIT from "./build/memoryd.service" with { type: "text" };
import type { DataOptions, ModelOptions } from "./cli/context.ts";
import { UnhealthyError } from "./cli/doctor.ts";
import { runEmbed } from "./cli/embed.ts";
import { printable } from "./cli/printable.ts";
import { type CliContext, exitCodeOf, runProgram, wantsJson } from "./cli/program.ts";
import { createProgress } from "./cli/progress.ts";
import type { RecallQuestion } from "./cli/recall.ts";
import type { SettingFlags } from "./cli/setting-options.ts";
import { FaultyDataError } from "./cli/verify.ts";
import { createAuditCommands } from "./commands/audit.ts";
import { createBackupCommands } from "./commands/backup.ts";
import { examine } from "./commands/examine.ts";
import { createLearnCommands } from "./commands/learn.ts";
import { createPortabilityCommands } from "./commands/portability.ts";
import { EnvironmentRefusedError, readEnvironment, refuseEngineOptions } from "./config/environment.ts";
import { memoryBytesOf } from "./config/read-limits.ts";
import { readPlans } from "./config/read-plans.ts";
import { CONFIG_VARIABLE, readSettingSources, readSettings, SettingsError } from "./config/read-settings.ts";
import { choicesOf, flagName, SETTING_NAMES, SETTINGS, type Settings } from "./config/settings.ts";
import type { BrainKey } from "./domain/brain.ts";
import { MemoryError } from "./domain/errors.ts";
import { embeddedModel } from "./embedding/embedded-model.ts";
import { type ModelFolder, ModelFolderError } from "./embedding/model-folder.ts";
import { openEmbedder, openModel } from "./embedding/open-embedder.ts";
import type { EmbeddingPool } from "./embedding/pool.ts";
import { createExtractiveDistiller } from "./learning/distil-extractive.ts";
import { previewPass } from "./learning/preview-pass.ts";
import { readInPlace } from "./reading/read-in-place.ts";
import { DataDirectoryError, databasePath, prepareDataDirectory } from "./storage/files/data-directory.ts";
import { DataRefusedError } from "./storage/files/data-refused.ts";
import { BackupError } from "./storage/files/durable-files.ts";
import { BackupDamagedError } from "./storage/sqlite/backup/manifest.ts";
import { sqliteVersion } from "./storage/sqlite/engine/open-database.ts";
import { openStore } from "./storage/sqlite/open-store.ts";
import { recallMemory } from "./turns/recall-memory.ts";
import { KernelsUnsupportedError } from "./vectors/kernels.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_REFUSED = 3;
/** More packets than this that wait are not counted. */
const WAITING_MAX = 1_000;

const clock: Clock = { now: () => Date.now() };
const random: RandomSource = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
const environment = readEnvironment();
const args: readonly string[] = process.argv.slice(2);

const WORKERS = {
  embedding: new URL("./embedding/worker.ts", import.meta.url),
  writer: new URL("./storage/sqlite/engine/writer-worker.ts", import.meta.url),
  scan: new URL("./vectors/scan-thread.ts", import.meta.url),
  backup: new URL("./storage/sqlite/backup/backup-worker.ts", import.meta.url),
  document: new URL("./reading/document-worker.ts", import.meta.url),
  reading: new URL("./reading/reading-worker.ts", import.meta.url),
};

function sourcesFor(flags: SettingFlags, config: string | undefined) {
  return { flags, environment, file: config ?? environment[CONFIG_VARIABLE] ?? null };
}

function settingsFor(flags: SettingFlags, config: string | undefined): Settings {
  return readSettings(sourcesFor(flags, config));
}

async function serve(flags: SettingFlags, config: string | undefined): Promise<void> {
  const settings = settingsFor(flags, config);
  const log = createLogger(settings.log_level);
  // Before anything starts: a signal that comes meanwhile is kept, and whoever reads the listening line may send one.
  const hangup = { come: () => {} };
  const hadTerminal = isatty(2);
  const stopSignal = new Promise<string>((resolve) => {
    // `on`, not `once`: a shell that hands Ctrl-C down sends it twice, and the second must not cut the stop short.
    for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => resolve(name));
    // The same signal says that the terminal is gone, and then nobody is left to look after the service.
    process.on("SIGHUP", () => (hadTerminal && !isatty(2) ? resolve("SIGHUP") : hangup.come()));
  });
  const onFatal = (error: Error) => {
    log.fatal({ event: "fatal", err: error });
    process.exit(EXIT_FAILED);
  };
  const service = await startService({ settings, version, clock, random, log, workers: WORKERS, onFatal });
  hangup.come = () => void reload(service, log, () => settingsFor(flags, config));
  if (service.newAdminKey !== null && process.stdout.isTTY) {
    context.print(`admin key: ${service.newAdminKey}`);
    context.print(`It is kept in ${service.adminKeyFile}, and shown only this once.`);
  }
  context.print(`memoryd listening on ${service.url}`);
  if (process.stdout.isTTY) context.print(`The interface is described at ${service.url}/docs`);
  log.info({ event: "stopping", signal: await stopSignal });
  await service.stop();
  log.info({ event: "stopped" });
}

/** HUP: a file that cannot be read or is wrong changes nothing. */
async function reload(service: RunningService, log: Logger, read: () => Settings): Promise<void> {
  try {
    const { changed, afterRestart } = await service.reload(read());
    log.info({ event: "reloaded", changed });
    if (afterRestart.length > 0) log.warn({ event: "settings_need_restart", settings: afterRestart });
  } catch (error) {
    const isRefusal = error instanceof SettingsError || error instanceof ExposureRefusedError;
    if (isRefusal) log.error({ event: "reload_refused", reason: error.message });
    // A change that the audit could not be told of is not made.
    else log.error({ event: "reload_failed", err: error });
  }
}

function modelFor({ modelDir, config }: ModelOptions): Promise<ModelFolder> {
  return openModel(settingsFor({ model_dir: modelDir }, config).model_dir);
}

async function openOperatorStore(options: DataOptions) {
  const { data_dir: dataDir } = settingsFor({ data_dir: options.dataDir }, options.config);
  if (!(await Bun.file(databasePath(dataDir)).exists())) {
    throw new DataDirectoryError(`there is no memoryd data in ${dataDir}: \`memoryd serve\` makes it`);
  }
  prepareDataDirectory(dataDir);
  return openStore({ dataDir, now: clock.now(), writerUrl: null, migrate: false });
}

async function previewLearning(options: DataOptions & ModelOptions, key: BrainKey) {
  const { spec } = await modelFor(options);
  const store = await openOperatorStore(options);
  try {
    await store.model.readAs(spec);
    const brain = await store.brains.find(key);
    if (brain === null) return { packetsScanned: 0, packetsStale: 0, clusters: [] };
    const kernels = await loadKernels();
    const deps = {
      clock,
      clusterSimilarity: spec.clusterSimilarity,
      learning: store.learning,
      clusterer: createClusterer(kernels, spec.cosineBaseline),
      distiller: createExtractiveDistiller(readInPlace()),
    };
    return await previewPass(deps, brain);
  } finally {
    await store.close();
  }
}

async function recall(options: DataOptions & ModelOptions, question: RecallQuestion) {
  const settings = settingsFor({ data_dir: options.dataDir, model_dir: options.modelDir }, options.config);
  const store = await openOperatorStore(options);
  let embedder: EmbeddingPool | null = null;
  try {
    const { account } = question.brain;
    const chosen = await store.accounts.settings(account);
    const mode = question.mode ?? chosen.retrievalMode;
    const brain = await store.brains.find(question.brain);
    if (brain === null) return { mode, waiting: 0, sources: [] };
    const math = await openMath(null);
    embedder = await openEmbedder(settings.model_dir, {
      workerUrl: WORKERS.embedding,
      workers: 1,
      queueMax: 1,
      onEvent: () => {},
    });
    await store.model.readAs(embedder.model);
    const accounts = { ...store.accounts, settings: async () => ({ ...chosen, retrievalMode: mode }) };
    const memoryBytes = memoryBytesOf(settings);
    const deps = assembleRecall({ store: { ...store, accounts }, embedder, clock, memoryBytes, math });
    const pending = (await store.packets.pending(brain.id, WAITING_MAX)).length;
    const waiting = pending + (await store.stale.countPackets(brain.id, WAITING_MAX));
    return { mode, waiting, sources: await recallMemory(deps, { ...question, explain: true }) };
  } finally {
    await embedder?.close();
    await store.close();
  }
}

function ownSqliteVersion(): string {
  const db = new Database(":memory:");
  try {
    return sqliteVersion(db);
  } finally {
    db.close();
  }
}

async function embed(options: ModelOptions): Promise<void> {
  const settings = settingsFor({ model_dir: options.modelDir }, options.config);
  const embedder = await openEmbedder(settings.model_dir, {
    workerUrl: WORKERS.embedding,
    workers: settings.embedding_workers,
    queueMax: settings.embedding_queue_max,
    onEvent: () => {},
  });
  const input = Bun.stdin.stream().pipeThrough(new TextDecoderStream());
  // Bar and lines would stand in each other's way on one terminal.
  const progress = process.stdout.isTTY === true ? null : createProgress("embedding", null);
  const output = (line: string) => {
    context.print(line);
    progress?.advance(1);
  };
  await runEmbed({ embedder, input, output });
  progress?.done();
}

/** Settled when the last line has gone to whoever reads: what a slow reader has not taken is lost with the process. */
let printed: Promise<void> = Promise.resolve();

const context: CliContext = {
  version,
  carriedModel: embeddedModel().spec.id,
  settingOptions: SETTING_NAMES.map((name) => ({
    name,
    flag: flagName(name),
    doc: SETTINGS[name].doc,
    standard: String(SETTINGS[name].default),
    isSwitch: SETTINGS[name].kind === "switch",
    choices: choicesOf(SETTINGS[name]),
  })),
  bun: Bun.version,
  sqlite: ownSqliteVersion,
  notices: () => Bun.file(NOTICES_FILE).text(),
  systemdUnit: SYSTEMD_UNIT,
  readSettings: (flags, config) => readSettingSources(sourcesFor(flags, config)),
  checkSettings: async (flags, config) => {
    const settings = settingsFor(flags, config);
    checkSettings(settings);
    await openModel(settings.model_dir);
  },
  clock,
  random,
  print: (line) => {
    printed = new Promise((resolve) => process.stdout.write(`${printable(line)}\n`, () => resolve()));
  },
  warn: (line) => void process.stderr.write(`memoryd: ${printable(line)}\n`),
  openOperatorStore,
  ...createBackupCommands(({ dataDir, config }) => settingsFor({ data_dir: dataDir }, config).data_dir, clock.now),
  ...createAuditCommands(({ dataDir, config }) => settingsFor({ data_dir: dataDir }, config).data_dir),
  ...createPortabilityCommands({
    settingsOf: ({ dataDir, config }) => settingsFor({ data_dir: dataDir }, config),
    openStore: openOperatorStore,
    clock,
  }),
  ...createLearnCommands({
    settingsOf: ({ dataDir, modelDir, config }) => settingsFor({ data_dir: dataDir, model_dir: modelDir }, config),
    openStore: openOperatorStore,
    clock,
    random,
    embeddingWorker: WORKERS.embedding,
  }),
  plans: (config) => readPlans(settingsFor({}, config)),
  examine: (asked) => examine(settingsFor, clock.now(), asked),
  previewLearning,
  recall,
  serve,
  embed,
};

/** What is wrong, in one sentence, and the exit code for it; the message is null where it has been told already. */
function failureOf(error: unknown): { message: string | null; code: number } {
  if (error instanceof CommanderError) {
    const isTold = exitCodeOf(error) === 0 || !wantsJson(args);
    const message = error.message.replace(/^error: /, "").replaceAll("\n", " ");
    return { message: isTold ? null : message, code: exitCodeOf(error) };
  }
  // Like an address that is none of this machine, of which nothing is known before it is listened on.
  if (error instanceof HostError) return { message: error.message, code: EXIT_FAILED };
  if (error instanceof SettingsError) return { message: error.message, code: EXIT_USAGE };
  if (error instanceof ModelFolderError) return { message: `model_dir: ${error.message}`, code: EXIT_USAGE };
  if ([DataRefusedError, EnvironmentRefusedError, ExposureRefusedError].some((kind) => error instanceof kind))
    return { message: (error as Error).message, code: EXIT_REFUSED };
  const known = [
    DataDirectoryError,
    BackupError,
    BackupDamagedError,
    FaultyDataError,
    UnhealthyError,
    KernelsUnsupportedError,
    KeyFileError,
    PortError,
    MemoryError,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error)
    return { message: known ? error.message : (error.stack ?? error.message), code: EXIT_FAILED };
  return { message: String(error), code: EXIT_FAILED };
}

/** The code of a failure in JSON: that of the interface where it has one, else what the exit code means. */
function errorCodeOf(error: unknown, exitCode: number): string {
  if (error instanceof MemoryError) return error.code;
  return exitCode === EXIT_USAGE ? "usage" : exitCode === EXIT_REFUSED ? "refused" : "failed";
}

/** Whoever read standard output has gone, or its disk is full: what was printed is lost. */
let outputLost = false;
process.stdout.on("error", () => {
  outputLost = true;
});

async function main(): Promise<number> {
  try {
    refuseEngineOptions(environment);
    await runProgram(context, args);
    await printed;
    if (outputLost) process.stderr.write("memoryd: standard output could not be written\n");
    return outputLost ? EXIT_FAILED : 0;
  } catch (error) {
    await printed;
    const { message, code } = failureOf(error);
    if (message !== null) {
      const told = { error: { message, code: errorCodeOf(error, code) } };
      const line = wantsJson(args) ? JSON.stringify(told) : `memoryd: ${message}`;
      process.stderr.write(`${printable(line)}\n`);
    }
    return code;
  }
}

process.exit(await main());
