// What is changed in the runtime's bytes, and that a runtime which has changed is noticed.
import { expect, test } from "bun:test";
import { SealingError, sealRuntime } from "../../src/build/sealed-runtime.ts";

const runtime = await Bun.file(process.execPath).bytes();
const sealed = runtime.slice();
sealRuntime(sealed, "linux-x64");

test("the names are gone from where the runtime looks them up, and nothing else has changed", () => {
  const [before, after] = [Buffer.from(runtime.buffer), Buffer.from(sealed.buffer)];
  for (const name of ["BUN_BE_BUN", "BUN_OPTIONS", "BUN_INSPECT", "BUN_ENABLE_CRASH_REPORTING"]) {
    expect({ name, before: before.includes(`\0${name}\0`) }).toEqual({ name, before: true });
    expect({ name, after: after.includes(`\0${name}\0`) }).toEqual({ name, after: false });
  }
  // In its own modules' source a name stays: a NUL there would be an error of syntax.
  expect(after.includes("process.env.BUN_INSPECT_NOTIFY")).toBe(true);
  let changed = 0;
  let others = 0;
  for (let at = 0; at < before.length; at++) {
    if (before[at] === after[at]) continue;
    changed++;
    if (before[at] !== 0x42 || after[at] !== 0) others++;
  }
  expect(others).toBe(0);
  expect(changed).toBeGreaterThan(20);
  expect(changed).toBeLessThan(300);
});

test("elsewhere than on Linux, where a crash is reported unasked, the report goes nowhere", () => {
  const copy = runtime.slice();
  sealRuntime(copy, "darwin-arm64");
  expect(Buffer.from(copy.buffer).includes("https://bun.report")).toBe(false);
  expect(Buffer.from(sealed.buffer).includes("https://bun.report")).toBe(true);
});

test("a runtime without one of the names is refused: what it obeys is not known", () => {
  expect(() => sealRuntime(sealed.slice(), "linux-x64")).toThrow(SealingError);
  expect(() => sealRuntime(new TextEncoder().encode("\0BUN_BE_BUN\0"), "linux-x64")).toThrow("out of date");
});
