// Our search as the service ranks: the vector store over SQLite, one byte a number in memory and the best rows read.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { VectorIndex } from "../../../src/domain/ports/vector-index.ts";
import { createKernels } from "../../../src/vectors/kernels.ts";
import { createScanKernels } from "../../../src/vectors/scan-kernels.ts";
import { createVectorStore } from "../../../src/vectors/vector-store.ts";
import { SCAN_RELAXED_WASM_FILE, SCAN_WASM_FILE, VECTORS_WASM_FILE } from "../../../src/vectors/wasm-file.ts";
import { BRAIN, chunkOf, type OurStore, openOurStore, readChunks } from "./our-store.ts";
import { servePeer } from "./peer-program.ts";

/** Room for more than a million rows. */
const BUDGET_BYTES = 1024 ** 3;

const modules = {
  strict: new Uint8Array(readFileSync(SCAN_WASM_FILE)),
  relaxed: new Uint8Array(readFileSync(SCAN_RELAXED_WASM_FILE)),
};
const threadUrl = new URL("../../../src/vectors/scan-thread.ts", import.meta.url);
const scan = createScanKernels(
  modules,
  Bun.argv.includes("--threads") ? { threadUrl, helpers: availableParallelism() - 1 } : {},
);
const kernels = createKernels(new Uint8Array(readFileSync(VECTORS_WASM_FILE)));
let store: OurStore;
let index: VectorIndex;

const rank = (query: Float32Array, limit: number) => index.rank("packets", BRAIN, { query, limit, floor: 0 });

await servePeer({
  version: `${scan.build} SIMD`,
  async build({ vectors, count, folder }) {
    store = openOurStore(folder);
    const { source } = store;
    index = createVectorStore({ kernels, scan, source, budgetBytes: BUDGET_BYTES, cosineBaseline: 0 });
    let first: Float32Array | null = null;
    for await (const chunk of readChunks(vectors, count)) {
      store.insert(chunk);
      first ??= chunk.vectors.slice(0, chunk.vectors.length / chunk.count);
    }
    // The first use reads all rows in.
    if (first !== null) await rank(first, 1);
    if (index.stats().rows !== count) throw new Error("the rows have no room");
  },
  add(row, vector) {
    const chunk = chunkOf(row, 1, vector);
    store.insert(chunk);
    index.append("packets", BRAIN, chunk);
  },
  search: async (query, limit) => (await rank(query, limit)).map(({ seq }) => seq - 1),
});
