import { expect, test } from "bun:test";
import { join } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";
import { judge, type LearningDialogue, PARTS, readDialogues } from "./learning-dialogues.ts";
import { runScriptOnModel, SCRIPT_TIMEOUT_MS, temporaryFolder } from "./run-script.ts";

/** That dialogues are played and rules counted is shown here, not how many are learned: a model that opens in no time does. */
const model = join(temporaryFolder(), "model");
makeTinyModel(model, { seed: 1 });

test.each(PARTS)(
  "the %s dialogues are whole, and each rule that they expect would count if it were learned",
  (part) => {
    const dialogues = readDialogues(part);
    const isOfManyRules = part === "seen-many" || part === "seen-languages";
    expect(dialogues.length).toBeGreaterThanOrEqual(isOfManyRules ? 24 : 30);
    expect(new Set(dialogues.map(({ id }) => id)).size).toBe(dialogues.length);
    for (const dialogue of dialogues) {
      expect(dialogue.turns.length).toBeGreaterThanOrEqual(3);
      const rules = dialogue.expect.map(({ rule }) => rule);
      expect({ id: dialogue.id, ...judge(dialogue, rules) }).toMatchObject({ id: dialogue.id, missed: [], wrong: [] });
      if (dialogue.kind === "nothing") expect(dialogue.expect).toEqual([]);
    }
    if (isOfManyRules)
      for (const { expect: rules } of dialogues)
        expect(rules.length).toBeGreaterThanOrEqual(part === "seen-many" ? 4 : 3);
    else expect(dialogues.filter(({ kind }) => kind === "nothing").length).toBeGreaterThanOrEqual(6);
  },
);

test("a rule is found by what it cannot do without, and everything else is wrong unless it is tolerable", () => {
  const dialogue: LearningDialogue = {
    ...{ id: "x", language: "en", kind: "replaced", turns: [] },
    expect: [{ rule: "No bullets.", all: [["bullet"], ["no ", "never"]], not: ["numbered"] }],
    gone: [["haiku"]],
    fine: [[["lisbon"]]],
  };
  const of = (...learned: string[]) => judge(dialogue, learned);
  expect(of("Never use bullets.", "Lives in Lisbon.")).toEqual({ expected: 1, found: 1, wrong: [], missed: [] });
  expect(of("Use bullets.")).toMatchObject({ found: 0, wrong: ["Use bullets."], missed: ["No bullets."] });
  expect(of("No bullets, but numbered lists.")).toMatchObject({ found: 0 });
  expect(of("No bullets, but a haiku.")).toMatchObject({ found: 1, wrong: ["No bullets, but a haiku."] });
});

test(
  "bench:learning plays dialogues of each part and counts by kind",
  async () => {
    const { code, stdout } = await runScriptOnModel(model, "learning.ts", "--limit", "2", "--among", "3");
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split("\n");
    expect(rows[0]).toBe(
      "part             kind              dialogues  rules  found  wrong rules  dialogues with a wrong one",
    );
    const all = rows.filter((row) => / all /.test(row)).map((row) => row.trim().split(/\s+/).slice(0, 3));
    expect(all).toEqual(PARTS.map((part) => [part, "all", "2"]));
    const others = rows.filter((row) => /: of 6 rules of other users \d ended$/.test(row));
    expect(others.map((row) => row.slice(0, row.indexOf(":")))).toEqual([...PARTS]);
  },
  SCRIPT_TIMEOUT_MS,
);
