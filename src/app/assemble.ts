// Puts the rooms' parts together over an open store and an embedder: the same for the executable and for tests.
import { availableParallelism } from "node:os";
import {
  authenticateKey,
  authenticateSession,
  createFailureThrottle,
  type FailureThrottle,
  requireUnrevoked,
} from "../accounts/authenticate-key.ts";
import { RateLimiter } from "../accounts/limit-rate.ts";
import type { PageSessions } from "../accounts/page-sessions.ts";
import { selectBrain } from "../accounts/select-brain.ts";
import type { Clock, RandomSource } from "../base/chance.ts";
import { KeyedQueue } from "../base/keyed-queue.ts";
import type { AccountDefaults } from "../domain/account-settings.ts";
import { doneBy, SERVICE } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { InputKindReader } from "../domain/input-kind.ts";
import type { IntentReader } from "../domain/intent.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { GateLimits, Limits } from "../domain/limits.ts";
import type { Plans } from "../domain/plan.ts";
import type { AnswerJudge } from "../domain/ports/answer-judge.ts";
import type { BrainChanges } from "../domain/ports/brain-changes.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { Distiller } from "../domain/ports/distiller.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { ImportedPart } from "../domain/ports/import-store.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { ServiceCare } from "../domain/ports/service-care.ts";
import type { Store } from "../domain/ports/store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { createEmbeddingCache } from "../embedding/embedding-cache.ts";
import { createAdmit } from "../http/admission.ts";
import { createApp } from "../http/app.ts";
import { clientAddress, clientNetwork, type TrustedProxies } from "../http/client-address.ts";
import type { HttpDeps, Sender } from "../http/context.ts";
import { sessionOf } from "../http/page-session.ts";
import { createRequestGate } from "../http/request-gate.ts";
import { allRoutes } from "../http/routes.ts";
import type { ServiceFacts } from "../http/status-routes.ts";
import { type BacklogDeps, EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { FollowBrains, type FollowBrainsDeps } from "../indexing/follow-brains.ts";
import { Reembedder } from "../indexing/reembedder.ts";
import { createExtractiveDistiller } from "../learning/distil-extractive.ts";
import type { PassReport } from "../learning/end-pass.ts";
import { LearnSoon } from "../learning/learn-soon.ts";
import { Learner } from "../learning/sync-brain.ts";
import { createLexicalIndex } from "../lexical/lexical-index.ts";
import { type OpenForeignDocument, openInPlace } from "../portability/foreign-document.ts";
import { readInPlace } from "../reading/read-in-place.ts";
import { createTelemetry, SILENT, type Telemetry } from "../telemetry/telemetry.ts";
import { measureEmbedder, measureStage, showMemory } from "../telemetry/watch-parts.ts";
import type { RecallMemoryDeps } from "../turns/recall-memory.ts";
import { sameValue } from "../understanding/same-value.ts";
import { clusterRowsInSlices } from "../vectors/cluster-rows.ts";
import { createKernels, type Kernels } from "../vectors/kernels.ts";
import { createScanKernels, type ScanKernels } from "../vectors/scan-kernels.ts";
import { createVectorStore } from "../vectors/vector-store.ts";
import { SCAN_RELAXED_WASM_FILE, SCAN_WASM_FILE, VECTORS_WASM_FILE } from "../vectors/wasm-file.ts";
import type { Service } from "./service.ts";

/** Embeddings of texts that one account has seen lately, 1.7 MB, and how many times as many of all accounts: 7 MB. */
const EMBEDDINGS_REMEMBERED = 1_024;
const EMBEDDING_SHARES = 4;

/** Share of the memory budget that words may take. */
const WORDS_SHARE_MAX = 0.5;

const COSINE: AccountDefaults = { retrievalMode: "cosine" };

export interface ServiceParts {
  readonly store: Store;
  readonly embedder: Embedder;
  /** What sentences are for, by the model's own head; absent or null: it has none. */
  readonly intents?: IntentReader | null;
  /** Absent or null: what inputs ask of memory is told by their words alone. */
  readonly inputs?: InputKindReader | null;
  /** What whole messages are for; absent or null: the model has none. */
  readonly classifier?: MessageClassifier | null;
  /** Whether answers say otherwise than memory; absent or null: the model has none. */
  readonly judge?: AnswerJudge | null;
  /** How long after a turn that teaches something a pass comes; absent: no pass does. */
  readonly learnAfterMs?: () => number;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  readonly plans: Plans;
  /** Absent: as the settings' defaults. */
  readonly accountDefaults?: AccountDefaults;
  /** Budget of what brains in use hold in memory, vectors and words. */
  readonly memoryBytes: number;
  /** How many texts that an account has seen lately are not embedded again for it; absent: 1,024. */
  readonly embeddingsRemembered?: number;
  readonly math: VectorMath;
  /** Absent: texts are read in the thread that asks. */
  readonly reading?: TextReading;
  readonly openDocument?: OpenForeignDocument;
  readonly onBacklogFailure: BacklogDeps["onFailure"];
  /** Told of what another model had embedded and this one could not; absent: like the backlog's. */
  readonly onReembeddingFailure?: BacklogDeps["onFailure"];
  /** Told when the data has gone back to an earlier moment, as after a restore. */
  readonly onWentBack?: () => void;
  /** Told when nothing of another model is left. */
  readonly onReembedded?: () => void;
  /** The operator's endpoint; null where none is named. */
  readonly endpoint: Distiller | null;
  /** Aborted when the service stops: passes under way end. */
  readonly stopping: AbortSignal;
  /** Of this program, as exports name it. */
  readonly version?: string;
  /** What may be under way at once; absent: as the settings' defaults. */
  readonly gateLimits?: GateLimits;
  /** Absent: one that says nothing. */
  readonly telemetry?: Telemetry;
  /** Whether counters are shown to everybody. */
  readonly isPrometheusPublic?: boolean;
}

/** From then on brains in memory are as other nodes have written them. */
function follow(deps: FollowBrainsDeps & { readonly changes: BrainChanges; readonly backlog: EmbeddingBacklog }): void {
  const follower = new FollowBrains(deps);
  deps.changes.follow(follower);
  deps.backlog.renewBy((brain) => follower.renew(brain));
}

/**
 * From then on the data is embedded with this embedder's model. Packets that an earlier run left without an embedding are
 * in the backlog when it returns, so that a `/prepare` of their brain waits for them.
 */
export async function assembleService(parts: ServiceParts): Promise<Service> {
  const { store, clock, random, limits, plans, endpoint, stopping } = parts;
  await store.model.adopt(parts.embedder.model, doneBy({ id: SERVICE }, clock));
  const telemetry = parts.telemetry ?? createTelemetry({ ...SILENT, now: () => clock.now() });
  const { meter } = telemetry;
  const reading = parts.reading ?? readInPlace();
  const { measured, embedder, vectors, words } = measureParts(telemetry, parts, reading);
  const onFailure = parts.onBacklogFailure;
  const backlog = new EmbeddingBacklog({ packets: store.packets, embedder, vectors, words, onFailure });
  if (store.changes !== null) follow({ ...parts, ...store, changes: store.changes, vectors, words, backlog });
  await backlog.resume();
  const reembedding = new Reembedder({
    stale: store.stale,
    embedder: measured,
    vectors,
    onFailure: parts.onReembeddingFailure ?? onFailure,
    onDone: parts.onReembedded ?? (() => {}),
  });
  await reembedding.resume();
  const clusterer = createClusterer(parts.math.kernels, embedder.model.cosineBaseline);
  showMemory(meter, {
    vectors: () => vectors.stats(),
    words: () => words.stats(),
    budgetBytes: parts.memoryBytes,
    pendingEmbeddings: () => store.packets.countPending(),
    cache: embedder.cacheStats,
  });
  const common = {
    ...store,
    ...{ vectors, words, clock, random, embedder, clusterer, meter, backlog, reembedding },
    onImported: ({ brain, toEmbed }: ImportedPart) => {
      vectors.forget(brain);
      words.forget(brain);
      if (toEmbed > 0) reembedding.takeUp(brain, toEmbed).catch((error: unknown) => onFailure(error, { brain }));
    },
    version: parts.version ?? "unknown",
    onPass: countPass(meter),
    intents: parts.intents ?? null,
    inputs: parts.inputs ?? null,
    classifier: parts.classifier ?? null,
    judge: parts.judge ?? null,
    reading,
    limits,
    accountDefaults: parts.accountDefaults ?? COSINE,
  };
  const distillers = { extractive: createExtractiveDistiller(reading), endpoint };
  const learner = new Learner({ ...common, distillers, stopping });
  const learnSoon = new LearnSoon({ ...common, learner, afterMs: parts.learnAfterMs ?? (() => 0) });
  await learnSoon.resume();
  return {
    ...common,
    plans,
    attributeQueue: new KeyedQueue(),
    sameValue,
    openDocument: parts.openDocument ?? openInPlace,
    learner,
    learnSoon,
    onTaught: (brain) => learnSoon.note(brain),
    hasEndpoint: endpoint !== null,
    gate: createRequestGate(parts.gateLimits),
    telemetry,
    isPrometheusPublic: parts.isPrometheusPublic ?? false,
  };
}

/** `measured`: the embedder that remembers nothing. */
function measureParts(telemetry: Telemetry, parts: ServiceParts, reading: TextReading) {
  const measured = measureEmbedder(telemetry, parts.embedder);
  const ofAccount = parts.embeddingsRemembered ?? EMBEDDINGS_REMEMBERED;
  const cache = createEmbeddingCache(measured, { ofAccount, inAll: ofAccount * EMBEDDING_SHARES });
  const indexes = createIndexes({ ...parts, reading });
  const ranking = ["rank", "estimateAll", "compareAll", "compare", "similarities"] as const;
  return {
    measured,
    embedder: measureStage(telemetry, "embedding", cache, ["embed"]),
    vectors: measureStage(telemetry, "ranking", indexes.vectors, ranking),
    words: measureStage(telemetry, "ranking", indexes.words, ["search"]),
  };
}

export interface RecallParts
  extends Pick<ServiceParts, "embedder" | "inputs" | "clock" | "accountDefaults" | "memoryBytes" | "math"> {
  readonly store: Pick<
    Store,
    "vectorSource" | "lexicalSource" | "accounts" | "brains" | "packets" | "lessons" | "stale"
  >;
}

/** What looking memory up needs, without a service around it: nothing is stored, and no embedding is waited for. */
export function assembleRecall(parts: RecallParts): RecallMemoryDeps {
  const reading = readInPlace();
  return {
    ...parts.store,
    ...createIndexes({ ...parts, reading }),
    reading,
    clock: parts.clock,
    accountDefaults: parts.accountDefaults ?? COSINE,
    embedder: parts.embedder,
    inputs: parts.inputs ?? null,
    backlog: { settle: async () => {} },
    reembedding: { isUnfinished: (brain) => parts.store.stale.isStale(brain) },
  };
}

/** The WASM modules of ranking and clustering. */
export interface VectorMath {
  readonly kernels: Kernels;
  readonly scan: ScanKernels;
}

/**
 * `scanThreadUrl`: the thread that takes a share of large scans; null: none. Before a model's session is opened: while its
 * runtime, ten megabytes of WASM, is being compiled, the smallest module waits for the end of that.
 */
export async function openMath(scanThreadUrl: string | URL | null): Promise<VectorMath> {
  const [kernels, strict, relaxed] = await Promise.all([
    loadKernels(),
    Bun.file(SCAN_WASM_FILE).bytes(),
    Bun.file(SCAN_RELAXED_WASM_FILE).bytes(),
  ]);
  const options = { threadUrl: scanThreadUrl ?? undefined, helpers: availableParallelism() - 1 };
  return { kernels, scan: createScanKernels({ strict, relaxed }, options) };
}

type IndexParts = Pick<RecallParts, "embedder" | "memoryBytes" | "math"> & {
  readonly store: Pick<Store, "vectorSource" | "lexicalSource">;
  readonly reading: TextReading;
};

/** Words take what they need up to their share, and vectors get all the rest. */
function createIndexes({ store, embedder, memoryBytes, math, reading }: IndexParts) {
  const words = createLexicalIndex({
    source: store.lexicalSource,
    reading,
    budgetBytes: memoryBytes * WORDS_SHARE_MAX,
    onBytes: (bytes) => vectors.fit(memoryBytes - bytes),
  });
  const vectors = createVectorStore({
    ...math,
    source: store.vectorSource,
    budgetBytes: memoryBytes,
    cosineBaseline: embedder.model.cosineBaseline,
  });
  return { vectors, words };
}

async function loadKernels(): Promise<Kernels> {
  return createKernels(await Bun.file(VECTORS_WASM_FILE).bytes());
}

export function createClusterer(kernels: Kernels, cosineBaseline: number): Clusterer {
  return {
    cluster: (rows, count, threshold) =>
      clusterRowsInSlices(kernels, { vectors: rows, count, threshold, baseline: cosineBaseline }),
  };
}

function countPass(meter: Meter): (pass: PassReport) => void {
  return (pass) => {
    meter.count({ event: "learning_passes", label: pass.status });
    meter.count({ event: "learning_clusters" }, pass.clusters);
    meter.count({ event: "lessons_made" }, pass.lessonsCreated);
  };
}

/** What keeps requests off before they cost much. */
export interface RequestGuard {
  readonly trustedProxies: TrustedProxies;
  /** null: no limit. */
  readonly keyRequestsPerSecond: number | null;
  /** null: no limit. */
  readonly failedAuthPerMinute: number | null;
}

/** What counts requests: it goes on counting when the interface is exchanged for one with other settings. */
export interface RequestCounters {
  readonly rates: RateLimiter;
  readonly failures: FailureThrottle;
}

export function createRequestCounters({ failedAuthPerMinute }: RequestGuard): RequestCounters {
  return { rates: new RateLimiter(), failures: createFailureThrottle(failedAuthPerMinute) };
}

type Surroundings = {
  readonly guard: RequestGuard;
  readonly counters?: RequestCounters;
  /** Whose every request is, where nobody else can send one. Absent: whose key it shows. */
  readonly identity?: KeyIdentity;
  /** Who is signed in at the dashboard, also after the interface was exchanged; absent: there is no dashboard. */
  readonly sessions?: PageSessions;
  /** Whether the service speaks HTTPS; absent: it does not. */
  readonly isTls?: boolean;
  /** Absent: nothing is known of disk, backups and certificate. */
  readonly facts?: () => Promise<ServiceFacts>;
  /** Absent: this process looks after no data. */
  readonly care?: ServiceCare;
} & Pick<HttpDeps, "peerOf" | "readiness" | "newRequestId" | "logFailure" | "version" | "corsOrigins" | "idleTimeoutS">;

export function createHttpApp(
  service: Service,
  { guard, counters = createRequestCounters(guard), identity, ...surroundings }: Surroundings,
): ReturnType<typeof createApp> {
  const { requests } = service.telemetry;
  const { readiness, facts = noFacts(service), care = noCare(), sessions, isTls = false } = surroundings;
  const { rates, failures: throttle } = counters;
  const originOf = (sender: Sender | undefined) => {
    if (sender === undefined) return null;
    const address = () => {
      const peer = sender.peer();
      return peer === null ? null : clientNetwork(clientAddress(sender.headers, peer, guard.trustedProxies));
    };
    return { address, throttle };
  };
  const keys: Pick<HttpDeps, "authenticate" | "requireUnrevoked"> = {
    authenticate: (written, sender) =>
      requests.stage("auth", () => {
        const secret = written === null && sender !== undefined ? sessionOf(sender.headers) : null;
        return sessions === undefined || secret === null
          ? authenticateKey(service, written, originOf(sender))
          : authenticateSession(service, sessions, secret);
      }),
    requireUnrevoked: (identity) => requireUnrevoked(service, identity),
  };
  const deps: HttpDeps = {
    ...surroundings,
    ...(identity === undefined ? keys : { authenticate: async () => identity }),
    ...(sessions === undefined ? {} : { pages: pagesOf(service, sessions, isTls) }),
    watch: requests,
    gate: service.gate,
    resolveBrain: (identity, selection, use) => selectBrain(service, identity, selection, use),
    admit: createAdmit({ ...service, rates, keyRequestsPerSecond: guard.keyRequestsPerSecond }),
    now: () => new Date(service.clock.now()),
    bodyBytesMax: service.limits.bodyBytesMax,
    // Loaded for the first message: most services never hear one.
    mcp: async (exchange) => (await import("../mcp/answer-exchange.ts")).answerExchange(exchange),
  };
  return createApp(deps, allRoutes({ ...service, readiness, facts, care }));
}

function pagesOf({ clock }: Service, sessions: PageSessions, isTls: boolean): NonNullable<HttpDeps["pages"]> {
  return { isTls, begin: ({ id }) => sessions.begin(id, clock.now()), end: (secret) => sessions.end(secret) };
}

function noFacts({ clock }: Service): () => Promise<ServiceFacts> {
  const known = { startedAt: clock.now(), disk: null, database: null, lastBackup: null, certificateEndsAt: null };
  return async () => known;
}

/** Of a process that serves no data of its own. */
export function noCare(): ServiceCare {
  const refuse = async (): Promise<never> => {
    throw new MemoryError("not_ready", "The data of this service lies in no files of this machine.");
  };
  return { diagnose: refuse, followAudit: refuse, backups: refuse, makeBackup: refuse };
}
