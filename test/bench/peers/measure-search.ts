// Every peer over the same vectors: built, added to and asked, all in turns, so that a slow minute is everybody's.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "../percentiles.ts";
import { directoryBytes } from "../start-executable.ts";
import { LIMIT, recallOf, typicalCosines, type VectorData } from "./clustered-vectors.ts";
import type { SearchPeer } from "./peer-list.ts";
import type { AddAnswer, BuildAnswer, SearchAnswer } from "./peer-messages.ts";
import { type PeerProcess, startPeer } from "./peer-process.ts";

/** Rows added one at a time, the last ones of the file. */
const ADDED_MAX = 64;
const ADDED_SHARE = 0.1;
/** More than any engine needs to compile what it runs. */
const WARM_UP_SEARCHES = 1_000;

export interface SearchFigures {
  readonly version: string;
  readonly buildSeconds: number;
  /** Median of one row. */
  readonly addMs: number;
  readonly searches: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly recall: number;
  /** null where the system does not tell. */
  readonly rssBytes: number | null;
  /** 0 where it stores nothing. */
  readonly diskBytes: number;
}

export interface SearchRow {
  readonly id: string;
  readonly label: string;
  readonly isOurs: boolean;
  readonly isExhaustive: boolean;
  /** Figures, or why there are none. */
  readonly outcome: SearchFigures | string;
}

export interface SearchReport {
  readonly rows: number;
  readonly queries: number;
  /** Median cosines of the nearest and of the last row asked for. */
  readonly cosines: { readonly first: number; readonly last: number };
  readonly peers: readonly SearchRow[];
}

export interface MeasureSearchInput {
  readonly data: VectorData;
  /** Ours is measured with every other. */
  readonly peers: readonly SearchPeer[];
  readonly rounds: number;
  /** Searches of a peer in a round, and when it stops before. */
  readonly perRound: number;
  readonly budgetMs: number;
  /** How long each peer searches before anything counts, so that its engine has compiled what it runs. */
  readonly warmUpMs: number;
  readonly onProgress: (line: string) => void;
}

/** A peer under way: what it has answered so far, or why it fell out. */
interface Runner {
  readonly peer: SearchPeer;
  readonly folder: string;
  readonly ms: number[];
  /** By query. */
  readonly found: Map<number, readonly number[]>;
  process: PeerProcess | null;
  /** What works for it beside its process. */
  pids: readonly number[];
  buildSeconds: number;
  addMs: number;
  asked: number;
  why: string | null;
}

export async function measureSearch(input: MeasureSearchInput): Promise<SearchReport> {
  const { data, peers, rounds, perRound, budgetMs } = input;
  const base = await mkdtemp(join(tmpdir(), "memoryd-bench-peers-"));
  const runners = peers.map((peer) => newRunner(peer, base, data.rows));
  try {
    for (const runner of runners) await attempt(runner, () => build(runner, input));
    for (let round = 0; round < rounds; round++) {
      input.onProgress(`${data.rows} rows: round ${round + 1} of ${rounds}`);
      for (const runner of runners) await attempt(runner, () => search(runner, data, perRound, budgetMs));
    }
    const rows: SearchRow[] = [];
    for (const runner of runners) {
      const { id, label, isOurs, isExhaustive } = runner.peer;
      const figures = await attempt(runner, () => figuresOf(runner, data));
      rows.push({ id, label, isOurs, isExhaustive, outcome: figures ?? runner.why ?? "failed" });
    }
    return { rows: data.rows, queries: data.queries, cosines: typicalCosines(data), peers: rows };
  } finally {
    for (const { process } of runners) await process?.stop();
    await rm(base, { recursive: true, force: true });
  }
}

function newRunner(peer: SearchPeer, base: string, rows: number): Runner {
  const tooMany = `left out: above ${peer.rowsMax.toLocaleString("en")} rows it takes too long`;
  return {
    peer,
    folder: join(base, peer.id),
    ms: [],
    found: new Map(),
    process: null,
    pids: [],
    buildSeconds: Number.NaN,
    addMs: Number.NaN,
    asked: 0,
    why: peer.missing ?? (rows > peer.rowsMax ? tooMany : null),
  };
}

/** Whatever goes wrong with a peer is its row's, and ends its process alone. */
async function attempt<T>(runner: Runner, step: () => Promise<T>): Promise<T | null> {
  if (runner.why !== null) return null;
  try {
    return await step();
  } catch (error) {
    runner.why = `failed: ${error instanceof Error ? error.message : error}`;
    await runner.process?.stop();
    runner.process = null;
    return null;
  }
}

async function build(runner: Runner, { data, warmUpMs, onProgress }: MeasureSearchInput): Promise<void> {
  const { peer, folder } = runner;
  onProgress(`${data.rows} rows: building ${peer.label}`);
  await Bun.$`mkdir -p ${folder}`;
  runner.process = await startPeer(peer.command, { isPinned: peer.hasAllCores !== true });
  const added = Math.min(ADDED_MAX, Math.ceil(data.rows * ADDED_SHARE));
  const [vectors, count, capacity] = [data.vectorsFile, data.rows - added, data.rows];
  const built = await runner.process.ask<BuildAnswer>({ do: "build", vectors, count, capacity, folder });
  runner.buildSeconds = built.seconds;
  runner.pids = built.pids ?? [];
  const { ms } = await runner.process.ask<AddAnswer>({ do: "add", vectors, from: count, to: capacity });
  runner.addMs = percentile(
    ms.toSorted((a, b) => a - b),
    0.5,
  );
  await runner.process.ask({ do: "settle" });
  await ask(runner, data, 0, WARM_UP_SEARCHES, warmUpMs);
}

async function search(runner: Runner, data: VectorData, count: number, budgetMs: number): Promise<void> {
  const { ms, rows } = await ask(runner, data, runner.asked, count, budgetMs);
  for (const [at, found] of rows.entries()) runner.found.set((runner.asked + at) % data.queries, found);
  runner.asked += rows.length;
  runner.ms.push(...ms);
}

function ask(runner: Runner, data: VectorData, from: number, count: number, budgetMs: number): Promise<SearchAnswer> {
  return runner.process!.ask<SearchAnswer>({
    do: "search",
    queries: data.queriesFile,
    queryCount: data.queries,
    from: from % data.queries,
    count,
    budgetMs,
    limit: LIMIT,
  });
}

async function figuresOf(runner: Runner, data: VectorData): Promise<SearchFigures> {
  const sorted = runner.ms.toSorted((a, b) => a - b);
  return {
    version: runner.process!.version,
    buildSeconds: runner.buildSeconds,
    addMs: runner.addMs,
    searches: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    recall: recallOf(data, runner.found),
    rssBytes: await runner.process!.peakRssBytes(runner.pids),
    diskBytes: await directoryBytes(runner.folder),
  };
}
