// Float32 rows of a set in blocks, in ascending seq, for the length of one exact answer.
import { DIMENSION } from "../domain/model-spec.ts";
import { CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory-layout.ts";
import { type BlockLease, RowBlocks } from "./row-blocks.ts";

export class Matrix extends RowBlocks {
  constructor(memory: WebAssembly.Memory, lease: BlockLease) {
    super(memory, lease, { confidences: CONFIDENCES_OFFSET, seqs: SEQS_OFFSET });
  }

  protected writeVectors(block: number, slot: number, vectors: Float32Array): void {
    new Float32Array(this.memory.buffer, block + slot * DIMENSION * 4, vectors.length).set(vectors);
  }
}
