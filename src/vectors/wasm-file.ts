// The built module, which the executable carries; `bun run build` makes it from wasm/.
import path from "../../dist/vectors.wasm" with { type: "file" };

/** Path to read the module from, inside the executable or in dist/. */
export const VECTORS_WASM_FILE: string = path;
