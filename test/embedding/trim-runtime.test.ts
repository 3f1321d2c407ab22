import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import ortWasmPath from "onnxruntime-web/ort-wasm-simd-threaded.wasm" with { type: "file" };
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import type { EmbeddingPool } from "../../src/embedding/pool.ts";
import { type CalledFunctions, trimRuntime } from "../../src/embedding/trim-runtime.ts";
import { startPool } from "./support.ts";

setDefaultTimeout(120_000);

const model = embeddedModel();
const whole = startPool({ model: { ...model, functions: null } });
afterAll(() => whole.close());

/** Every length up to a window, by steps, and texts of several windows. */
const TEXTS = [
  "",
  "Yes.",
  "é🙂東",
  "\ud800",
  ...[3, 9, 17, 33, 65, 129, 240, 255, 256, 700].map((n) => "word ".repeat(n)),
];

async function expectSameBytes(pool: EmbeddingPool, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const request = { text, role: "passage", lane: "interactive" } as const;
    expect(await pool.embed(request)).toEqual(await whole.embed(request));
  }
}

function listed(): CalledFunctions {
  if (model.functions === null) throw new Error("The model inside has no list of functions.");
  return model.functions;
}

/** The list without the functions from `first` to `last`. */
function without(first: number, last: number): CalledFunctions {
  const bits = Buffer.from(listed().called, "base64");
  for (let index = first; index <= last; index++) bits[index >> 3] = bits[index >> 3]! & ~(1 << (index & 7));
  return { ...listed(), called: bits.toString("base64") };
}

test("with the listed functions alone every embedding has the same bytes as with all, and no worker dies", async () => {
  const pool = startPool({ workers: 2 });
  await expectSameBytes(pool, TEXTS);
  expect(pool.stats().deaths).toBe(0);
  await pool.close();
});

test("the list is of the module that is installed, which it makes less than half as large", async () => {
  const module = await Bun.file(ortWasmPath).bytes();
  const trimmed = trimRuntime(module, listed());
  expect(trimmed.length).toBeLessThan(module.length / 2);
  expect(WebAssembly.Module.exports(await WebAssembly.compile(trimmed))).toEqual(
    WebAssembly.Module.exports(await WebAssembly.compile(module)),
  );
  expect(trimRuntime(trimmed, listed())).toBe(trimmed); // Another module is left as it is.
});

for (const [what, first, last] of [
  ["at the start", 0, Number.MAX_SAFE_INTEGER],
  ["somewhere", 4_000, 6_000],
] as const) {
  test(`where a function is missing from the list ${what}, the whole takes over and no text is lost`, async () => {
    const functions = without(first, Math.min(last, listed().called.length * 6));
    const pool = startPool({ model: { ...model, functions } });
    await expectSameBytes(pool, TEXTS.slice(0, 6));
    expect(pool.stats()).toMatchObject({ deaths: 1, workersOpen: 1 });
    await pool.close();
  });
}
