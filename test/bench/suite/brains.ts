// Part "brains": what one user's question costs among thousands of users, and whether memory stays within its budget.
import { latenciesOf } from "../percentiles.ts";
import { withExecutable } from "../start-executable.ts";
import { type Caller, createCaller } from "./calls.ts";
import type { Bench, PartReport, Table } from "./part.ts";

const PACKETS = 50;
const BUDGET_MIB = 32;
const MIB = 1024 * 1024;

export async function measureBrains(bench: Bench): Promise<PartReport> {
  const { executable, scale, seed } = bench;
  const names = Array.from({ length: scale.users }, (_, at) => `user-${at}`);
  const seeds = names.map((user) => ({ user, packets: PACKETS }));
  const { dataDir, seconds, packets } = await seed("users", seeds);
  const single = await seed("user", [{ user: "alone", packets: PACKETS }]);
  const one = { executable, dataDir: single.dataDir, modelDir: null };
  const turns = await withExecutable({ executable, dataDir, modelDir: null }, (_many, running) =>
    withExecutable(one, (_one, other) => askBoth(bench, names, createCaller(running), createCaller(other))),
  );
  const budget = await keepBudget(bench, dataDir, names);
  const row = (what: string, times: number[]) => {
    const { count, p50Ms, p95Ms, p99Ms } = latenciesOf(times);
    return { what, count, "p50 ms": p50Ms, "p95 ms": p95Ms, "p99 ms": p99Ms };
  };
  const ratio = latenciesOf(turns.random).p50Ms / latenciesOf(turns.alone).p50Ms;
  const notes = [
    `${scale.users} users of ${PACKETS} packets, ${packets} in all, seeded in ${seconds.toFixed(1)} s; both services at once, asked in turn.`,
  ];
  const rows = [row(`a random one of ${scale.users} users`, turns.random), row("the only user", turns.alone)];
  return {
    tables: [{ title: "Prepare among many brains", rows, notes }, budget],
    goals: [{ what: "prepare p50 of a random user / of the only user", measured: ratio, bound: "at most", goal: 1.5 }],
  };
}

async function askBoth({ scale, inputs, maker }: Bench, names: readonly string[], many: Caller, one: Caller) {
  const random: number[] = [];
  const alone: number[] = [];
  const askMany = (at: number) => {
    const user = names[maker.random.integer(names.length)]!;
    return many.time("POST", "/prepare", user, { input: inputs.fresh(at) });
  };
  const askOne = (at: number) => one.time("POST", "/prepare", "alone", { input: inputs.fresh(at) });
  for (let at = 0; at < 5; at++) await Promise.all([askMany(at), askOne(at)]);
  for (let at = 0; at < scale.questions; at++) {
    if (at % 2 === 0) random.push(await askMany(at));
    alone.push(await askOne(at));
    if (at % 2 === 1) random.push(await askMany(at));
  }
  return { random, alone };
}

/** Every user is asked once on a small budget: what leaves memory makes room for what comes. */
async function keepBudget({ executable, inputs }: Bench, dataDir: string, names: readonly string[]): Promise<Table> {
  const options = { executable, dataDir, modelDir: null, flags: ["--memory-mib", String(BUDGET_MIB)] };
  return withExecutable(options, async (_rest, running) => {
    const caller = createCaller(running);
    const query = inputs.fresh(0);
    await caller.time("POST", "/recall", names[0]!, { query });
    const before = await running.rssBytes();
    const times: number[] = [];
    for (const user of names) times.push(await caller.time("POST", "/recall", user, { query }));
    const after = await running.rssBytes();
    const grown = before === null || after === null ? null : (after - before) / MIB;
    const shown = memoryFigures(await caller.text("/prometheus"));
    const row = {
      "users asked": names.length,
      "recall p50 ms": latenciesOf(times).p50Ms,
      "budget MiB": BUDGET_MIB,
      "RSS before MiB": before === null ? null : before / MIB,
      "RSS grown MiB": grown,
      ...shown,
    };
    const silent = Object.keys(shown).length === 0 ? ["/prometheus tells nothing of memory held."] : [];
    const notes = [
      "/recall of one text, each user once; the process's RSS grows by more than what is held.",
      ...silent,
    ];
    return { title: "Memory budget", rows: [row], notes };
  });
}

/** What the service tells of the memory that its brains hold, by the metrics' own names. */
function memoryFigures(exposition: string): Record<string, number> {
  const lines = exposition.matchAll(/^(memoryd_\w*(?:bytes|evictions|loads)\w*(?:\{[^}]*\})?) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name!, Number(value)]));
}
