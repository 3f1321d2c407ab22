import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { runScriptOnModel, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

/** That answers are checked and sources counted is shown here, not how well: texts that share words are near enough. */
const model = join(temporaryFolder(), "model");
const [brain] = (await Bun.file(join(import.meta.dir, "brains/seen.json")).json()) as unknown[];
makeTinyModel(model, { seed: 3, words: JSON.stringify(brain).match(/[a-z]+/gi) ?? [] });

test(
  "bench:verify counts right and wrong answers by kind",
  async () => {
    const { code, stdout } = await runScriptOnModel(model, "verify.ts", "--limit", "1");
    expect(code).toBe(0);
    const all = stdout.split("\n").filter((row) => / all /.test(row));
    const chats = ["na", "nb", "nc", "ne", "nf", "ng", "nh"].map((hand) => `chats-${hand}`);
    const parts = [
      "acts",
      ...["buyers", "buyers-later", "buyers-latest", "buyers-mixed", "buyers-newest"],
      "changes",
      ...chats,
      ...["customers", "everyday", "hard", "hard-mixed", "hasty", "homes", "kinds", "languages", "moved"],
      ...["near", "news", "news-later", "news-latest", "news-mixed", "news-newest", "notes", "numbers"],
      ...["people", "plain", "seen", "short", "sums", "texts", "things"],
      ...["twins", "twins-later"],
      "unseen",
      ...["buyers", "chats", "daily", "fresh", "later", "latest", "mixed", "plain", "young"].map(
        (part) => `unseen-${part}`,
      ),
      "values",
      "work",
      "young",
      ...["later", "latest", "mixed", "newest"].map((part) => `young-${part}`),
    ];
    const told = all.map((row) => row.trim().split(/\s+/).slice(0, 3));
    expect(told).toEqual(parts.flatMap((part) => ["right", "wrong"].map((side) => [part, side, "all"])));
    for (const row of all) expect(Number(row.trim().split(/\s+/)[3])).toBeGreaterThan(2);
  },
  SCRIPT_TIMEOUT_MS,
);

test(
  "bench:brains counts what each mode finds",
  async () => {
    const { code, stdout } = await runScriptOnModel(model, "brains.ts", "--part", "seen", "--limit", "1");
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

test(
  "bench:talk counts the expectations that hold",
  async () => {
    const { code, stdout } = await runScriptOnModel(
      model,
      "talk.ts",
      "--part",
      "seen-verify",
      "--limit",
      "1",
      "--show",
    );
    expect(code).toBe(0);
    const [counts = "", ...faults] = stdout
      .split("\n")
      .slice(1)
      .filter((row) => row !== "");
    const [part, talks, held, checks, hold] = counts.trim().split(/\s+/);
    expect([part, talks, checks]).toEqual(["seen-verify", "1", "8"]);
    expect(Number(checks) - Number(hold)).toBe(faults.length);
    expect(held === "1").toBe(faults.length === 0);
  },
  SCRIPT_TIMEOUT_MS,
);
