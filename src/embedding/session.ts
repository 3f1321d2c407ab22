// One session of ONNX Runtime's WebAssembly build: single-threaded, one run at a time, nothing fetched.
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { DIMENSION } from "../domain/model-spec.ts";

export interface EmbeddingSession {
  /** 384 numbers of length 1 for one text's ids. Never call it while a run is under way. */
  run(ids: Int32Array): Promise<Float32Array>;
}

/** `runtime` is ONNX Runtime's own module, `onnx` the bytes of model.onnx. */
export async function openSession(runtime: WebAssembly.Module, onnx: Uint8Array): Promise<EmbeddingSession> {
  env.wasm.numThreads = 1;
  env.wasm.proxy = false;
  env.logLevel = "error";
  // Any bytes at all keep it from looking for a file: the compiled module takes their place.
  env.wasm.wasmBinary = new Uint8Array(8).buffer;
  const session = await withCompiledModule(runtime, () =>
    InferenceSession.create(onnx, { executionProviders: ["wasm"], graphOptimizationLevel: "all" }),
  );
  requirePorts(session);
  return {
    async run(ids) {
      const shape = [1, ids.length];
      const results = await session.run({
        input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), shape),
        attention_mask: new Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      });
      const vector = results.sentence_embedding?.data;
      if (!(vector instanceof Float32Array) || vector.length !== DIMENSION) {
        throw new Error(`The model's output "sentence_embedding" must be ${DIMENSION} float32 numbers.`);
      }
      return vector.slice();
    },
  };
}

const INPUTS = ["input_ids", "attention_mask"];
const OUTPUT = "sentence_embedding";

function requirePorts({ inputNames, outputNames }: InferenceSession): void {
  if ([...inputNames].sort().join() !== [...INPUTS].sort().join()) {
    throw new Error(`The model's inputs must be ${named(INPUTS)}, not ${named(inputNames)}.`);
  }
  if (!outputNames.includes(OUTPUT)) {
    throw new Error(`The model must have an output "${OUTPUT}" of ${DIMENSION} numbers, not ${named(outputNames)}.`);
  }
}

function named(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" and ");
}

/**
 * ONNX Runtime accepts bytes alone, so each worker would compile the same 14 MB and keep its own machine code (80 MB).
 * While `start` runs, instantiating bytes instantiates the module that the pool compiled once for all workers.
 */
async function withCompiledModule<T>(module: WebAssembly.Module, start: () => Promise<T>): Promise<T> {
  const original = WebAssembly.instantiate;
  const replace = (value: unknown) => Object.defineProperty(WebAssembly, "instantiate", { value, configurable: true });
  replace(async (_bytes: ArrayBuffer, imports: Bun.WebAssembly.Imports) => {
    const instance = await original.call(WebAssembly, module, imports);
    return { module, instance };
  });
  try {
    return await start();
  } finally {
    replace(original);
  }
}
