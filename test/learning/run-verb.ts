// Learning's verbs on data whose store is opened for each, and which tell of their steps.
import { randomBytes } from "node:crypto";
import { MemoryError } from "../../src/domain/errors.ts";
import { DEFAULT_LIMITS } from "../../src/domain/limits.ts";
import type { Clusterer } from "../../src/domain/ports/clusterer.ts";
import type { Distiller } from "../../src/domain/ports/distiller.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import type { LearningStore } from "../../src/domain/ports/learning-store.ts";
import { prepareSynthesis } from "../../src/learning/prepare-synthesis.ts";
import { recordSynthesis } from "../../src/learning/record-synthesis.ts";
import { runLearningPass } from "../../src/learning/run-learning-pass.ts";
import { readInPlace } from "../../src/reading/read-in-place.ts";
import { openStore } from "../../src/storage/sqlite/open-store.ts";
import { clusterRows } from "../../src/vectors/cluster-rows.ts";
import { createKernels } from "../../src/vectors/kernels.ts";
import { createScanKernels } from "../../src/vectors/scan-kernels.ts";
import { createVectorStore } from "../../src/vectors/vector-store.ts";
import { SCAN_WASM_FILE, VECTORS_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { BRAIN, NOW } from "../store/fixture.ts";
import { NO_BACKLOG, NO_REEMBEDDING } from "../support/no-reembedding.ts";
import type { KillStep } from "./kill-steps.ts";
import { ruleOf, wordsOfTheTest } from "./kill-turns.ts";

export type Verb = "sync" | "plan" | "record";

export interface VerbOptions {
  readonly dataDir: string;
  /** null: writes on the thread that asks. */
  readonly writerUrl: URL | null;
  readonly synthesisToken: string;
  /** Waited for at each step. */
  readonly at: (step: KillStep) => Promise<void>;
}

/** What the verb returned, or the code it threw. */
export async function runVerb(verb: Verb, { dataDir, writerUrl, synthesisToken, at }: VerbOptions): Promise<unknown> {
  const store = await openStore({ dataDir, now: NOW, writerUrl });
  const words = await wordsOfTheTest();
  const kernels = createKernels(await Bun.file(VECTORS_WASM_FILE).bytes());
  const scan = createScanKernels({ strict: await Bun.file(SCAN_WASM_FILE).bytes() });
  const { cosineBaseline } = words.model;
  const vectors = createVectorStore({
    kernels,
    scan,
    source: store.vectorSource,
    budgetBytes: 2 ** 24,
    cosineBaseline,
  });

  let embedded = 0;
  const embedder: Embedder = {
    model: words.model,
    async embed(request) {
      embedded += 1;
      await at(embedded === 1 ? "embedding the first rule" : "embedding the second rule");
      return words.embed(request);
    },
  };

  let distilled = 0;
  const distiller: Distiller = {
    name: "scripted",
    isModel: true,
    async distil(cluster) {
      distilled += 1;
      await at(distilled === 1 ? "distilling the first cluster" : "distilling the second cluster");
      return ruleOf(cluster.packets.map(({ input }) => input));
    },
  };

  const clusterer: Clusterer = {
    async cluster(rows, count, threshold) {
      await at("clustering");
      return clusterRows(kernels, { vectors: rows, count, threshold, baseline: cosineBaseline });
    },
  };

  const learning: LearningStore = {
    ...store.learning,
    async scan(brain, options) {
      await at("before the scan");
      return store.learning.scan(brain, options);
    },
    async findPlan(tokenHash) {
      await at("before the plan is read");
      return store.learning.findPlan(tokenHash);
    },
    async savePlan(plan) {
      await at("before the plan is stored");
      await store.learning.savePlan(plan);
      await at("after the plan is stored");
    },
    async finishPass(pass) {
      await at("before the write");
      const writing = store.learning.finishPass(pass);
      await at("during the write");
      const made = await writing;
      await at("after the write");
      return made;
    },
  };

  const deps = {
    ...store,
    learning,
    embedder,
    clusterer,
    vectors,
    clock: { now: () => NOW + 60_000 },
    random: { bytes: (count: number) => randomBytes(count) },
    onPass: () => {},
    reembedding: NO_REEMBEDDING,
    backlog: NO_BACKLOG,
    reading: readInPlace(),
    limits: DEFAULT_LIMITS,
    intents: null,
    classifier: null,
  };

  async function run(): Promise<unknown> {
    if (verb === "plan") return prepareSynthesis(deps, BRAIN);
    if (verb === "record") {
      const plan = await store.learning.findPlan(new Bun.CryptoHasher("sha256").update(synthesisToken).digest());
      const lessons = await Promise.all(
        (plan?.clusters ?? []).map(async ({ id, seqs }) => {
          const packets = await store.packets.bySeqs(plan?.brain.id ?? 0, seqs);
          return { clusterId: id, text: ruleOf(packets.map(({ input }) => input)) };
        }),
      );
      const identity = { id: "tester00", account: BRAIN.account, scope: "admin", core: null, user: null } as const;
      return recordSynthesis(deps, { identity, brain: BRAIN, synthesisToken, lessons });
    }
    const brain = await store.brains.find(BRAIN);
    if (brain === null) throw new Error("there is no brain");
    return runLearningPass(deps, brain, distiller, new AbortController().signal);
  }

  try {
    return await run();
  } catch (error) {
    if (error instanceof MemoryError) return { code: error.code };
    throw error;
  } finally {
    await store.close();
  }
}
