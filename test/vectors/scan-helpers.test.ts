import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { quantizeQuery } from "../../src/vectors/quantize-query.ts";
import { createScanHelpers, NO_HELPERS, type ScanHelpers } from "../../src/vectors/scan-helpers.ts";
import { createScanKernels, type ScanKernels } from "../../src/vectors/scan-kernels.ts";
import * as layout from "../../src/vectors/scan-layout.ts";
import { ScanMatrix } from "../../src/vectors/scan-matrix.ts";
import type { ScanWork } from "../../src/vectors/scan-work.ts";
import { SCAN_WASM_FILE } from "../../src/vectors/wasm-file.ts";
import { estimatesOf, kindRows } from "./scan-fixture.ts";
import { seededRandom } from "./seeded-random.ts";

const module = new WebAssembly.Module(readFileSync(SCAN_WASM_FILE));
const THREAD = new URL("../../src/vectors/scan-thread.ts", import.meta.url);
const opened: ScanHelpers[] = [];

function open(threadUrl: URL, count: number): ScanHelpers {
  const memory = new WebAssembly.Memory({ initial: layout.PAGES_FIRST, maximum: layout.PAGES_MAX, shared: true });
  const helpers = createScanHelpers({ threadUrl, module, memory, count });
  opened.push(helpers);
  return helpers;
}

async function ready(helpers: ScanHelpers, count: number): Promise<void> {
  while (helpers.ready < count) await Bun.sleep(5);
}

/** A scan of no rows at all: it returns 0 candidates. */
function work(): ScanWork {
  return { kernel: "scanRows", parameters: [2560, 4096, 0, 8, 0, 0, 1, -1, 663_552, 794_624, 8, 64] };
}

/** A thread that says it is ready, and then does what the code says; it takes no work by itself. */
function threadOf(code: string): URL {
  const source = `self.onmessage = ({ data }) => { postMessage("ready"); ${code} };`;
  return new URL(URL.createObjectURL(new Blob([source])));
}

/** Takes what it is given, and is silent from then on. */
const SILENT = `
  const state = new Int32Array(data.slot, 0, 1);
  while (Atomics.compareExchange(state, 0, 1, 2) !== 1) Atomics.wait(state, 0, 0, 100);`;

/** Dies of the first work that it sees, and takes none. */
const MORTAL = `
  const state = new Int32Array(data.slot, 0, 1);
  setInterval(() => { if (Atomics.load(state, 0) === 1) throw new Error("dead"); }, 1);`;

afterEach(() => {
  for (const helpers of opened.splice(0)) helpers.close();
});

test("helpers run what they are given, each its own", async () => {
  const helpers = open(THREAD, 2);
  await ready(helpers, 2);
  for (let round = 0; round < 50; round++) {
    const own: ScanWork[] = [];
    const works = [work(), work(), work()];
    const results = helpers.run(works, (each) => {
      own.push(each);
      Bun.sleepSync(2);
      return 7;
    });
    expect(own).toEqual([works[0]!]);
    // A helper that was too slow has done nothing.
    expect(results?.map((result) => result ?? 0)).toEqual([7, 0, 0]);
  }
});

test("a helper that does not begin is not waited for", async () => {
  const helpers = open(threadOf(""), 1);
  await ready(helpers, 1);
  expect(helpers.run([work(), work()], () => 7)).toEqual([7, null]);
});

test("where a helper is lost with what it had taken, nothing is the result", async () => {
  const helpers = open(threadOf(SILENT), 1);
  await ready(helpers, 1);
  const own = () => {
    Bun.sleepSync(300);
    return 7;
  };
  expect(helpers.run([work(), work()], own)).toBeNull();
  expect(helpers.ready).toBe(0);
});

test("what a lost helper had taken is done again, and the answer is whole", async () => {
  const random = seededRandom(131);
  const query = quantizeQuery(random.unitVector(DIMENSION));
  const strict = readFileSync(SCAN_WASM_FILE);
  const kernels = createScanKernels({ strict }, { threadUrl: threadOf(SILENT), helpers: 1, sharedRowsMin: 1 });
  const alone = createScanKernels({ strict });
  const rows = kindRows(random, 1_000, random.unitVector(DIMENSION), "clustered");
  const added = Float32Array.from({ length: 60_000 }, () => random.next() / 2);
  const estimatesBy = async (each: ScanKernels) => {
    const matrix = new ScanMatrix(each, each.blocks);
    for (let part = 0; part < 60; part++) {
      matrix.append({ ...rows, seqs: rows.seqs.map((seq) => seq + part * 1_000) });
    }
    while (each === kernels && each.threads < 2) await Bun.sleep(5);
    // The helper may come too late to take anything; once it has, it is dropped.
    for (;;) {
      const estimates = estimatesOf(each, matrix.blocks, 60_000, { query, baseline: 0, added });
      if (each === alone || each.threads === 1) return estimates;
    }
  };
  const expected = await estimatesBy(alone);
  expect(await estimatesBy(kernels)).toEqual(expected);
  kernels.close();
});

test("a helper whose thread dies is replaced, and not for ever", async () => {
  const helpers = open(threadOf(MORTAL), 1);
  for (let start = 0; start < 3; start++) {
    await ready(helpers, 1);
    while (helpers.ready > 0) {
      helpers.run([work(), work()], () => {
        Bun.sleepSync(5);
        return 7;
      });
      await Bun.sleep(5);
    }
  }
  await Bun.sleep(100);
  expect(helpers.ready).toBe(0);
  expect(helpers.run([work()], () => 7)).toEqual([7]);
});

test("more shares than helpers are refused, and none at all is nothing", async () => {
  const helpers = open(THREAD, 1);
  await ready(helpers, 1);
  expect(() => helpers.run([work(), work(), work()], () => 7)).toThrow("2 shares for 1 helpers");
  expect(helpers.run([], () => 7)).toEqual([]);
});

test("once closed, no thread is started any more", async () => {
  const helpers = open(THREAD, 1);
  await ready(helpers, 1);
  helpers.close();
  expect(helpers.ready).toBe(0);
  await Bun.sleep(50);
  expect(helpers.ready).toBe(0);
});

test("without helpers all is done by the caller", () => {
  expect(NO_HELPERS.ready).toBe(0);
  expect(NO_HELPERS.run([work(), work()], () => 7)).toEqual([7]);
});
