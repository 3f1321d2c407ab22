// Part "learning": one pass over many new turns, and what others notice of it.
import { readFileSync } from "node:fs";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { embeddedModel } from "../../../src/embedding/embedded-model.ts";
import { clusterRows } from "../../../src/vectors/cluster-rows.ts";
import { createKernels } from "../../../src/vectors/kernels.ts";
import { VECTORS_WASM_FILE } from "../../../src/vectors/wasm-file.ts";
import { latenciesOf } from "../percentiles.ts";
import { withExecutable } from "../start-executable.ts";
import { createCaller, timesDuring } from "./calls.ts";
import { type Bench, median, type PartReport, type Table } from "./part.ts";
import { TOPICS } from "./seed-texts.ts";

const ROUNDS = 5;
const BEFORE_MS = 1_000;
const PAUSE_MS = 2;

export async function measureLearning(bench: Bench): Promise<PartReport> {
  const clustering = measureClustering(bench);
  const pass = await measurePass(bench);
  const clustered = Number(clustering.rows[0]!.ms);
  return {
    tables: [pass, clustering],
    goals: [
      { what: `clustering of ${bench.scale.learnedPackets} in ms`, measured: clustered, bound: "at most", goal: 50 },
    ],
  };
}

async function measurePass({ executable, scale, inputs, seed }: Bench): Promise<Table> {
  const seeds = [
    { user: "learner", packets: scale.learnedPackets, unlearned: true },
    { user: "other", packets: 50 },
  ];
  const { dataDir } = await seed("learning", seeds);
  return withExecutable({ executable, dataDir, modelDir: null }, async (_rest, running) => {
    const caller = createCaller(running);
    const remembered = inputs.fresh(0);
    const known = () => caller.time("POST", "/recall", "other", { query: remembered });
    let asked = 0;
    const recalls = async () => {
      // In turn: a text that was embedded before, which waits for nobody, and one that needs a worker.
      asked++;
      return asked % 2 === 0 ? known() : caller.time("POST", "/recall", "other", { query: inputs.fresh(asked) });
    };
    const alive = () => caller.time("GET", "/livez", null);
    const whileIt = async (lasts: Promise<unknown>) => {
      asked = 0;
      const [times, pings] = await Promise.all([
        timesDuring(lasts, PAUSE_MS, recalls),
        timesDuring(lasts, PAUSE_MS, alive),
      ]);
      return { times, longestPing: Math.max(...pings) };
    };
    for (let at = 0; at < 10; at++) await recalls();
    const { times: before, ...quiet } = await whileIt(Bun.sleep(Math.min(BEFORE_MS, 10 * scale.questions)));
    const startedAt = performance.now();
    const pass = caller.json<{ ok: boolean; learned: number }>("POST", "/sync", "learner");
    const wall = pass.then(() => performance.now() - startedAt);
    const { times: during, ...learning } = await whileIt(wall);
    const p95 = (times: readonly number[], parity: number) =>
      latenciesOf(times.filter((_, at) => at % 2 === parity)).p95Ms;
    return {
      title: "A learning pass",
      rows: [
        {
          "new packets": scale.learnedPackets,
          "sync ms": await wall,
          "rules made": (await pass).learned,
          "other's recall p95 before ms": p95(before, 0),
          "during ms": p95(during, 0),
          "known text p95 before ms": p95(before, 1),
          "known text during ms": p95(during, 1),
          "longest /livez before ms": quiet.longestPing,
          "longest during ms": learning.longestPing,
        },
      ],
      notes: ["A known text is one embedded before: its recall shows what the pass holds up besides the embedding."],
    };
  });
}

function measureClustering({ scale, maker }: Bench): Table {
  const { clusterSimilarity, cosineBaseline } = embeddedModel().spec;
  const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
  const count = scale.learnedPackets;
  const clustered = new Float32Array(count * DIMENSION);
  const apart = new Float32Array(count * DIMENSION);
  for (let row = 0; row < count; row++) {
    maker.vector(maker.random.integer(TOPICS), clustered, row * DIMENSION);
    apart.set(maker.random.unitVector(DIMENSION), row * DIMENSION);
  }
  const cases = { "about what is said again and again": clustered, "no two alike": apart };
  const rows = Object.entries(cases).map(([vectors, values]) => {
    const times: number[] = [];
    let clusters = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now();
      const assignment = clusterRows(kernels, {
        vectors: values,
        count,
        threshold: clusterSimilarity,
        baseline: cosineBaseline,
      });
      times.push(performance.now() - startedAt);
      clusters = new Set(assignment).size;
    }
    return { vectors, count, clusters, ms: median(times) };
  });
  return {
    title: "Clustering, the kernel alone",
    rows,
    notes: [`Similarity ${clusterSimilarity}, medians of ${ROUNDS}.`],
  };
}
