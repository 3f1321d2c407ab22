// Puts the rooms' parts together over an open store and an embedder: the same for the executable and for tests.
import { availableParallelism } from "node:os";
import { authenticateKey } from "./accounts/authenticate-key.ts";
import { selectBrain } from "./accounts/select-brain.ts";
import type { Clock, RandomSource } from "./domain/chance.ts";
import type { Embedder } from "./domain/embedder.ts";
import type { Clusterer, Distiller } from "./domain/learning.ts";
import type { Limits } from "./domain/limits.ts";
import type { Meter } from "./domain/meter.ts";
import { createEmbeddingCache } from "./embedding/embedding-cache.ts";
import { createApp } from "./http/app.ts";
import type { HttpDeps } from "./http/context.ts";
import { allRoutes } from "./http/routes.ts";
import type { Service } from "./http/service.ts";
import { createExtractiveDistiller } from "./learning/distil-extractive.ts";
import type { PassReport } from "./learning/end-pass.ts";
import { Learner } from "./learning/sync-brain.ts";
import { createLexicalIndex } from "./lexical/lexical-index.ts";
import { type BacklogDeps, EmbeddingBacklog } from "./memory/embedding-backlog.ts";
import { KeyedQueue } from "./memory/keyed-queue.ts";
import type { RecallMemoryDeps } from "./memory/recall-memory.ts";
import type { Store } from "./storage/open-store.ts";
import { createPrometheusMeter } from "./telemetry/prometheus-meter.ts";
import { createPatternCompiler } from "./text/patterns.ts";
import { createRuleWriter } from "./text/rule-writer.ts";
import { createSentenceReader } from "./text/sentence-reader.ts";
import { createTimeCueReader } from "./text/time-cues.ts";
import { createTurnReader } from "./text/turn-reader.ts";
import { clusterRowsInSlices } from "./vectors/cluster-rows.ts";
import { createKernels, type Kernels } from "./vectors/kernels.ts";
import { createScanKernels } from "./vectors/scan-kernels.ts";
import { createVectorStore } from "./vectors/vector-store.ts";
import { SCAN_RELAXED_WASM_FILE, SCAN_WASM_FILE, VECTORS_WASM_FILE } from "./vectors/wasm-file.ts";

/** Embeddings of texts seen lately: 1.7 MB. */
const EMBEDDINGS_REMEMBERED = 1_024;

/** Share of the memory budget that words may take. */
const WORDS_SHARE_MAX = 0.5;

export interface ServiceParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  /** Budget of what brains in use hold in memory, vectors and words. */
  readonly memoryBytes: number;
  /** How many texts seen lately are not embedded again; absent: 1,024. */
  readonly embeddingsRemembered?: number;
  /** The thread that takes a share of large scans; null: none. */
  readonly scanThreadUrl: string | URL | null;
  readonly onBacklogFailure: BacklogDeps["onFailure"];
  /** The operator's endpoint; null where none is named. */
  readonly endpoint: Distiller | null;
  /** Aborted when the service stops: passes under way end. */
  readonly stopping: AbortSignal;
}

/** When it returns, a `/prepare` waits for whatever an earlier run left without an embedding. */
export async function assembleService(parts: ServiceParts): Promise<Service> {
  const { store, clock, random, limits, endpoint, stopping } = parts;
  const embedder = createEmbeddingCache(parts.embedder, parts.embeddingsRemembered ?? EMBEDDINGS_REMEMBERED);
  const kernels = await loadKernels();
  const { cosineBaseline } = embedder.model;
  const { vectors, words } = await createIndexes(kernels, parts);
  const onFailure = parts.onBacklogFailure;
  const backlog = new EmbeddingBacklog({ packets: store.packets, embedder, vectors, words, onFailure });
  await backlog.resume();
  const clusterer = createClusterer(kernels, cosineBaseline);
  const meter = createPrometheusMeter();
  meter.observe("embeddings_pending", "Turns on disk whose embedding is still to be made.", () =>
    store.packets.countPending(),
  );
  meter.observe("vectors_bytes", "Memory held by the vectors of brains in use.", () => vectors.stats().bytes);
  meter.observe("words_bytes", "Memory held by the words of brains in use.", () => words.stats().bytes);
  meter.observe("memory_budget_bytes", "Bound on vectors and words together.", () => parts.memoryBytes);
  meter.observe("brains_in_memory", "Brains whose vectors are in memory.", () => vectors.stats().brains);
  const reader = createSentenceReader();
  const common = { ...store, vectors, words, clock, random, embedder, clusterer, meter, onPass: countPass(meter) };
  const distillers = { extractive: createOwnDistiller(), endpoint };
  return {
    ...common,
    limits,
    backlog,
    attributeQueue: new KeyedQueue(),
    reader,
    patterns: createPatternCompiler(),
    turnReader: createTurnReader(),
    timeCues: createTimeCueReader(),
    learner: new Learner({ ...common, distillers, stopping }),
    hasEndpoint: endpoint !== null,
  };
}

export interface RecallParts extends Pick<ServiceParts, "embedder" | "clock" | "memoryBytes"> {
  readonly store: Pick<Store, "vectors" | "words" | "accounts" | "brains" | "packets">;
}

/** What looking memory up needs, without a service around it: nothing is stored, and no embedding is waited for. */
export async function assembleRecall(parts: RecallParts): Promise<RecallMemoryDeps> {
  const kernels = await loadKernels();
  return {
    ...parts.store,
    ...(await createIndexes(kernels, parts)),
    timeCues: createTimeCueReader(),
    clock: parts.clock,
    embedder: parts.embedder,
    backlog: { settle: async () => {} },
  };
}

type IndexParts = Pick<RecallParts, "embedder" | "memoryBytes"> & {
  readonly store: Pick<Store, "vectors" | "words">;
  readonly scanThreadUrl?: string | URL | null;
};

/** Words take what they need up to their share, and vectors get all the rest. */
async function createIndexes(kernels: Kernels, { store, embedder, memoryBytes, scanThreadUrl }: IndexParts) {
  const [strict, relaxed] = await Promise.all([
    Bun.file(SCAN_WASM_FILE).bytes(),
    Bun.file(SCAN_RELAXED_WASM_FILE).bytes(),
  ]);
  const words = createLexicalIndex({
    source: store.words,
    budgetBytes: memoryBytes * WORDS_SHARE_MAX,
    onBytes: (bytes) => vectors.fit(memoryBytes - bytes),
  });
  const vectors = createVectorStore({
    kernels,
    scan: createScanKernels(
      { strict, relaxed },
      { threadUrl: scanThreadUrl ?? undefined, helpers: availableParallelism() - 1 },
    ),
    source: store.vectors,
    budgetBytes: memoryBytes,
    cosineBaseline: embedder.model.cosineBaseline,
  });
  return { vectors, words };
}

export async function loadKernels(): Promise<Kernels> {
  return createKernels(await Bun.file(VECTORS_WASM_FILE).bytes());
}

export function createClusterer(kernels: Kernels, cosineBaseline: number): Clusterer {
  return {
    cluster: (rows, count, threshold) => clusterRowsInSlices(kernels, rows, count, threshold, cosineBaseline),
  };
}

/** The distiller that needs no model. */
export function createOwnDistiller(): Distiller {
  return createExtractiveDistiller({ rules: createRuleWriter(), reader: createSentenceReader() });
}

function countPass(meter: Meter): (pass: PassReport) => void {
  return (pass) => {
    meter.count({ event: "learning_passes", label: pass.status });
    meter.count({ event: "learning_clusters" }, pass.clusters);
    meter.count({ event: "lessons_made" }, pass.lessonsCreated);
  };
}

type Surroundings = Pick<HttpDeps, "readiness" | "newRequestId" | "logFailure" | "version" | "corsOrigins">;

export function createHttpApp(service: Service, surroundings: Surroundings): ReturnType<typeof createApp> {
  const deps: HttpDeps = {
    ...surroundings,
    authenticate: (written) => authenticateKey(service, written),
    resolveBrain: (identity, selection) => selectBrain(service, identity, selection),
    now: () => new Date(service.clock.now()),
    bodyBytesMax: service.limits.bodyBytesMax,
  };
  return createApp(deps, allRoutes(service));
}
