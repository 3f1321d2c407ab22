// The composition root: reads arguments and settings, puts the rooms together, runs one command.
import { CommanderError } from "commander";
import { version } from "../package.json" with { type: "json" };
import { KeyFileError } from "./accounts/ensure-admin-key.ts";
import { assembleRecall, createClusterer, createOwnDistiller, loadKernels } from "./assemble.ts";
import type { CliContext, DataOptions, ModelOptions, RecallQuestion } from "./cli/context.ts";
import { runEmbed } from "./cli/embed.ts";
import { exitCodeOf, runProgram } from "./cli/program.ts";
import { readEnvironment } from "./config/environment.ts";
import { CONFIG_VARIABLE, readSettings, SettingsError } from "./config/read-settings.ts";
import { flagName, SETTING_NAMES, SETTINGS, type Settings } from "./config/settings.ts";
import type { BrainKey } from "./domain/brain.ts";
import type { Clock, RandomSource } from "./domain/chance.ts";
import { MemoryError } from "./domain/errors.ts";
import { embeddedModel } from "./embedding/embedded-model.ts";
import { type ModelFolder, ModelFolderError } from "./embedding/model-folder.ts";
import { openEmbedder, openModel } from "./embedding/open-embedder.ts";
import type { EmbeddingPool } from "./embedding/pool.ts";
import { previewPass } from "./learning/preview-pass.ts";
import { createLogger } from "./log.ts";
import { recallMemory } from "./memory/recall-memory.ts";
import { memoryBytesOf, PortError, startService } from "./service.ts";
import { DataDirectoryError, databasePath, prepareDataDirectory } from "./storage/data-directory.ts";
import { DataRefusedError } from "./storage/migrate.ts";
import { openStore } from "./storage/open-store.ts";
import { KernelsUnsupportedError } from "./vectors/kernels.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_REFUSED = 3;
/** More packets than this that wait are not counted. */
const WAITING_MAX = 1_000;

const clock: Clock = { now: () => Date.now() };
const random: RandomSource = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };
const environment = readEnvironment();

const WORKERS = {
  embedding: new URL("./embedding/worker.ts", import.meta.url),
  writer: new URL("./storage/writer-worker.ts", import.meta.url),
  scan: new URL("./vectors/scan-thread.ts", import.meta.url),
};

function settingsFor(flags: Readonly<Record<string, string | undefined>>, config: string | undefined): Settings {
  return readSettings({ flags, environment, file: config ?? environment[CONFIG_VARIABLE] ?? null });
}

async function serve(flags: Readonly<Record<string, string | undefined>>, config: string | undefined): Promise<void> {
  const settings = settingsFor(flags, config);
  const log = createLogger(settings.log_level);
  // Before anything starts: a signal that comes meanwhile is kept, and whoever reads the listening line may send one.
  const stopSignal = new Promise<string>((resolve) => {
    // `on`, not `once`: a shell that hands Ctrl-C down sends it twice, and the second must not cut the stop short.
    for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => resolve(name));
  });
  const onFatal = (error: Error) => {
    log.fatal({ event: "fatal", err: error });
    process.exit(EXIT_FAILED);
  };
  const service = await startService({ settings, version, clock, random, log, workers: WORKERS, onFatal });
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

/** Thresholds and questions of one model say nothing about embeddings of another. */
function requireModel(stored: { id: string; sha256: string } | null, used: { id: string; sha256: string }): void {
  if (stored !== null && stored.sha256 !== used.sha256) {
    throw new DataRefusedError(`the data was made with the model ${stored.id}, and the one in use is ${used.id}`);
  }
}

async function previewLearning(options: DataOptions & ModelOptions, key: BrainKey) {
  const { spec } = await modelFor(options);
  const store = await openOperatorStore(options);
  try {
    requireModel(await store.model.current(), spec);
    const brain = await store.brains.find(key);
    if (brain === null) return { packetsScanned: 0, clusters: [] };
    const kernels = await loadKernels();
    const deps = {
      clock,
      clusterSimilarity: spec.clusterSimilarity,
      learning: store.learning,
      clusterer: createClusterer(kernels, spec.cosineBaseline),
      distiller: createOwnDistiller(),
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
    embedder = await openEmbedder(settings.model_dir, {
      workerUrl: WORKERS.embedding,
      workers: 1,
      queueMax: 1,
      onEvent: () => {},
    });
    requireModel(await store.model.current(), embedder.model);
    const accounts = { ...store.accounts, settings: async () => ({ ...chosen, retrievalMode: mode }) };
    const memoryBytes = memoryBytesOf(settings);
    const deps = await assembleRecall({ store: { ...store, accounts }, embedder, clock, memoryBytes });
    const waiting = (await store.packets.pending(brain.id, WAITING_MAX)).length;
    return { mode, waiting, sources: await recallMemory(deps, { ...question, explain: true }) };
  } finally {
    await embedder?.close();
    await store.close();
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
  await runEmbed({ embedder, input, output: context.print });
}

const context: CliContext = {
  version,
  carriedModel: embeddedModel().spec.id,
  settingOptions: SETTING_NAMES.map((name) => ({
    name,
    flag: flagName(name),
    doc: SETTINGS[name].doc,
    standard: String(SETTINGS[name].default),
  })),
  clock,
  random,
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  openOperatorStore,
  previewLearning,
  recall,
  serve,
  embed,
};

/** What is wrong, in one sentence, and the exit code for it. */
function failureOf(error: unknown): { message: string | null; code: number } {
  if (error instanceof CommanderError) return { message: null, code: exitCodeOf(error) };
  if (error instanceof SettingsError) return { message: error.message, code: EXIT_USAGE };
  if (error instanceof ModelFolderError) return { message: `model_dir: ${error.message}`, code: EXIT_USAGE };
  if (error instanceof DataRefusedError) return { message: error.message, code: EXIT_REFUSED };
  const known = [DataDirectoryError, KernelsUnsupportedError, KeyFileError, PortError, MemoryError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error)
    return { message: known ? error.message : (error.stack ?? error.message), code: EXIT_FAILED };
  return { message: String(error), code: EXIT_FAILED };
}

/** Whoever read standard output has gone, or its disk is full: what was printed is lost. */
let outputLost = false;
process.stdout.on("error", () => {
  outputLost = true;
});

async function main(): Promise<number> {
  try {
    await runProgram(context, process.argv.slice(2));
    await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
    if (outputLost) process.stderr.write("memoryd: standard output could not be written\n");
    return outputLost ? EXIT_FAILED : 0;
  } catch (error) {
    const { message, code } = failureOf(error);
    if (message !== null) process.stderr.write(`memoryd: ${message}\n`);
    return code;
  }
}

process.exit(await main());
