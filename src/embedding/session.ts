// One session of ONNX Runtime's WebAssembly build: single-threaded, one run at a time, nothing fetched.
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { DIMENSION } from "../domain/model-spec.ts";
import { MESSAGE_INTENTS, RULE_RELATIONS } from "../domain/ports/message-classifier.ts";
import type { ModelTask } from "./messages.ts";
import { graphOf } from "./weights-outside.ts";

/** What ONNX Runtime calls the file that the weights stand in. */
const WEIGHTS = "weights";

export interface ModelSession {
  /** The output of one text's ids, or of a pair of texts with each token's type. Never call it while a run is under way. */
  run(ids: Int32Array, types?: Int32Array): Promise<Float32Array>;
}

/** What a model takes and gives: ids and the like, int64 [1, tokens], and `size` float32 numbers. */
export interface ModelPorts {
  readonly inputs: readonly string[];
  readonly output: string;
  readonly size: number;
}

const SCORES = { inputs: ["input_ids", "attention_mask", "token_type_ids"], output: "scores" } as const;
export const PORTS: Readonly<Record<ModelTask, ModelPorts>> = {
  /** Numbers of length 1. */
  embed: { inputs: ["input_ids", "attention_mask"], output: "sentence_embedding", size: DIMENSION },
  /** Of the intents and then of the relations, before softmax. */
  classify: { ...SCORES, size: MESSAGE_INTENTS.length + RULE_RELATIONS.length },
  /** Of a contradiction, the logarithm of its odds. */
  judge: { ...SCORES, size: 1 },
};

/**
 * `runtime` is ONNX Runtime's own module. `onnx`, the bytes of the model, are taken over: the array is empty afterwards,
 * since ONNX Runtime, which has copied the weights by then, would hold them as long as the session lives.
 */
export async function openSession(
  runtime: WebAssembly.Module,
  onnx: Uint8Array<ArrayBuffer>,
  ports: ModelPorts = PORTS.embed,
): Promise<ModelSession> {
  const session = await createSession(runtime, onnx);
  onnx.buffer.transfer(0);
  requirePorts(session, ports);
  return {
    async run(ids, types = new Int32Array(ids.length)) {
      const values: Readonly<Record<string, BigInt64Array>> = {
        input_ids: BigInt64Array.from(ids, BigInt),
        attention_mask: new BigInt64Array(ids.length).fill(1n),
        token_type_ids: BigInt64Array.from(types, BigInt),
      };
      const shape = [1, ids.length];
      const feeds = ports.inputs.map((name) => [name, new Tensor("int64", values[name]!, shape)] as const);
      const results = await session.run(Object.fromEntries(feeds));
      const output = results[ports.output]?.data;
      if (!(output instanceof Float32Array) || output.length !== ports.size) {
        throw new Error(`The model's output "${ports.output}" must be ${ports.size} float32 numbers.`);
      }
      return output.slice();
    },
  };
}

async function createSession(runtime: WebAssembly.Module, onnx: Uint8Array): Promise<InferenceSession> {
  env.wasm.numThreads = 1;
  env.wasm.proxy = false;
  env.logLevel = "error";
  // Any bytes at all keep it from looking for a file: the compiled module takes their place.
  env.wasm.wasmBinary = new Uint8Array(8).buffer;
  return withCompiledModule(runtime, () =>
    InferenceSession.create(graphOf(onnx, WEIGHTS), {
      executionProviders: ["wasm"],
      graphOptimizationLevel: "all",
      externalData: [{ path: WEIGHTS, data: onnx }],
    }),
  );
}

function requirePorts({ inputNames, outputNames }: InferenceSession, { inputs, output, size }: ModelPorts): void {
  if ([...inputNames].sort().join() !== [...inputs].sort().join()) {
    throw new Error(`The model's inputs must be ${named(inputs)}, not ${named(inputNames)}.`);
  }
  if (!outputNames.includes(output)) {
    throw new Error(`The model must have an output "${output}" of ${size} numbers, not ${named(outputNames)}.`);
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
