// The built modules, which the executable carries; `bun run build` makes them from wasm/.
import scanPath from "../../dist/scan.wasm" with { type: "file" };
import scanRelaxedPath from "../../dist/scan-relaxed.wasm" with { type: "file" };
import path from "../../dist/vectors.wasm" with { type: "file" };

/** Path to read the module from, inside the executable or in dist/. */
export const VECTORS_WASM_FILE: string = path;
/** The scan for every engine with SIMD. */
export const SCAN_WASM_FILE: string = scanPath;
/** The same for engines with relaxed SIMD: faster, equal to the bit. */
export const SCAN_RELAXED_WASM_FILE: string = scanRelaxedPath;
