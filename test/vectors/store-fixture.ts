// A vector store over a memory source, and what it must answer.
import type { RankedRow, RankRequest, VectorIndex, VectorSet } from "../../src/domain/ports/vector-index.ts";
import type { ScanKernels } from "../../src/vectors/scan-kernels.ts";
import { BLOCK_BYTES } from "../../src/vectors/scan-layout.ts";
import { createVectorStore } from "../../src/vectors/vector-store.ts";
import { newKernels, SCALAR } from "./implementations.ts";
import { chunkOf, MemorySource, type Row } from "./memory-source.ts";
import { holdsCodes, relaxedKernels } from "./scan-fixture.ts";

export interface StoreFixture {
  readonly store: VectorIndex;
  readonly source: MemorySource;
  readonly scan: ScanKernels;
  /** What the scalar reference makes of the rows that the source holds now. */
  expected(set: VectorSet, brain: number, request: RankRequest): RankedRow[];
  /** As a service records: committed first, then told to the store. */
  record(set: VectorSet, brain: number, rows: readonly Row[]): void;
  erase(set: VectorSet, brain: number, seq: number): void;
  /** Puts these rows in the place of those with their seqs. */
  change(set: VectorSet, brain: number, rows: readonly Row[]): Promise<void>;
  /** Whether the vector's bytes, or the codes made of them, stand anywhere in the memory of the kernels. */
  holds(vector: Float32Array): boolean;
}

export function newStore(budgetBlocks: number, cosineBaseline = 0): StoreFixture {
  const kernels = newKernels();
  const source = new MemorySource();
  const scan = relaxedKernels();
  const store = createVectorStore({ kernels, scan, source, budgetBytes: budgetBlocks * BLOCK_BYTES, cosineBaseline });
  return {
    store,
    source,
    scan,
    expected: (set, brain, request) => SCALAR.topK(chunkOf(source.rowsOf(set, brain)), request, cosineBaseline),
    record: (set, brain, rows) => {
      source.commit(set, brain, rows);
      store.append(set, brain, chunkOf(rows));
    },
    erase: (set, brain, seq) => {
      source.delete(set, brain, seq);
      store.remove(set, brain, seq);
    },
    change: (set, brain, rows) => {
      for (const { seq } of rows) source.delete(set, brain, seq);
      source.commit(set, brain, rows);
      return store.refresh(
        set,
        brain,
        rows.map(({ seq }) => seq),
      );
    },
    holds: (vector) =>
      Buffer.from(kernels.memory.buffer).indexOf(Buffer.from(vector.buffer, vector.byteOffset, 64)) >= 0 ||
      holdsCodes(scan, vector),
  };
}
