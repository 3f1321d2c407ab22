import { describe, expect, test } from "bun:test";
import { INTENTS, type Intent, type IntentShares } from "../../src/domain/intent.ts";
import {
  differInNumbers,
  endsOnly,
  likelihoodOfChange,
  mayEnd,
  mayRename,
  namesPlainly,
  namesTheSame,
  saysChange,
  stopsOnly,
} from "../../src/learning/change-signs.ts";

function likelihood(
  masked: string,
  rule: string,
  { similarity = 0.7, intent = "order" as Intent, before = "", asks = false } = {},
): number {
  const shares = Object.fromEntries(INTENTS.map((each) => [each, each === intent ? 1 : 0])) as IntentShares;
  const sentence = { masked, kinds: [], topic: null, asks, isOnce: false, takesBack: false };
  return likelihoodOfChange({ sentence, before, shares, rule, about: { kinds: [], topic: null }, similarity });
}

describe("a sentence ends a rule that it is like", () => {
  test.each([
    ["its words say that something changed", "recipes for two now", "recipes for four"],
    ["they say that something is to end", "no more Latin names", "always add the Latin name of plants"],
    ["they say that something is wanted again", "pubs are fine again", "never suggest pubs"],
  ])("where %s", (_, said, rule) => {
    expect(likelihood(said, rule)).toBeGreaterThan(0.7);
    expect(likelihood(said, rule, { similarity: 0 })).toBeLessThan(0.7);
  });

  test.each([
    ["it asks", "what are 300 francs in euros now", "give prices in francs", "question", true],
    ["it tells of somebody else", "my sister drinks coffee again", "no coffee for me", "others", false],
    ["it adds to it", "no exclamation marks either", "no emojis", "order", false],
    ["it says the like of another thing", "never mention my weight", "never mention my ex", "order", false],
    [
      "nothing in it speaks of before",
      "write a mail about the boiler",
      "write mails in a friendly tone",
      "once",
      false,
    ],
  ] as const)("not where %s", (_, said, rule, intent, asks) => {
    expect(likelihood(said, rule, { similarity: 0.5, intent, asks })).toBeLessThan(0.7);
  });

  test("sooner where the sentence before it says that something changed", () => {
    const [said, rule] = ["Leonie will be right", "call me Captain"];
    expect(likelihood(said, rule, { before: "The Captain is over." })).toBeGreaterThan(likelihood(said, rule));
  });
});

test("an allergy goes only where what it names is spoken of", () => {
  expect(mayEnd("I'm allergic to shellfish now too", "I'm allergic to nuts")).toBe(false);
  expect(mayEnd("nuts are fine for me now", "I'm allergic to nuts")).toBe(true);
  expect(mayEnd("prawns are fine for me now", "I hate nuts")).toBe(true);
});

test("what only ends says nothing of what holds instead", () => {
  expect(["no more jokes", "jokes are fine", "tabs instead", "drop the tabs, spaces now"].map(endsOnly)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([saysChange("back to miles"), saysChange("a poem about miles")]).toEqual([true, false]);
});

test("what is denied any more is over, and nothing else is said", () => {
  const said = [
    "cant be doing with the words anymore",
    "no poems any more, thanks",
    "i moved, no tea anymore",
    "more words please",
  ];
  expect(said.map(stopsOnly)).toEqual([true, true, false, false]);
});

test("numbers differ where both have some and share none", () => {
  expect(differInNumbers("three sentences at most", "five sentences at most")).toBe(true);
  expect(differInNumbers("at 5 or 6", "at 6")).toBe(false);
  expect(differInNumbers("a few sentences", "5 sentences")).toBe(false);
});

test.each([
  ["I live in Lisbon now.", true],
  ["i'm in lisbon these days", true],
  ["I live in Porto now.", false],
  ["We moved from Lisbon to Porto", false],
  ["i moved away from lisbon", false],
  ["I don't live in Lisbon", false],
  ["no more Lisbon for me", false],
  ["where do I live", false],
])("a rule is said again where the same is named, and nothing moved: %j", (said, isSame) => {
  expect(namesTheSame(said, "Remember that the user lives in Lisbon.")).toBe(isSame);
});

test("a rule that names nothing is not said again by its names", () => {
  expect(namesTheSame("keep it short now", "Keep answers short.")).toBe(false);
  expect(namesTheSame("three sentences now", "Answer in three sentences.")).toBe(true);
  expect(namesTheSame("five sentences now", "Answer in three sentences.")).toBe(false);
});

test("news of somebody else takes no name away", () => {
  const rule = "Call the user Mrs. Lindqvist.";
  expect(mayRename("greta says she took a job in Montreal, they move there in september!", rule)).toBe(false);
  expect(
    ["I'm Ines", "got married, it's Okonkwo now", "drop the Lindqvist"].map((said) => mayRename(said, rule)),
  ).toEqual([true, true, true]);
  expect(mayRename("greta took a job", "Give prices in euros.")).toBe(true);
});

test.each([
  ["Enough of Coach. Renata will do", true],
  ["after two months, Renata is fine", true],
  ["big news at ours, and it's Rio now :)", true],
  ["just Ren, please", true],
  ["you may call me Renata by now", true],
  ["Renata'll do nicely", true],
  ["that will do", false],
  ["it's cold now", false],
  ["is Renata fine with nuts", false],
  ["I told Renata it is over", false],
])("%j says what the user is called: %p", (text, isName) => {
  expect(namesPlainly(text)).toBe(isName);
});
