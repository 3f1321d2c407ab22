// Puts the rooms' parts together over an open store and an embedder: the same for the executable and for tests.
import { authenticateKey } from "./accounts/authenticate-key.ts";
import { selectBrain } from "./accounts/select-brain.ts";
import type { Clock, RandomSource } from "./domain/chance.ts";
import type { Embedder } from "./domain/embedder.ts";
import type { Limits } from "./domain/limits.ts";
import { createApp } from "./http/app.ts";
import type { HttpDeps } from "./http/context.ts";
import { allRoutes } from "./http/routes.ts";
import type { Service } from "./http/service.ts";
import { type BacklogDeps, EmbeddingBacklog } from "./memory/embedding-backlog.ts";
import type { Store } from "./storage/open-store.ts";
import { createPatternCompiler } from "./text/patterns.ts";
import { createSentenceReader } from "./text/sentence-reader.ts";
import { createKernels } from "./vectors/kernels.ts";
import { createVectorStore } from "./vectors/vector-store.ts";
import { VECTORS_WASM_FILE } from "./vectors/wasm-file.ts";

export interface ServiceParts {
  readonly store: Store;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: Limits;
  /** Budget of the vectors in memory. */
  readonly vectorBytes: number;
  readonly onBacklogFailure: BacklogDeps["onFailure"];
}

/** When it returns, a `/prepare` waits for whatever an earlier run left without an embedding. */
export async function assembleService(parts: ServiceParts): Promise<Service> {
  const { store, embedder, clock, random, limits } = parts;
  const vectors = createVectorStore({
    kernels: createKernels(await Bun.file(VECTORS_WASM_FILE).bytes()),
    source: store.vectors,
    budgetBytes: parts.vectorBytes,
    cosineBaseline: embedder.model.cosineBaseline,
  });
  const onFailure = parts.onBacklogFailure;
  const backlog = new EmbeddingBacklog({ packets: store.packets, embedder, vectors, onFailure });
  await backlog.resume();
  return {
    ...store,
    vectors,
    clock,
    random,
    limits,
    embedder,
    backlog,
    patterns: createPatternCompiler(),
    reader: createSentenceReader(),
  };
}

type Surroundings = Pick<HttpDeps, "readiness" | "newRequestId" | "logFailure" | "version">;

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
