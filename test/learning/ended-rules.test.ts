// What ends a rule and what stands instead: the same whether a pass ran in between or not.
import { afterAll, describe, expect, test } from "bun:test";
import { INTENTS, type Intent, type IntentReader, type IntentShares } from "../../src/domain/intent.ts";
import { isMeantBy, namedIn, speaksOfAnswer } from "../../src/learning/change-signs.ts";
import { rulesOf } from "../support/learning.ts";
import { ScriptedClassifier } from "../support/message-classifier.ts";
import { startTestService } from "../support/test-service.ts";

const SURE: IntentReader = {
  thresholds: { plain: 2, lasting: 2, worded: 2 },
  read(sentence) {
    const likely: Intent = sentence.startsWith("what") ? "question" : "order";
    return Object.fromEntries(
      INTENTS.map((each) => [each, each === likely ? 0.9 : 0.1 / 7]),
    ) as unknown as IntentShares;
  },
};

const RIDDLE = "put a riddle under every answer";
const SHIPS = "paint the names of ships in red";

const classifier = new ScriptedClassifier(
  {
    [RIDDLE]: "order",
    [SHIPS]: "order",
    "call me Skipper": "order",
    "always answer in Danish please": "order",
    "always use miles": "order",
    "I'm allergic to sesame": "preference",
    "forget that Paint the names of ships in red.": "order",
    "forget the kite we built": "ends",
    "forget the riddle": "ends",
    "bin the riddle for tonight's sheet": "once",
    "you can drop Skipper, I'm Ines": "ends",
    "I'm Ines": "preference",
    "you can drop Skipper, it's embarrassing": "ends",
    "forget the Danish, just answer in English": "ends",
    "in English again please": "once",
    "say that in English again please": "once",
    "scrap the miles and use kilometres": "ends",
  },
  {
    [`forget the kite we built / ${RIDDLE}`]: "ends",
    [`forget the kite we built / ${SHIPS}`]: "ends",
    [`forget the riddle / ${RIDDLE}`]: "ends",
    [`forget the riddle / ${SHIPS}`]: "ends",
    "forget the Danish, just answer in English / Always answer in Danish.": "ends",
    "you can drop Skipper, I'm Ines / Call the user Skipper.": "ends",
    "I'm Ines / Call the user Skipper.": "replaces",
    "you can drop Skipper, it's embarrassing / Call the user Skipper.": "ends",
  },
);
const t = await startTestService({ learnsOnce: true, intents: SURE, classifier });
afterAll(() => t.close());

async function learned(inputs: readonly string[], withPasses: boolean): Promise<string[]> {
  const { agent } = await t.account();
  for (const input of inputs) {
    await agent.remember(input);
    if (withPasses) await agent.post("/sync", {});
  }
  await agent.post("/sync", {});
  return rulesOf(agent);
}

const BOTH = [`The user asks: “${RIDDLE}”`, `The user asks: “${SHIPS}”`];

describe.each([["in one pass", false] as const, ["with a pass in between", true] as const])("%s", (_, withPasses) => {
  test.each([
    [[RIDDLE, SHIPS, "forget the kite we built"], BOTH],
    [[RIDDLE, SHIPS, "forget the riddle"], BOTH.slice(1)],
    [[RIDDLE, SHIPS, "bin the riddle for tonight's sheet"], BOTH],
    [["call me Skipper", "you can drop Skipper, I'm Ines"], ["Call the user Ines."]],
    [["call me Skipper", "you can drop Skipper, it's embarrassing"], []],
    [["always answer in Danish please", "forget the Danish, just answer in English"], ["Answer in English."]],
    [["always answer in Danish please", "in English again please"], ["Answer in English."]],
    [["always answer in Danish please", "say that in English again please"], ["Always answer in Danish."]],
    [["always use miles", "scrap the miles and use kilometres"], ["Use kilometres."]],
    [[RIDDLE, SHIPS, "always use miles", "forget all my rules"], []],
    [
      ["I'm allergic to sesame", RIDDLE, "drop all the special wishes, back to normal"],
      ["Remember that the user is allergic to sesame."],
    ],
  ])("%j leave %j", async (inputs, rules) => {
    expect((await learned(inputs, withPasses)).toSorted()).toEqual(rules.toSorted());
  });
});

test("what an answer listed may end a rule by its number, and is none", async () => {
  const answer = "1. Put a riddle under every answer. 2. Paint the names of ships in red.";
  for (const [wish, rules] of [
    [SHIPS, []],
    [RIDDLE, BOTH.slice(0, 1)],
  ] as const) {
    const { agent } = await t.account();
    for (const [input, said] of [
      [wish, "Noted."],
      ["what have i told you to do", answer],
      ["forget number 2", "Gone."],
    ] as const)
      await agent.turn(input, said);
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual([...rules]);
  }
});

test("a sentence names what it takes back, or points to what was said before it", () => {
  expect(namedIn("forget the riddles, my exams are over")).toBe("forget the riddles");
  for (const said of ["you can bin it", "scrap that rule please", "no need for that restriction any more"])
    expect(namedIn(said)).toBeNull();
});

test("what is named is the rule that has its words or is alike to it", () => {
  expect(isMeantBy("forget the kite", RIDDLE, 0.3)).toBe(false);
  expect(isMeantBy("forget the riddle", RIDDLE, 0.3)).toBe(true);
  expect(isMeantBy("forget the puzzle", RIDDLE, 0.5)).toBe(true);
  expect(isMeantBy(null, RIDDLE, 0)).toBe(true);
});

test("what was made is no rule", () => {
  expect(speaksOfAnswer("scrap the riddle you just wrote")).toBe(true);
  expect(speaksOfAnswer("scrap the riddle I asked for")).toBe(false);
});
