// Of part "database": several nodes on one PostgreSQL, and what it costs when a user is not sent to the same one.
import type { PostgresServer } from "../../support/postgres.ts";
import { postmasterOf, processMs, serverMs } from "../capacity/processor-time.ts";
import { latenciesOf } from "../percentiles.ts";
import type { RetrievalMode } from "../rest-client.ts";
import { type RunningExecutable, withExecutable } from "../start-executable.ts";
import { type Caller, createCaller, inParallel } from "./calls.ts";
import type { MovedData } from "./moved-data.ts";
import { type Bench, median, type Table } from "./part.ts";

const NODES = 3;
const CLIENTS = 64;
const USERS = 48;
const ROUNDS = 3;
const MODE: RetrievalMode = "hybrid";
/** Between two turns: their packets are embedded by then. */
const PAUSE_MS = 100;

interface Node {
  readonly caller: Caller;
  readonly running: RunningExecutable;
}

/** `users`: with brains that nobody has asked yet. */
export function measureNodes(bench: Bench, moved: MovedData, users: readonly string[]): Promise<Table[]> {
  return withNodes(moved, NODES, [], async (nodes) => {
    const [first] = nodes;
    await first!.caller.json("PATCH", "/admin/settings", null, { retrieval_mode: MODE });
    return [await recordsOfNodes(bench, moved, nodes), await withoutAffinity(bench, nodes.slice(0, 2), users)];
  });
}

/** Each with one embedding thread. */
function withNodes<T>(
  moved: MovedData,
  count: number,
  nodes: readonly Node[],
  use: (nodes: readonly Node[]) => Promise<T>,
) {
  if (count === 0) return use(nodes);
  const options = { ...moved.node(), flags: ["--embedding-workers", "1"] };
  return withExecutable(options, (_rest, running): Promise<T> => {
    const node = { running, caller: createCaller(running) };
    return withNodes(moved, count - 1, [...nodes, node], use);
  });
}

interface Recorded {
  readonly aSecond: number;
  /** On a processor, of one record. */
  readonly nodesMs: number;
  readonly databaseMs: number;
}

async function recordsOfNodes(bench: Bench, { server }: MovedData, nodes: readonly Node[]): Promise<Table> {
  const counts = nodes.map((_, at) => at + 1);
  const rounds = counts.map((): Recorded[] => []);
  // By turns, so that what the machine does besides falls on all.
  for (let round = 0; round < ROUNDS; round++)
    for (const count of counts) rounds[count - 1]!.push(await recordMany(bench, server, nodes.slice(0, count)));
  const rows = counts.map((count) => {
    const ofCount = rounds[count - 1]!;
    const rates = ofCount.map(({ aSecond }) => aSecond);
    return {
      nodes: count,
      [`records a second, ${CLIENTS} clients`]: median(rates),
      least: Math.min(...rates),
      most: Math.max(...rates),
      "nodes' ms a record": median(ofCount.map(({ nodesMs }) => nodesMs)),
      "database's ms a record": median(ofCount.map(({ databaseMs }) => databaseMs)),
    };
  });
  return {
    title: "/record, by nodes",
    rows,
    notes: [
      `${ROUNDS} rounds by turns, each user at one node; ms of a processor. Nodes, database and clients share the machine's`,
      "cores: what more nodes cost can be seen here, and what they gain on processors of their own cannot.",
    ],
  };
}

async function recordMany({ inputs, scale }: Bench, server: PostgresServer, nodes: readonly Node[]): Promise<Recorded> {
  const question = inputs.fresh(0);
  const callerOf = (user: number) => nodes[user % nodes.length]!.caller;
  const jobs = Array.from({ length: Math.ceil(scale.records / 5) }, (_, at) => at % USERS);
  const turns = await inParallel(8, jobs, async (user) => {
    const body = { input: question };
    const { turn_token: token } = await callerOf(user).json<{ turn_token: string }>(
      "POST",
      "/prepare",
      `n-${user}`,
      body,
    );
    return { user, token };
  });
  const nodesMs = () => nodes.reduce((sum, { running }) => sum + processMs(running.pid), 0);
  const before = { at: performance.now(), nodes: nodesMs(), database: serverMs(postmasterOf(server)) };
  await inParallel(CLIENTS, turns, ({ user, token }) =>
    callerOf(user).time("POST", "/record", `n-${user}`, { turn_token: token, answer: "noted" }),
  );
  const recorded = {
    aSecond: turns.length / ((performance.now() - before.at) / 1_000),
    nodesMs: (nodesMs() - before.nodes) / turns.length,
    databaseMs: (serverMs(postmasterOf(server)) - before.database) / turns.length,
  };
  for (const { caller } of nodes) await drained(caller);
  return recorded;
}

async function drained(caller: Caller): Promise<void> {
  while (/^memoryd_embeddings_pending [1-9]/m.test(await caller.text("/prometheus"))) await Bun.sleep(PAUSE_MS);
}

/** Where a request goes: to a user's own node, or to the other one than the request before. */
const WAYS = {
  "the same": (_: number) => 0,
  "the other each time": (at: number) => at % 2,
} as const;
type Way = keyof typeof WAYS;

/** `users`: one for each way. */
async function withoutAffinity(bench: Bench, nodes: readonly Node[], users: readonly string[]): Promise<Table> {
  const ways = Object.keys(WAYS) as Way[];
  const alone: Record<Way, number[]> = { "the same": [], "the other each time": [] };
  const turns: Record<Way, number[]> = { "the same": [], "the other each time": [] };
  const { inputs, scale } = bench;
  const at = (way: Way, turn: number) => nodes[WAYS[way](turn)]!.caller;
  const prepare = async (way: Way, turn: number, times: number[]) => {
    const startedAt = performance.now();
    const answer = await at(way, turn).json<{ turn_token: string }>("POST", "/prepare", users[ways.indexOf(way)]!, {
      input: inputs.fresh(turn),
    });
    times.push(performance.now() - startedAt);
    return answer.turn_token;
  };
  for (const way of ways) for (let turn = 0; turn < 10; turn++) await prepare(way, turn, []);
  for (let turn = 0; turn < scale.questions; turn++) for (const way of ways) await prepare(way, turn, alone[way]);
  for (let turn = 0; turn < Math.ceil(scale.questions / 4); turn++) {
    for (const way of ways) {
      const token = await prepare(way, turn, turns[way]);
      const body = { turn_token: token, answer: `noted ${turn}` };
      await at(way, turn).time("POST", "/record", users[ways.indexOf(way)]!, body);
    }
    await Bun.sleep(PAUSE_MS);
  }
  const rows = ways.map((way) => ({
    "the next request goes to": way,
    "prepare alone p50 ms": latenciesOf(alone[way]).p50Ms,
    "p95 ms": latenciesOf(alone[way]).p95Ms,
    "in whole turns p50 ms": latenciesOf(turns[way]).p50Ms,
    "of them p95 ms": latenciesOf(turns[way]).p95Ms,
  }));
  const notes = [
    `Two nodes, both warm, ${MODE} mode, brains of ${scale.coldPackets} packets: whole turns go to one node and then to the other,`,
    "which reads in what the first has recorded.",
  ];
  return { title: "/prepare with and without affinity", rows, notes };
}
