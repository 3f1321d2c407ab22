// Our search over float32 rows in memory alone: the kernel that the scan of one byte a number is measured against.
import { readFileSync } from "node:fs";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import type { VectorChunk } from "../../../src/domain/ports/vector-index.ts";
import { createKernels } from "../../../src/vectors/kernels.ts";
import { BLOCK_ROWS, CONFIDENCES_OFFSET, SEQS_OFFSET } from "../../../src/vectors/memory-layout.ts";
import { VECTORS_WASM_FILE } from "../../../src/vectors/wasm-file.ts";
import { chunkOf, type OurStore, openOurStore, readChunks } from "./our-store.ts";
import { servePeer } from "./peer-program.ts";

const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
const blocks: number[] = [];
let rows = 0;
let store: OurStore;

function append({ count, seqs, confidences, vectors }: VectorChunk): void {
  for (let at = 0; at < count; at++, rows++) {
    const slot = rows % BLOCK_ROWS;
    if (slot === 0) {
      const block = kernels.blocks.take();
      if (block === null) throw new Error("the rows have no room");
      blocks.push(block);
    }
    const { buffer } = kernels.memory;
    const block = blocks.at(-1)!;
    const vector = vectors.subarray(at * DIMENSION, (at + 1) * DIMENSION);
    new Float32Array(buffer, block + slot * DIMENSION * 4, DIMENSION).set(vector);
    new Float32Array(buffer, block + CONFIDENCES_OFFSET + slot * 4, 1)[0] = confidences[at]!;
    new Uint32Array(buffer, block + SEQS_OFFSET + slot * 4, 1)[0] = seqs[at]!;
  }
}

await servePeer({
  version: "SIMD",
  async build({ vectors, count, folder }) {
    store = openOurStore(folder);
    for await (const chunk of readChunks(vectors, count)) {
      store.insert(chunk);
      append(chunk);
    }
  },
  add(row, vector) {
    const chunk = chunkOf(row, 1, vector);
    store.insert(chunk);
    append(chunk);
  },
  search: (query, limit) => kernels.topK(blocks, rows, { query, limit, floor: 0 }, 0).map(({ seq }) => seq - 1),
});
