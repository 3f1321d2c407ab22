// What few words end by themselves: they name what a rule names, and say that it is over or allowed again.
import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { endsPlainly } from "../../src/learning/change-signs.ts";
import { plainEnd } from "../../src/understanding/plain-ends.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

function ends(masked: string, said: string, taughtBy: string | null = null): boolean {
  return endsPlainly(plainEnd(masked), { said, taughtBy });
}

test.each([
  ["skip the working", "Always show your working."],
  ["ok you can lose the summary now", "Always give the user a summary first."],
  ["no need for the question anymore", "Always end with a question."],
  ["the emojis rule, lose it", "Avoid emojis."],
  ["the emoji thing can go", "use lots of emojis"],
  ["scrap the no emoji rule", "No emojis."],
  ["bullets are ok", "Do not use bullet points."],
  ["jokes are fine again, thanks", "Avoid jokes."],
  ["started drinking coffee again lol", "Remember that the user does not drink coffee."],
])("%s: ends %s", (said, rule) => {
  expect(ends(said, rule)).toBe(true);
});

test.each([
  // What they name the rule does not.
  ["skip the intro", "Always show your working."],
  ["scrap the last bullet point", "Always answer in bullet points."],
  ["bullets are ok", "Avoid emojis."],
  ["skip it", "Always show your working."],
  // They say again what it says.
  ["skip the emojis", "Avoid emojis."],
  ["summaries are fine", "Always give the user a summary first."],
  // They say more.
  ["bullets are ok, but only for code", "Do not use bullet points."],
  ["are bullets better than a table?", "Do not use bullet points."],
])("%s: ends no %s", (said, rule) => {
  expect(ends(said, rule)).toBe(false);
});

test("the message that taught a rule names it too", () => {
  const rule = "The user asks: “I'd rather have lists than walls of text”";
  expect(ends("scrap the bullet thing", rule, "I'd rather have lists than walls of text. bullets")).toBe(true);
  expect(ends("scrap the bullet thing", rule)).toBe(false);
});

test("neither what is for once nor a question ends anything", () => {
  const rules = createRuleWriter();
  const ofAll = (input: string) => finish(readWishes(rules, input)).map((wish) => wish.plainEnd?.what);
  expect(ofAll("skip the working")).toEqual(["working"]);
  expect(ofAll("skip the working today")).toEqual([undefined]);
});
