// Lists the functions of ONNX Runtime's module that a folder's models call, in a text of any length: writes functions.json.
//   bun src/embedding/model/list-functions.ts [FOLDER]
import { join } from "node:path";
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { openModelFolder } from "../model-folder.ts";
import { type ModelPorts, openSession, PORTS } from "../session.ts";
import { type CalledFunctions, mapFunctions, readLeb, rewriteModule, writeLeb } from "../trim-runtime.ts";

const FUNCTION_SECTION = 3;
const GLOBAL_SECTION = 6;
const EXPORT_SECTION = 7;
const CODE_SECTION = 10;
const GLOBAL_KIND = 3;
/** A variable i32 that begins as 0. */
const GLOBAL = [0x7f, 1, 0x41, 0, 0x0b];
const PREFIX = "called:";
/** Every tokenizer has more tokens. Which ones a text has makes no difference. */
const TOKENS = 64;

/** A vector of a section with `count` further entries behind its own. */
function append(content: Uint8Array, count: number, entryOf: (index: number) => readonly number[]): Uint8Array {
  const { value, next } = readLeb(content, 0);
  const entries = Array.from({ length: count }, (_, index) => entryOf(index));
  return Uint8Array.from([...writeLeb(value + count), ...content.subarray(next), ...entries.flat()]);
}

/** The module with an exported variable for each function, which its first instructions set to 1. */
function instrument(module: Uint8Array): Uint8Array {
  // Sections come in this order. The module imports a memory and functions, and no variable: its own begin at 0.
  let functions = 0;
  let globals = 0;
  return rewriteModule(module, {
    [FUNCTION_SECTION]: (content) => {
      functions = readLeb(content, 0).value;
      return content;
    },
    [GLOBAL_SECTION]: (content) => {
      globals = readLeb(content, 0).value;
      return append(content, functions, () => GLOBAL);
    },
    [EXPORT_SECTION]: (content) =>
      append(content, functions, (index) => {
        const name = [...Buffer.from(`${PREFIX}${index}`)];
        return [...writeLeb(name.length), ...name, GLOBAL_KIND, ...writeLeb(globals + index)];
      }),
    [CODE_SECTION]: (content) =>
      mapFunctions(content, (entry, index) => {
        const body = readLeb(entry, 0).next;
        const groups = readLeb(entry, body);
        let code = groups.next;
        // Each group of locals is a count and a type of one byte.
        for (let group = 0; group < groups.value; group += 1) code = readLeb(entry, code).next + 1;
        const set = [0x41, 1, 0x24, ...writeLeb(globals + index)];
        const size = entry.length - body + set.length;
        return Buffer.concat([
          Uint8Array.from(writeLeb(size)),
          entry.subarray(body, code),
          Uint8Array.from(set),
          entry.subarray(code),
        ]);
      }),
  });
}

const folder = process.argv[2] ?? import.meta.dir;
const { onnxPath, classifier, judge, spec } = await openModelFolder(folder);
const module = await Bun.file(ortWasmPath).bytes();
const instrumented = await WebAssembly.compile(instrument(module));
const instantiate = WebAssembly.instantiate;
let counted: WebAssembly.Instance | null = null;
WebAssembly.instantiate = (async (compiled: WebAssembly.Module, imports: Bun.WebAssembly.Imports) => {
  counted ??= await instantiate.call(WebAssembly, compiled, imports);
  return counted;
}) as typeof WebAssembly.instantiate;

async function callAll(path: string, ports: ModelPorts): Promise<void> {
  const session = await openSession(instrumented, await Bun.file(path).bytes(), ports);
  const lengths = Array.from({ length: spec.tokensMax - 1 }, (_, index) => index + 2);
  // Long after short and short after long: memory grows in the one, and is given back in the other.
  for (const length of [...lengths, ...lengths.toReversed()]) {
    await session.run(Int32Array.from({ length }, (_, at) => at % TOKENS));
  }
}

// ONNX Runtime starts once in a process: further sessions run in the same instance.
await callAll(onnxPath, PORTS.embed);
if (classifier !== null) await callAll(classifier.onnxPath, PORTS.classify);
if (judge !== null) await callAll(judge.onnxPath, PORTS.judge);

const exports = (counted as WebAssembly.Instance | null)?.exports ?? {};
const called = Object.entries(exports).filter(([name]) => name.startsWith(PREFIX));
const bits = new Uint8Array(Math.ceil(called.length / 8));
let count = 0;
for (const [name, value] of called) {
  if ((value as WebAssembly.Global).value !== 1) continue;
  const index = Number(name.slice(PREFIX.length));
  bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  count += 1;
}
const list: CalledFunctions = { moduleBytes: module.length, called: Buffer.from(bits).toString("base64") };
await Bun.write(join(folder, "functions.json"), `${JSON.stringify(list, null, 2)}\n`);
console.log(`${count} of ${called.length} functions are called.`);
