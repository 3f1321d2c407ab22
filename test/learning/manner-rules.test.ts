import { expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { INTENTS, type IntentShares } from "../../src/domain/intent.ts";
import type { Wish } from "../../src/learning/find-wishes.ts";
import { mannerRule } from "../../src/learning/manner-rules.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();

function wishOf(input: string, shares: Partial<IntentShares> = { talk: 0.6 }): Wish {
  const [sentence] = finish(readWishes(rules, input));
  if (sentence === undefined) throw new Error(`nothing is read in ${input}`);
  const all = Object.fromEntries(INTENTS.map((intent) => [intent, shares[intent] ?? 0])) as IntentShares;
  return {
    ...sentence,
    seq: 1,
    before: "",
    shares: all,
    inputShares: null,
    ownShares: null,
    classified: null,
    orders: [],
  };
}

const SHORT = "Keep answers short.";
const FIRST = "Put the answer first, and the reasons after it.";

test.each([
  ["way too long, answer first, then the why", `${SHORT} ${FIRST}`],
  ["I asked for the number, not an essay", SHORT],
  ["i wanted a yes or no and got a lecture", SHORT],
])("%j corrects all answers: %j", (input, rule) => {
  expect(mannerRule(wishOf(input), null)?.text).toBe(rule);
});

test("what is wrong and what is wanted may stand in two sentences", () => {
  const [wrong, wanted] = [wishOf("way too long and it was at the bottom"), wishOf("lead with it, reasons after")];
  expect(mannerRule(wrong, null)).toBeNull();
  expect(mannerRule(wanted, wrong)?.text).toBe(`${SHORT} ${FIRST}`);
});

test.each([
  ["too long", {}],
  ["just for this one keep it short and no emojis", {}],
  ["what is a short text without emojis called", {}],
  ["I asked for 20 metres, not 20 feet", {}],
  ["short answers and no emojis", { others: 0.9 }],
])("%j, with %j, is no such correction", (input, shares) => {
  expect(mannerRule(wishOf(input, shares), null)).toBeNull();
});
