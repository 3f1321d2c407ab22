// The inside of a peer's process that runs on Bun: answers the harness's requests, one after another, on its own clock.
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { readRows } from "./clustered-vectors.ts";
import {
  type AddAnswer,
  type BuildAnswer,
  type PeerRequest,
  SEARCHES_MIN,
  type SearchAnswer,
} from "./peer-messages.ts";

export interface BuildInput {
  readonly vectors: string;
  readonly count: number;
  readonly capacity: number;
  readonly folder: string;
}

export interface PeerProgram {
  readonly version: string;
  build(input: BuildInput): Promise<void>;
  add(row: number, vector: Float32Array): void | Promise<void>;
  settle?(): void | Promise<void>;
  /** Rows, nearest first. */
  search(query: Float32Array, limit: number): number[] | Promise<number[]>;
}

/** Serves standard input to its end. */
export async function servePeer(program: PeerProgram): Promise<void> {
  const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
  say({ version: program.version });
  for await (const line of console) {
    try {
      say(await answer(program, JSON.parse(line)));
    } catch (error) {
      say({ error: error instanceof Error ? error.message : String(error) });
    }
  }
}

async function answer(program: PeerProgram, request: PeerRequest): Promise<object> {
  switch (request.do) {
    case "build": {
      const startedAt = performance.now();
      await program.build(request);
      return { seconds: (performance.now() - startedAt) / 1000 } satisfies BuildAnswer;
    }
    case "add": {
      const vectors = await readRows(request.vectors, request.from, request.to);
      const ms: number[] = [];
      for (let row = request.from; row < request.to; row++) {
        const vector = vectors.slice((row - request.from) * DIMENSION, (row - request.from + 1) * DIMENSION);
        const startedAt = performance.now();
        await program.add(row, vector);
        ms.push(performance.now() - startedAt);
      }
      return { ms } satisfies AddAnswer;
    }
    case "settle":
      await program.settle?.();
      return {};
    case "search":
      return search(program, request);
  }
}

async function search(program: PeerProgram, request: Extract<PeerRequest, { do: "search" }>): Promise<SearchAnswer> {
  const queries = await readRows(request.queries, 0, request.queryCount);
  const ms: number[] = [];
  const rows: number[][] = [];
  const end = performance.now() + request.budgetMs;
  for (let i = 0; i < request.count && (i < SEARCHES_MIN || performance.now() < end); i++) {
    const at = (request.from + i) % request.queryCount;
    const query = queries.slice(at * DIMENSION, (at + 1) * DIMENSION);
    const startedAt = performance.now();
    const found = await program.search(query, request.limit);
    ms.push(performance.now() - startedAt);
    rows.push(found);
  }
  return { ms, rows };
}
