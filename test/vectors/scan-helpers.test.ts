import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { createScanHelpers, NO_HELPERS, type ScanHelpers } from "../../src/vectors/scan-helpers.ts";
import * as layout from "../../src/vectors/scan-layout.ts";
import type { ScanWork } from "../../src/vectors/scan-work.ts";
import { SCAN_WASM_FILE } from "../../src/vectors/wasm-file.ts";

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
  return { kernel: "scanRows", parameters: [2560, 4096, 0, 8, 0, 0, 1, -1, 663_552, 794_624, 8] };
}

/** A thread that says it is ready, and then does what the code says; it takes no work by itself. */
function threadOf(code: string): URL {
  return new URL(URL.createObjectURL(new Blob([`self.onmessage = () => { postMessage("ready"); ${code} };`])));
}

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
      if (own.length === 1) Bun.sleepSync(2);
      return 7;
    });
    expect(own[0]).toBe(works[0]!);
    // A helper that was too slow leaves its share to the caller.
    expect(results.filter((result) => result === 7).length).toBe(own.length);
    expect(results.filter((result) => result === 0).length).toBe(3 - own.length);
  }
});

test("a helper that does not begin is not waited for", async () => {
  const helpers = open(threadOf(""), 1);
  await ready(helpers, 1);
  expect(helpers.run([work(), work()], () => 7)).toEqual([7, 7]);
});

test("a helper whose thread dies is replaced, and not for ever", async () => {
  const helpers = open(threadOf("setTimeout(() => { throw new Error('dead') }, 60)"), 1);
  await ready(helpers, 1);
  while (helpers.ready > 0) await Bun.sleep(5);
  await ready(helpers, 1);
  while (helpers.ready > 0) await Bun.sleep(5);
  await ready(helpers, 1);
  while (helpers.ready > 0) await Bun.sleep(5);
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
  expect(NO_HELPERS.run([work(), work()], () => 7)).toEqual([7, 7]);
});
