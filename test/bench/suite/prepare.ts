// Part "prepare": what a turn's context costs over the embedding of its input alone, warm and cold.
import { latenciesOf } from "../percentiles.ts";
import { RETRIEVAL_MODES, type RestClient } from "../rest-client.ts";
import { withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, inParallel } from "./calls.ts";
import { type Bench, type Goal, median, type PartReport, type Table } from "./part.ts";

const CLIENTS = 8;
/** An empty brain: `/recall` embeds the text and answers at once. */
const NOBODY = "nobody";

type Rows = Record<string, string | number>[];

export async function measurePrepare(bench: Bench): Promise<PartReport> {
  const { executable, sizedBrains } = bench;
  const { dataDir } = await sizedBrains();
  return withExecutable({ executable, dataDir, modelDir: null }, async (rest, running) => {
    const caller = createCaller(running);
    const tables = [await warm(bench, rest, caller), await cold(bench, rest, caller)];
    tables.push(await repeated(bench, rest, caller));
    return { tables, goals: goalsOf(tables) };
  });
}

async function warm(bench: Bench, rest: RestClient, caller: Caller): Promise<Table> {
  const { scale, sizedBrains, inputs } = bench;
  const { userOf } = await sizedBrains();
  const rows: Rows = [];
  for (const mode of RETRIEVAL_MODES) {
    await rest.changeSettings({ retrieval_mode: mode });
    for (const packets of scale.sizes) {
      const user = userOf(packets);
      const calls = {
        embedding: (at: number) => caller.time("POST", "/recall", NOBODY, { query: inputs.fresh(at) }),
        recall: (at: number) => caller.time("POST", "/recall", user, { query: inputs.fresh(at) }),
        prepare: (at: number) => caller.time("POST", "/prepare", user, { input: inputs.fresh(at) }),
      };
      for (const call of Object.values(calls)) for (let at = 0; at < 5; at++) await call(at);
      const found: number[] = [];
      for (let at = 0; at < 5; at++) {
        const body = { input: inputs.fresh(at) };
        found.push((await caller.json<{ sources: unknown[] }>("POST", "/prepare", user, body)).sources.length);
      }
      const alone = await interleaved(calls, scale.questions);
      const numbers = Array.from({ length: scale.questions }, (_, at) => at);
      const together = latenciesOf(await inParallel(CLIENTS, numbers, calls.prepare));
      const embedding = latenciesOf(alone.embedding).p50Ms;
      const prepare = latenciesOf(alone.prepare);
      rows.push({
        mode,
        packets,
        sources: median(found),
        "embedding p50 ms": embedding,
        "recall p50 ms": latenciesOf(alone.recall).p50Ms,
        "prepare p50 ms": prepare.p50Ms,
        "p95 ms": prepare.p95Ms,
        "p99 ms": prepare.p99Ms,
        "prepare / embedding": prepare.p50Ms / embedding,
        [`${CLIENTS} clients p50 ms`]: together.p50Ms,
        [`${CLIENTS} clients p99 ms`]: together.p99Ms,
        "p99 / p50": together.p99Ms / together.p50Ms,
      });
    }
  }
  return {
    title: "Prepare, warm",
    rows,
    notes: [
      `${scale.questions} inputs of about 12 words, none seen before; embedding, recall and prepare of each in turn.`,
      "Embedding alone is /recall of a user without memory: it embeds the text and answers, HTTP included.",
    ],
  };
}

type Calls<K extends string> = Record<K, (at: number) => Promise<number>>;

/** Each kind of call for each number, in an order that rotates. */
async function interleaved<K extends string>(calls: Calls<K>, count: number): Promise<Record<K, number[]>> {
  const kinds = Object.keys(calls) as K[];
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<K, number[]>;
  for (let at = 0; at < count; at++) {
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(at + turn) % kinds.length]!;
      times[kind].push(await calls[kind](at));
    }
  }
  return times;
}

async function cold({ scale, sizedBrains, inputs }: Bench, rest: RestClient, caller: Caller): Promise<Table> {
  const { untouched } = await sizedBrains();
  const rows: Rows = [];
  for (const [at, mode] of RETRIEVAL_MODES.entries()) {
    await rest.changeSettings({ retrieval_mode: mode });
    const users = untouched.slice(at * scale.coldBrains, (at + 1) * scale.coldBrains);
    const firsts: number[] = [];
    const seconds: number[] = [];
    for (const user of users) {
      const ask = (question: number) => caller.time("POST", "/prepare", user, { input: inputs.fresh(question) });
      firsts.push(await ask(0));
      const warm: number[] = [];
      for (let question = 1; question <= 9; question++) warm.push(await ask(question));
      seconds.push(median(warm));
    }
    rows.push({
      mode,
      packets: scale.coldPackets,
      brains: users.length,
      "first prepare ms": median(firsts),
      "warm prepare ms": median(seconds),
      "first - warm ms": median(firsts) - median(seconds),
    });
  }
  const notes = [
    "The first question to a brain since the start, medians; the operating system has its file in memory.",
  ];
  return { title: "Prepare, cold", rows, notes };
}

async function repeated({ scale, sizedBrains, inputs }: Bench, rest: RestClient, caller: Caller): Promise<Table> {
  const { userOf } = await sizedBrains();
  const packets = scale.sizes[Math.min(1, scale.sizes.length - 1)]!;
  const rows: Rows = [];
  for (const mode of RETRIEVAL_MODES) {
    await rest.changeSettings({ retrieval_mode: mode });
    const input = inputs.fresh(0);
    const ask = () => caller.time("POST", "/prepare", userOf(packets), { input });
    const first = await ask();
    const times: number[] = [];
    for (let at = 0; at < scale.questions; at++) times.push(await ask());
    const { p50Ms, p99Ms } = latenciesOf(times);
    rows.push({ mode, packets, "first ms": first, "again p50 ms": p50Ms, "again p99 ms": p99Ms });
  }
  return { title: "Prepare, one input again and again", rows };
}

function goalsOf([warm, cold]: readonly Table[]): Goal[] {
  const goals = (warm?.rows ?? []).flatMap((row): Goal[] => {
    const where = `${row.mode}, ${row.packets} packets`;
    return [
      {
        what: `prepare p50 / embedding p50 (${where})`,
        measured: Number(row["prepare / embedding"]),
        bound: "at most",
        goal: 1.35,
      },
      {
        what: `prepare p99 / p50, ${CLIENTS} clients (${where})`,
        measured: Number(row["p99 / p50"]),
        bound: "at most",
        goal: 4,
      },
    ];
  });
  const [cosine] = cold?.rows ?? [];
  const measured = Number(cosine?.["first - warm ms"]);
  const what = `first prepare over a warm one in ms (cosine, ${cosine?.packets} packets)`;
  return [...goals, { what, measured, bound: "at most", goal: 60 }];
}
