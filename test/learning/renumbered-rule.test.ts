// Rules of which a later message changes the number alone.
import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { quotedOrder } from "../../src/domain/lesson.ts";
import type { RelationShares } from "../../src/domain/ports/message-classifier.ts";
import { permits, saysInstead } from "../../src/learning/change-signs.ts";
import type { Wish } from "../../src/learning/find-wishes.ts";
import { renumbered, takesNumberOf } from "../../src/learning/renumbered-rule.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

describe("the rule with its number exchanged", () => {
  test.each([
    ["Answer in at most three sentences.", "Actually make that five", "Answer in at most five sentences."],
    ["Give three options.", "let's do 5 options instead", "Give 5 options."],
    ["Keep answers under 100 words.", "80 words is ok now", "Keep answers under 80 words."],
    ["Max two lines.", "two is too little, things get lost. you can go up to six", "Max six lines."],
    [
      "The user asks: “two lines tops pls”",
      "go up to five, I can manage that",
      "The user asks: “[five] lines tops pls”",
    ],
  ])("%s, then %s", (rule, message, changed) => {
    expect(renumbered(rule, message)).toBe(changed);
  });

  test.each([
    ["Give three options.", "I have 4 kids now, five is fine"],
    ["Keep answers under 100 words.", "make it a list of five sentences instead"],
    ["Keep answers under 100 words.", "let's say 2 hours from now on"],
    ["Keep answers under 100 words.", "I ran 10 of them"],
    ["Use emojis.", "make it 5"],
    ["Give three options in two lines.", "make it 5"],
    ["Give three options.", "make it three"],
  ])("%s is left as it is by %s", (rule, message) => {
    expect(renumbered(rule, message)).toBeNull();
  });
});

describe("whether a sentence gives a rule another number", () => {
  const classifier = (replaces: number) => ({
    thresholds: { lasting: 0.95, over: 0.25 },
    intentOf: () => Promise.reject(new Error("not asked")),
    relationOf: async () =>
      ({ replaces, ends: 0.01, same: 0.01, adds: 0.01, exception: 0.01, none: 0.01 }) as RelationShares,
  });
  const sentence = (text: string) => finish(readWishes(createRuleWriter(), text))[0] as Wish;

  test.each([
    ["make that five", 0.6, true],
    ["make that five", 0.2, false],
    ["what happens if I make that five?", 0.9, false],
    ["just this once make it five", 0.9, false],
  ])("%s, which the classifier takes for a change by %d: %p", async (text, share, is) => {
    expect(await takesNumberOf(classifier(share), sentence(text), "Give three options.")).toBe(is);
  });

  test("of lines and words nobody speaks but of answers: no classifier has to agree", async () => {
    expect(await takesNumberOf(classifier(0), sentence("go up to five lines"), "two lines at most")).toBe(true);
    expect(await takesNumberOf(classifier(0), sentence("go up to five words"), "two lines at most")).toBe(false);
  });
});

test.each([
  [
    "Trois phrases maximum, merci",
    "c'est un peu sec, passe à cinq phrases",
    "The user asks: “[cinq] phrases maximum, merci”",
  ],
  [
    "como mucho cuatro frases",
    "tengo las dos manos libres, puedes llegar a ocho frases",
    "The user asks: “como mucho [ocho] frases”",
  ],
  [
    "drei Sätze, mehr les ich nicht",
    "Mach lieber fünf Sätze draus",
    "The user asks: “[fünf] Sätze, mehr les ich nicht”",
  ],
  ["teas under £5 for the two of us", "we can go up to £10 a tea now", null],
  [
    "any tea has to come in under £5",
    "we can go up to £10 a tea now",
    "The user asks: “any tea has to come in under £[10]”",
  ],
  [
    "two sentences are enough",
    "I have three kids, make it six sentences",
    "The user asks: “[six] sentences are enough”",
  ],
])("%s, then %s: %p", (rule, message, expected) => {
  expect(renumbered(quotedOrder(rule), message)).toBe(expected);
});

test("what is only allowed, and what is wanted instead", () => {
  const said = (text: string) => finish(readWishes(createRuleWriter(), text))[0]!;
  expect(
    [
      "you can use emojis again",
      "You can drop the code name now",
      "I can see everything! Do use emojis again if you like",
      "so you may be silly with me again",
      "the summary on top is no longer required",
      "You can crack jokes again, honest",
      "so drives are on the table now",
      "ya puedes mandarme a donde quieras",
      "tu peux de nouveau mettre des emojis",
    ].map(permits),
  ).toEqual(Array(9).fill(true));
  expect(["you can call me Ada", "you can use metric", "can you use emojis again"].map(permits)).toEqual([
    false,
    false,
    false,
  ]);
  expect(saysInstead(said("put the summary right at the top instead"))).toBe(true);
  expect(saysInstead(said("a summary instead of a table"))).toBe(false);
  expect(saysInstead(said("can I have a summary instead?"))).toBe(false);
});
