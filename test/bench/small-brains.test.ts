import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { runScript, runScriptOnModel, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

/** That right and wrong answers are checked and counted is shown here, not how well: a model that opens in no time does. */
const model = join(temporaryFolder(), "model");
makeTinyModel(model, { seed: 1 });

test(
  "bench:verify counts right and wrong answers by kind",
  async () => {
    const { code, stdout } = await runScriptOnModel(model, "verify.ts", "--limit", "1");
    expect(code).toBe(0);
    const all = stdout.split("\n").filter((row) => / all /.test(row));
    expect(all.map((row) => row.trim().split(/\s+/).slice(0, 3))).toEqual([
      ["seen", "right", "all"],
      ["seen", "wrong", "all"],
      ["unseen", "right", "all"],
      ["unseen", "wrong", "all"],
    ]);
    for (const row of all) expect(Number(row.trim().split(/\s+/)[3])).toBeGreaterThan(2);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:brains counts what each mode finds",
  async () => {
    const { code, stdout } = await runScript("brains.ts", "--part", "seen", "--limit", "1");
    expect(code).toBe(0);
    const all = stdout.split("\n").filter((row) => / all /.test(row));
    expect(all.map((row) => row.trim().split(/\s+/).slice(0, 2))).toEqual([
      ["seen", "cosine"],
      ["seen", "hybrid"],
    ]);
    for (const row of all) {
      const [questions, needed, found] = row.trim().split(/\s+/).slice(3).map(Number) as [number, number, number];
      expect([questions > 20, needed > 15, found > 5, found <= needed]).toEqual([true, true, true, true]);
    }
  },
  SCRIPT_TIMEOUT_MS,
);
