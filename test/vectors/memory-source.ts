// A source of rows for the vector store's tests: committed rows in arrays, answers that can be held back.
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { VectorChunk, VectorSet, VectorSource } from "../../src/domain/ports/vector-index.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface Row {
  readonly seq: number;
  readonly confidence: number;
  readonly vector: Float32Array;
}

export function chunkOf(rows: readonly Row[]): VectorChunk {
  const vectors = new Float32Array(rows.length * DIMENSION);
  for (const [i, row] of rows.entries()) vectors.set(row.vector, i * DIMENSION);
  return {
    count: rows.length,
    seqs: Uint32Array.from(rows, (row) => row.seq),
    confidences: Float32Array.from(rows, (row) => row.confidence),
    vectors,
  };
}

/** Rows with gaps between their seqs, as removals and other brains' rows leave them. */
export function someRows(random: SeededRandom, count: number, firstSeq = 1): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    seq: firstSeq + i * 3,
    confidence: [0.15, 0.35, 0.5, 0.7][random.integer(4)]!,
    vector: random.unitVector(DIMENSION),
  }));
}

export class MemorySource implements VectorSource {
  scans = 0;
  /** Runs before each scan is answered. */
  beforeAnswer: () => void = () => {};
  readonly #rows = new Map<string, Row[]>();
  #held: (() => void)[] | null = null;
  #failure: Error | null = null;

  commit(set: VectorSet, brain: number, rows: readonly Row[]): void {
    const all = [...this.rowsOf(set, brain), ...rows].sort((a, b) => a.seq - b.seq);
    this.#rows.set(`${set} ${brain}`, all);
  }

  delete(set: VectorSet, brain: number, seq: number): void {
    this.#rows.set(
      `${set} ${brain}`,
      this.rowsOf(set, brain).filter((row) => row.seq !== seq),
    );
  }

  rowsOf(set: VectorSet, brain: number): readonly Row[] {
    return this.#rows.get(`${set} ${brain}`) ?? [];
  }

  /** From now on a scan reads at once and answers only at `release`: the answer is as old as a slow disk makes it. */
  hold(): void {
    this.#held = [];
  }

  /** Lets the answers held so far go; later scans answer at once. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const answer of held) answer();
  }

  /** Lets the answers held so far go, and goes on holding. */
  releaseSome(): void {
    this.release();
    this.hold();
  }

  failNext(error: Error): void {
    this.#failure = error;
  }

  #failIfAsked(): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  }

  async read(set: VectorSet, brain: number, seqs: readonly number[]): Promise<VectorChunk> {
    this.#failIfAsked();
    const wanted = new Set(seqs);
    const chunk = chunkOf(this.rowsOf(set, brain).filter((row) => wanted.has(row.seq)));
    const held = this.#held;
    if (held !== null) await new Promise<void>((resolve) => held.push(resolve));
    return chunk;
  }

  async scan(set: VectorSet, brain: number, after: number, limit: number): Promise<VectorChunk> {
    this.scans++;
    this.#failIfAsked();
    this.beforeAnswer();
    const chunk = chunkOf(
      this.rowsOf(set, brain)
        .filter((row) => row.seq > after)
        .slice(0, limit),
    );
    const held = this.#held;
    if (held !== null) await new Promise<void>((resolve) => held.push(resolve));
    return chunk;
  }
}

/** Lets everything run that waits for nothing but other promises. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
