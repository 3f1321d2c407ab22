import { expect, test } from "bun:test";
import { createKernels, KernelsUnsupportedError } from "../../src/vectors/kernels.ts";

test("an engine that does not know the module's instructions is told from a broken program, in a sentence", () => {
  // The header of a module, then a section that no engine knows: what SIMD is to an engine without it.
  const unknown = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x7f, 0x01, 0x00);
  expect(() => createKernels(unknown)).toThrow(KernelsUnsupportedError);
  expect(() => createKernels(unknown)).toThrow("processor is too old");
});
