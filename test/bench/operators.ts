// bun run bench:operators: where the time of an embedding goes, operator by operator, by ONNX Runtime's own profile.

import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { describeMachine } from "./machine.ts";
import { readOptions, refuseOptions } from "./read-options.ts";
import { median } from "./suite/part.ts";
import { formatTable } from "./suite/print-table.ts";

const HELP = `What each operator of the model inside takes of an embedding, and what the whole takes without a profile.

  bun run bench:operators -- [options]

  --tokens LIST        lengths of a text, with commas between them (8,16,64)
  --executable FILE    the build that the head names (dist/memoryd)`;

const { tokens, executable } = readOptions(HELP, {
  tokens: { type: "string", default: "8,16,64" },
  executable: { type: "string", default: "dist/memoryd" },
});
const lengths = tokens.split(",").map(Number);
if (!lengths.every((length) => Number.isInteger(length) && length >= 2 && length <= 256)) refuseOptions(HELP);

/** The compiler makes the code faster while it runs. */
const WARM_RUNS = 100;
const RUNS = 40;
const FIRST_TOKEN = 1_000;

interface ProfiledEvent {
  readonly cat: string;
  readonly name: string;
  /** Microseconds. */
  readonly dur: number;
  readonly args: { readonly op_name?: string };
}

async function open(enableProfiling: boolean): Promise<InferenceSession> {
  const onnx = await Bun.file(embeddedModel().onnxPath).bytes();
  return InferenceSession.create(onnx, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
    enableProfiling,
  });
}

/** Milliseconds of each run after the first ones. */
async function timesOf(session: InferenceSession, length: number): Promise<number[]> {
  const ids = BigInt64Array.from({ length }, (_, at) => BigInt(FIRST_TOKEN + at));
  const feeds = {
    input_ids: new Tensor("int64", ids, [1, length]),
    attention_mask: new Tensor("int64", new BigInt64Array(length).fill(1n), [1, length]),
  };
  const times: number[] = [];
  for (let run = 0; run < WARM_RUNS + RUNS; run++) {
    const begun = performance.now();
    await session.run(feeds);
    if (run >= WARM_RUNS) times.push(performance.now() - begun);
  }
  return times;
}

/** What ONNX Runtime prints of its profile: an event a line. It keeps the `console.log` that was there as it started. */
function profileOf(session: InferenceSession): ProfiledEvent[] {
  printed.length = 0;
  (session as unknown as { endProfiling(): void }).endProfiling();
  const lines = printed.flatMap((text) => text.split("\n")).filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line.replace(/,$/, "")));
}

/** Milliseconds a run, by operator, over the last runs. */
function byOperator(events: readonly ProfiledEvent[]): Map<string, number> {
  const ends = events.flatMap(({ name }, at) => (name === "model_run" ? [at] : []));
  const last = events.slice(ends.at(-1 - RUNS)! + 1);
  const sums = new Map<string, number>();
  for (const { cat, name, dur, args } of last) {
    if (cat !== "Node" || !name.endsWith("_kernel_time") || args.op_name === undefined) continue;
    sums.set(args.op_name, (sums.get(args.op_name) ?? 0) + dur / 1_000 / RUNS);
  }
  return sums;
}

const printed: string[] = [];
const print = console.log;
console.log = (text: string) => void printed.push(text);
env.wasm.numThreads = 1;
env.wasm.wasmBinary = await Bun.file(ortWasmPath).arrayBuffer();
print(describeMachine(executable));
const whole: Record<string, string | number> = { operator: "the whole, without a profile" };
const rows = new Map<string, Record<string, string | number>>();
for (const length of lengths) {
  const column = `${length} tokens, ms`;
  whole[column] = median(await timesOf(await open(false), length));
  const profiled = await open(true);
  await timesOf(profiled, length);
  for (const [operator, ms] of byOperator(profileOf(profiled))) {
    rows.set(operator, { ...(rows.get(operator) ?? { operator }), [column]: ms });
  }
}
const longest = `${lengths.at(-1)} tokens, ms`;
const sorted = [...rows.values()].sort((a, b) => Number(b[longest]) - Number(a[longest]));
print(formatTable({ title: "Where an embedding's time goes", rows: [...sorted, whole] }));
