import { expect, test } from "bun:test";
import { runScript, SCRIPT_TIMEOUT_MS } from "./run-script.ts";

test(
  "bench:operators tells what each operator takes of an embedding, and the whole",
  async () => {
    const { code, stdout } = await runScript("operators.ts", "--tokens", "4");
    expect(code).toBe(0);
    const times = Object.fromEntries(
      [...stdout.matchAll(/^ {2}(\S.*?) {2,}(\d+\.\d+)$/gm)].map(([, name, ms]) => [name, Number(ms)]),
    );
    const { "the whole, without a profile": whole, ...operators } = times;
    expect(whole).toBeGreaterThan(0);
    for (const ms of Object.values(operators)) expect(ms).toBeGreaterThan(0);
    expect(Object.keys(operators)).toEqual(
      expect.arrayContaining(["DynamicQuantizeMatMul", "QAttention", "SkipLayerNormalization"]),
    );
    expect((await runScript("operators.ts", "--tokens", "1000")).code).toBe(2);
  },
  SCRIPT_TIMEOUT_MS,
);
