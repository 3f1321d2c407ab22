// bun run bench -- [options]: what the service costs, in tables, on the machine that it runs on.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../vectors/seeded-random.ts";
import { describeMachine } from "../machine.ts";
import { readOptions, refuseOptions } from "../read-options.ts";
import { withExecutable } from "../start-executable.ts";
import { measureBrains } from "./brains.ts";
import { measureCapacity } from "./capacity.ts";
import { measureChanges } from "./changes.ts";
import { measureDatabase } from "./database.ts";
import { measureFootprint } from "./footprint.ts";
import { measureLearning } from "./learning.ts";
import { measureMoving } from "./moving.ts";
import {
  type Bench,
  type Goal,
  MICRO,
  type PartReport,
  type Scale,
  type SeededData,
  type SizedBrains,
  WHOLE,
} from "./part.ts";
import { measurePrepare } from "./prepare.ts";
import { formatTable, goalsTable, isKept } from "./print-table.ts";
import { measureRanking } from "./ranking.ts";
import { measureRecord } from "./record.ts";
import { type BrainSeed, seedBrains } from "./seed-brains.ts";
import { createInputs, questionsFor } from "./seed-texts.ts";
import { createMemoryMaker, embedTopics } from "./seed-vectors.ts";

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<PartReport>>> = {
  prepare: measurePrepare,
  changes: measureChanges,
  record: measureRecord,
  brains: measureBrains,
  footprint: measureFootprint,
  learning: measureLearning,
  ranking: measureRanking,
};
/** Asked for by name alone: it needs the programs of a PostgreSQL server. */
const ON_DEMAND = { database: measureDatabase, moving: measureMoving, capacity: measureCapacity };
const ALL_PARTS: typeof PARTS = { ...PARTS, ...ON_DEMAND };
const SEED = 1;
const LARGE_PACKETS = 1_000_000;

const HELP = `What the service costs on this machine: tables on standard output, the same as JSON in a file.

  bun run build
  bun run bench -- [options]

  --only LIST          parts with commas between them, of ${Object.keys(PARTS).join(", ")}; or, each with
                       a PostgreSQL of its own, database (beside SQLite, and under several nodes), moving (from the
                       one to the other) and capacity (what the capacity model and bench:scaling go by)
  --executable FILE    what is measured (dist/memoryd)
  --json FILE          where the JSON goes (bench.json in the temporary directory)
  --folder DIR         where the data lie while it runs: its disk is measured (the temporary directory)
  --records N          turns that 64 clients record (${WHOLE.records})
  --brains N           users of 50 packets each (${WHOLE.users})
  --large              a brain of 1,000,000 packets too: 2.5 GB of disk
  --micro              everything tiny, to see that it works

It takes less than ten minutes, 1.2 GB of disk and, for the ranking, 2.2 GB of memory. Its memories are made of a seeded
vocabulary and of vectors around a few real embeddings, the same in every run. Times hold for the machine named at the
head; between machines compare the ratios. A goal that is missed is told and changes no exit code.`;

const values = readOptions(HELP, {
  only: { type: "string", default: Object.keys(PARTS).join(",") },
  executable: { type: "string", default: "dist/memoryd" },
  json: { type: "string", default: join(tmpdir(), "bench.json") },
  folder: { type: "string", default: tmpdir() },
  records: { type: "string" },
  brains: { type: "string" },
  large: { type: "boolean", default: false },
  micro: { type: "boolean", default: false },
});
const chosen = values.only.split(",");
const counts = [values.records, values.brains].filter((count) => count !== undefined);
const usable =
  chosen.every((name) => Object.hasOwn(ALL_PARTS, name)) && counts.every((count) => /^[1-9]\d*$/.test(count));
if (!usable) refuseOptions(HELP);

function scaleOf(): Scale {
  const scale = values.micro ? MICRO : WHOLE;
  return {
    ...scale,
    sizes: values.large ? [...scale.sizes, LARGE_PACKETS] : scale.sizes,
    records: values.records === undefined ? scale.records : Number(values.records),
    users: values.brains === undefined ? scale.users : Number(values.brains),
  };
}

async function openBench(folder: string): Promise<Bench> {
  const { executable } = values;
  const scale = scaleOf();
  const random = seededRandom(SEED);
  const maker = createMemoryMaker(await embedTopics(executable), random);
  let sized: Promise<SizedBrains> | null = null;

  // The executable makes the first one itself: its schema, its key and its model are in every copy.
  let template: Promise<string> | null = null;
  async function makeTemplate(): Promise<string> {
    const dataDir = join(folder, "template");
    await withExecutable({ executable, dataDir, modelDir: null }, async () => {});
    return dataDir;
  }

  async function seed(name: string, seeds: Iterable<BrainSeed>): Promise<SeededData> {
    const dataDir = join(folder, name);
    template ??= makeTemplate();
    await cp(await template, dataDir, { recursive: true });
    return { dataDir, ...seedBrains(dataDir, seeds, maker) };
  }

  async function seedSizes(): Promise<SizedBrains> {
    const userOf = (packets: number) => `user-${packets}`;
    const untouched = Array.from({ length: 2 * scale.coldBrains }, (_, at) => `untouched-${at}`);
    const seeds = [
      ...scale.sizes.map((packets) => ({ user: userOf(packets), packets })),
      ...untouched.map((user) => ({ user, packets: scale.coldPackets })),
    ];
    return { ...(await seed("sizes", seeds)), userOf, untouched };
  }

  return {
    executable,
    folder,
    scale,
    maker,
    seed,
    inputs: createInputs(questionsFor(random, scale.questions)),
    sizedBrains: () => {
      sized ??= seedSizes();
      return sized;
    },
  };
}

async function runParts(bench: Bench) {
  const parts: Record<string, PartReport & { seconds: number }> = {};
  for (const name of chosen) {
    const startedAt = performance.now();
    const report = await ALL_PARTS[name]!(bench);
    const seconds = (performance.now() - startedAt) / 1000;
    parts[name] = { seconds, ...report };
    console.log(`\n== ${name} (${seconds.toFixed(0)} s)\n`);
    console.log(report.tables.map(formatTable).join("\n\n"));
  }
  return parts;
}

const machine = describeMachine(values.executable);
console.log(`Machine: ${machine}`);
await mkdir(values.folder, { recursive: true });
const folder = await mkdtemp(join(values.folder, "memoryd-bench-"));
try {
  const parts = await runParts(await openBench(folder));
  const goals: Goal[] = Object.values(parts).flatMap((part) => part.goals);
  if (goals.length > 0) console.log(`\n${formatTable(goalsTable(goals))}`);
  const date = new Date().toISOString().slice(0, 10);
  const report = {
    date,
    machine,
    micro: values.micro,
    parts,
    goals: goals.map((goal) => ({ ...goal, kept: isKept(goal) })),
  };
  await Bun.write(values.json, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`\nThe same as JSON: ${values.json}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
