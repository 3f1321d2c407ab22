// The whole path from a text to a memory and back: our executable over HTTP against mem0 in its own process.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "../percentiles.ts";
import { createRestClient } from "../rest-client.ts";
import { directoryBytes, startExecutable } from "../start-executable.ts";
import { LIMIT } from "./clustered-vectors.ts";
import type { MemoryText } from "./memory-texts.ts";
import { type PeerProcess, startPeer } from "./peer-process.ts";

/** Texts added, and questions asked, before the other takes its turn. */
const TURN = 25;
const WARM_UP = ["Where is the spare key?", "What did we decide about the roof?", "When does the ferry leave?"];

export interface MemoryFigures {
  readonly version: string;
  readonly addsPerSecond: number;
  readonly addP50Ms: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Share of the questions whose sentence is among the best LIMIT. */
  readonly found: number;
  readonly rssBytes: number | null;
  /** Of the process that embeds, where it is another. */
  readonly embedderRssBytes: number | null;
  readonly diskBytes: number;
  readonly afterKill: "keeps all" | "loses all";
}

export interface MemoryRow {
  readonly label: string;
  readonly outcome: MemoryFigures | string;
}

export interface MemoryReport {
  readonly texts: number;
  readonly questions: number;
  readonly peers: readonly MemoryRow[];
}

/** Something that takes texts and brings them back, one at a time. */
export interface MemoryRunner {
  readonly label: string;
  readonly version: string;
  readonly afterKill: MemoryFigures["afterKill"];
  /** Milliseconds of each. */
  add(texts: readonly string[]): Promise<readonly number[]>;
  search(questions: readonly string[]): Promise<{ ms: readonly number[]; texts: readonly (readonly string[])[] }>;
  rssBytes(): Promise<number | null>;
  embedderRssBytes(): Promise<number | null>;
  diskBytes(): Promise<number>;
  stop(): Promise<void>;
}

export interface MeasureMemoryInput {
  readonly texts: readonly MemoryText[];
  readonly questions: number;
  /** Each is started, measured in turns with the others and stopped; one that fails has that in its row. */
  readonly starts: readonly { readonly label: string; start(folder: string): Promise<MemoryRunner> }[];
  readonly onProgress: (line: string) => void;
}

interface Measured {
  readonly label: string;
  runner: MemoryRunner | null;
  readonly addMs: number[];
  readonly searchMs: number[];
  found: number;
  why: string;
}

export async function measureMemory(input: MeasureMemoryInput): Promise<MemoryReport> {
  const { texts, starts, onProgress } = input;
  const base = await mkdtemp(join(tmpdir(), "memoryd-bench-peers-"));
  const measured = starts.map(
    ({ label }): Measured => ({ label, runner: null, addMs: [], searchMs: [], found: 0, why: "" }),
  );
  const inTurns = async (step: (each: Measured, runner: MemoryRunner) => Promise<void>) => {
    for (const each of measured) {
      if (each.runner === null) continue;
      await step(each, each.runner).catch((error: unknown) => giveUp(each, error));
    }
  };
  const asked = spread(texts, input.questions);
  try {
    for (const [at, { label, start }] of starts.entries()) {
      onProgress(`starting ${label}`);
      const folder = join(base, String(at));
      await mkdir(folder);
      const each = measured[at]!;
      each.runner = await start(folder).catch((error: unknown) => giveUp(each, error));
    }
    await inTurns(async (_, runner) => void (await runner.search(WARM_UP)));
    for (const batch of batches(texts)) {
      onProgress(`${texts.indexOf(batch[0]!)} of ${texts.length} texts added`);
      await inTurns(async (each, runner) => void each.addMs.push(...(await runner.add(batch.map(({ text }) => text)))));
    }
    for (const batch of batches(asked)) await inTurns((each, runner) => ask(each, runner, batch));
    const rows: MemoryRow[] = [];
    for (const each of measured) rows.push({ label: each.label, outcome: await outcomeOf(each, asked.length) });
    return { texts: texts.length, questions: asked.length, peers: rows };
  } finally {
    for (const { runner } of measured) await runner?.stop();
    await rm(base, { recursive: true, force: true });
  }
}

async function ask(each: Measured, runner: MemoryRunner, batch: readonly MemoryText[]): Promise<void> {
  const { ms, texts } = await runner.search(batch.map(({ question }) => question));
  each.searchMs.push(...ms);
  for (const [at, { text }] of batch.entries()) if (texts[at]!.some((found) => found.includes(text))) each.found++;
}

async function giveUp(each: Measured, error: unknown): Promise<null> {
  each.why = `failed: ${error instanceof Error ? error.message : error}`;
  await each.runner?.stop();
  each.runner = null;
  return null;
}

async function outcomeOf({ runner, addMs, searchMs, found, why }: Measured, asked: number) {
  if (runner === null) return why;
  const [adds, searches] = [addMs, searchMs].map((ms) => ms.toSorted((a, b) => a - b)) as [number[], number[]];
  return {
    version: runner.version,
    addsPerSecond: (1000 * adds.length) / adds.reduce((sum, ms) => sum + ms, 0),
    addP50Ms: percentile(adds, 0.5),
    p50Ms: percentile(searches, 0.5),
    p95Ms: percentile(searches, 0.95),
    found: found / asked,
    rssBytes: await runner.rssBytes(),
    embedderRssBytes: await runner.embedderRssBytes(),
    diskBytes: await runner.diskBytes(),
    afterKill: runner.afterKill,
  };
}

/** Texts from the first to the last, evenly. */
function spread(texts: readonly MemoryText[], count: number): MemoryText[] {
  const step = texts.length / Math.min(count, texts.length);
  return Array.from({ length: Math.min(count, texts.length) }, (_, at) => texts[Math.floor(at * step)]!);
}

function batches(texts: readonly MemoryText[]): MemoryText[][] {
  return Array.from({ length: Math.ceil(texts.length / TURN) }, (_, at) => texts.slice(at * TURN, (at + 1) * TURN));
}

/** A text is a turn: prepared, then recorded, which is on disk when it returns. */
export async function startOurs(executable: string, folder: string): Promise<MemoryRunner> {
  const dataDir = join(folder, "data");
  const running = await startExecutable({ executable, dataDir, modelDir: null });
  const client = createRestClient(running.url, running.adminKey);
  const user = "ada";
  return {
    label: "memoryd",
    version: Bun.spawnSync([executable, "--version"]).stdout.toString().trim(),
    afterKill: "keeps all",
    async add(texts) {
      const took = await timed(texts, async (input) => {
        const { turnToken } = await client.prepare(user, { input });
        await client.record(user, { turn_token: turnToken, answer: "Noted." });
      });
      return took.ms;
    },
    async search(questions) {
      const { ms, results } = await timed(questions, (question) => client.recall(user, question, LIMIT));
      return { ms, texts: results.map((sources) => sources.map(({ text }) => text)) };
    },
    rssBytes: () => running.peakRssBytes(),
    embedderRssBytes: async () => null,
    diskBytes: () => directoryBytes(dataDir),
    stop: () => running.stop(),
  };
}

async function timed<T, R>(
  values: readonly T[],
  call: (value: T) => Promise<R>,
): Promise<{ ms: number[]; results: R[] }> {
  const ms: number[] = [];
  const results: R[] = [];
  for (const value of values) {
    const startedAt = performance.now();
    results.push(await call(value));
    ms.push(performance.now() - startedAt);
  }
  return { ms, results };
}

/** Two processes: mem0's own, and the endpoint with our embedder. */
export async function startMem0(python: string, folder: string): Promise<MemoryRunner> {
  const embedder = await startPeer([process.execPath, join(import.meta.dir, "serve-embeddings.ts")], {
    isPinned: false,
  });
  let mem0: PeerProcess;
  try {
    const program = join(import.meta.dir, "mem0_peer.py");
    // A proxy that the environment names is not for the loopback.
    const env = { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" };
    mem0 = await startPeer([python, program, embedder.version, folder], { isPinned: false, env });
  } catch (error) {
    await embedder.stop();
    throw error;
  }
  return {
    label: "mem0",
    version: mem0.version,
    afterKill: "loses all",
    add: async (texts) => (await mem0.ask<{ ms: number[] }>({ do: "add", texts })).ms,
    search: (questions) => mem0.ask({ do: "search", questions, limit: LIMIT }),
    rssBytes: () => mem0.peakRssBytes(),
    embedderRssBytes: () => embedder.peakRssBytes(),
    diskBytes: () => directoryBytes(folder),
    async stop() {
      await mem0.stop();
      await embedder.stop();
    },
  };
}
