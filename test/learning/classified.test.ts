// What the classifier of messages is asked, and what a pass makes of its answers.
import { afterAll, describe, expect, test } from "bun:test";
import type { Brain } from "../../src/domain/brain.ts";
import { INTENTS, type Intent, type IntentReader, type IntentShares } from "../../src/domain/intent.ts";
import type { ClusterPacket } from "../../src/domain/learning.ts";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { WishSentence } from "../../src/domain/wish.ts";
import { classifySentences, lastingShare } from "../../src/learning/classify-message.ts";
import { type FindWishesDeps, findWishes } from "../../src/learning/find-wishes.ts";
import { rulesOf } from "../support/learning.ts";
import { messageShares, ScriptedClassifier } from "../support/message-classifier.ts";
import { startTestService } from "../support/test-service.ts";

/** Everything may be a wish, but for what begins with "talk". */
const DOUBTING: IntentReader = {
  thresholds: { plain: 2, lasting: 2, worded: 2 },
  read(sentence) {
    const likely: Intent = sentence.startsWith("talk") ? "talk" : "order";
    return Object.fromEntries(
      INTENTS.map((each) => [each, each === likely ? 0.4 : 0.6 / 70]),
    ) as unknown as IntentShares;
  },
};

const INSTEAD =
  "They gave me the big screen at last, after a year of asking for it. Poor old watch. Six of them will do. What is a joist?";

const classifier = new ScriptedClassifier(
  {
    "faces make my reader stutter": "preference",
    "Lovely weather. Faces make my reader stutter.": "preference",
    "Faces make my reader stutter.": "preference",
    "far too many words again": "manner",
    "in Welsh, just for the card": "once",
    "the card says to write in Welsh": "quoted",
    "Ada eats no nuts": "household",
    "my reader is a new one": "ends",
    "our watch shop in town closed for good": "ends",
    "our watch shop in town went up once": "ends",
    "my horses sleep in this house please": "order",
    "my violins stand in this house please": "order",
    "my bees live in this house please": "order",
    "my horses sleep outside this house please": "ends",
    "reader and faces fine, Ada too": "ends",
    "reader stutter and faces, Ada eats nuts": "ends",
    "she eats nuts these days": "ends",
    "two lines at most, I read all of these on a watch": "order",
    "five lines at most": "order",
    "New press for us. Garamond then. What is a joist, and how long may one be?": "order",
    "New press for us.": "ends",
    "Garamond then.": "others",
    "What is a joist, and how long may one be?": "question",
    "New press for us. Garamond then.": "order",
    "what's good for lunch, my sister had nuts there": "preference",
    "where does this come from": "manner",
    "no bullet points please": "order",
    "shorter please": "order",
    "you can swear again from now on": "ends",
    [INSTEAD]: "order",
    "They gave me the big screen at last, after a year of asking for it.": "order",
    "What is a joist?": "question",
    "They gave me the big screen at last, after a year of asking for it. Poor old watch. Six of them will do.": "order",
  },
  {
    "my reader is a new one / faces make my reader stutter": "ends",
    "five lines at most / two lines at most, I read all of these on a watch": "replaces",
    "she eats nuts these days / Ada eats no nuts": "ends",
    "my reader is a new one / Faces make my reader stutter.": ["ends", 0.6],
    "my reader is a new one / Lovely weather. Faces make my reader stutter.": "ends",
    "my horses sleep outside this house please / my horses sleep in this house please": "ends",
    "my horses sleep outside this house please / my violins stand in this house please": "ends",
    "my horses sleep outside this house please / my bees live in this house please": "ends",
    "reader and faces fine, Ada too / faces make my reader stutter": "ends",
    "reader and faces fine, Ada too / Ada eats no nuts": "ends",
    "reader stutter and faces, Ada eats nuts / faces make my reader stutter": "ends",
    "reader stutter and faces, Ada eats nuts / Ada eats no nuts": "ends",
    "far too much text / shorter please": "same",
    "my reader is a new one / Ada eats no nuts": "ends",
    "our watch shop in town closed for good / two lines at most, I read all of these on a watch": ["ends", 0.72],
    "our watch shop in town went up once / two lines at most, I read all of these on a watch": "ends",
    [`${INSTEAD} / two lines at most, I read all of these on a watch`]: "replaces",
  },
);
const AFTER_MS = 60_000;
const t = await startTestService({ learnsOnce: true, intents: DOUBTING, classifier, learnAfterMs: AFTER_MS });
afterAll(() => t.close());

const sentence = (masked: string) => ({ masked, isLasting: false, isListed: false, cue: null });
const classify = (asked: ScriptedClassifier, ...said: string[]) =>
  classifySentences(asked, said.join(" "), said.map(sentence));

async function learned(...inputs: string[]): Promise<string[]> {
  const { agent } = await t.account();
  for (const input of inputs) await agent.remember(input);
  await agent.post("/sync", {});
  return rulesOf(agent);
}

describe("the shares of what is meant for good", () => {
  test("are of orders alone where an account learns no more", () => {
    expect(lastingShare(messageShares("preference", 0.89))).toBeCloseTo(0.92);
    expect(lastingShare(messageShares("preference", 0.89), "orders")).toBeCloseTo(0.02);
    expect(lastingShare(messageShares("manner", 0.89), "orders")).toBeCloseTo(0.9);
  });
});

describe("a message", () => {
  test("is read as a whole, and by sentences where it may be meant for good", async () => {
    const asked = new ScriptedClassifier({ "Tea. No milk, ever.": "preference", "No milk, ever.": "preference" });
    const found = await classify(asked, "Tea.", "No milk, ever.");
    expect(asked.asked).toEqual(["Tea. No milk, ever.", "Tea.", "No milk, ever."]);
    expect(found.map(({ tells }) => tells)).toEqual([false, true]);
  });

  test("says by a complaint why it orders something, and carries as a whole what none of its sentences says", async () => {
    const asked = new ScriptedClassifier({
      "Had to look that up. Easy words with me, please.": "order",
      "Had to look that up.": "manner",
      "Easy words with me, please.": "order",
      "She is here. Seven pounds. I cried more at the salmon than at the birth itself.": "ends",
    });
    const complaint = await classify(asked, "Had to look that up.", "Easy words with me, please.");
    expect(complaint.map(({ tells }) => tells)).toEqual([false, true]);
    const born = ["She is here.", "Seven pounds.", "I cried more at the salmon than at the birth itself."];
    const news = await classify(asked, ...born);
    expect(news.map(({ tells }) => tells)).toEqual([false, false, false]);
    expect(news.map(({ carries }) => carries)).toEqual([true, false, false]);
  });

  test("with an order is not told by a bare fact beside it, but by a correction", async () => {
    const asked = new ScriptedClassifier({
      "Stage 3. No percentages ever.": "order",
      "Stage 3.": "correction",
      "It's Kit. Nobody says Katherine.": "order",
      "It's Kit.": "correction",
      "No percentages ever.": "order",
      "Nobody says Katherine.": "order",
    });
    const fact = await classify(asked, "Stage 3.", "No percentages ever.");
    expect(fact.map(({ tells }) => tells)).toEqual([false, true]);
    const correction = await classify(asked, "It's Kit.", "Nobody says Katherine.");
    expect(correction.map(({ tells }) => tells)).toEqual([true, true]);
  });

  test("that is surely nothing is not read sentence by sentence", async () => {
    const asked = new ScriptedClassifier();
    await classify(asked, "Tea.", "With milk.");
    expect(asked.asked).toEqual(["Tea. With milk."]);
  });

  test("that is a rule by its words, and nothing else, is one however short", async () => {
    expect(await learned("no bullet points please")).toEqual(["Avoid bullet points."]);
    expect(await learned("shorter please")).toEqual([]);
  });

  test("that only ends something teaches nothing, though it says from when on", async () => {
    expect(await learned("you can swear again from now on")).toEqual([]);
  });

  test("teaches by the sentence that says it", async () => {
    expect(await learned("Lovely weather. Faces make my reader stutter.")).toEqual([
      "The user says: “Faces make my reader stutter.”",
    ]);
  });

  test("teaches with what stands around a few words that do not say it by themselves, but for questions", async () => {
    expect(await learned("New press for us. Garamond then. What is a joist, and how long may one be?")).toEqual([
      "The user asks: “New press for us. Garamond then.”",
    ]);
  });

  test("that takes the place of a rule teaches with all that it says beside questions", async () => {
    const { agent } = await t.account();
    await agent.remember("two lines at most, I read all of these on a watch");
    await agent.post("/sync", {});
    await agent.remember(INSTEAD);
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual([`The user asks: “${INSTEAD.slice(0, INSTEAD.indexOf(" What"))}”`]);
  });

  test("teaches nothing where the words of the rule, by themselves, say nothing of the kind", async () => {
    expect(await learned("what's good for lunch, my sister had nuts there")).toEqual([]);
  });

  test.each([
    ["where does this come from", ["Give the sources."]],
    ["faces make my reader stutter", ["The user says: “faces make my reader stutter”"]],
    ["far too many words again", ["The user asks: “far too many words again”"]],
    ["Ada eats no nuts", ["The user says: “Ada eats no nuts”"]],
    ["in Welsh, just for the card", []],
    ["the card says to write in Welsh", []],
    ["lovely weather we have", []],
  ])("is a rule by what it is for: %j", async (input, rules) => {
    expect(await learned(input)).toEqual(rules);
  });

  test("that the head for intents rules out is asked about too: news that ends a rule looks like none", async () => {
    classifier.asked.length = 0;
    await learned("talk of the weather", "lovely weather we have");
    expect(classifier.asked).toEqual(["talk of the weather", "lovely weather we have"]);
  });

  test("that the head for intents rules out is not asked about, where more than a thousand came after it", async () => {
    const asked = new ScriptedClassifier();
    const fresh = Array.from({ length: 1_002 }, (_, at) => {
      return { seq: at + 1, kind: "raw", vector: new Float32Array(DIMENSION), isStale: false } as const;
    });
    const packets = async (_: string, seqs: readonly number[]) => {
      return seqs.map(
        (seq) => ({ seq, kind: "raw", input: seq === 2 ? "in cm" : `talk ${seq}` }) as unknown as ClusterPacket,
      );
    };
    const readWishes = async (input: string) => [{ ...sentence(input), text: input, takesBack: false } as WishSentence];
    await findWishes(
      {
        ...{ learning: { packets }, reading: { readWishes }, embedder: {}, intents: DOUBTING },
        classifier: asked,
      } as unknown as FindWishesDeps,
      { id: "b", key: { account: "a" } } as unknown as Brain,
      { after: 0, fresh, alone: [] },
    );
    expect(asked.asked.slice(0, 2)).toEqual(["in cm", "talk 3"]);
    expect(asked.asked).toHaveLength(1_001);
  });

  test("teaches the account that learns orders alone no preference", async () => {
    const { agent, admin } = await t.account();
    await admin.patch("/admin/settings", { learn_once: "orders" });
    for (const input of ["faces make my reader stutter", "two lines at most, I read all of these on a watch"])
      await agent.remember(input);
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual(["The user asks: “two lines at most, I read all of these on a watch”"]);
  });

  test("is left to the head for intents where the classifier fails", async () => {
    classifier.isBroken = true;
    expect(await learned("faces make my reader stutter")).toEqual([]);
    classifier.isBroken = false;
  });
});

test("a pass comes soon after what the head for intents does not rule out, to find out whether it teaches", async () => {
  const { agent } = await t.account();
  await agent.remember("talk of the weather");
  t.clock.advance(AFTER_MS);
  const passes = t.countRows("learning_passes");
  await t.service.learnSoon.runDue(() => {});
  expect(t.countRows("learning_passes")).toBe(passes);
  await agent.remember("far too many words again");
  t.clock.advance(AFTER_MS);
  await t.service.learnSoon.runDue(() => {});
  expect(await rulesOf(agent)).toEqual(["The user asks: “far too many words again”"]);
});

describe("two wishes of one kind, by their words", () => {
  const between = "lovely weather we have";

  test("are a rule", async () => {
    expect(await learned("shorter please", between, "far too much text")).toEqual(["Keep answers short."]);
  });

  test("are none where the classifier knows them as nothing of one kind", async () => {
    expect(await learned("one line for the notice", between, "two lines for the poem")).toEqual([]);
  });
});

describe("a rule", () => {
  test("that is a part of a message is held against a later one with the whole, too", async () => {
    expect(await learned("Lovely weather. Faces make my reader stutter.", "my reader is a new one")).toEqual([]);
    const { agent } = await t.account();
    await agent.remember("Lovely weather. Faces make my reader stutter.");
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toHaveLength(1);
    await agent.remember("my reader is a new one");
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual([]);
  });

  test("goes where a later message says that it is over, which is no rule itself", async () => {
    expect(await learned("faces make my reader stutter", "my reader is a new one")).toEqual([]);
  });

  test("stays where the message resembles it in nothing, whatever the classifier says", async () => {
    expect(await learned("Ada eats no nuts", "my reader is a new one")).toEqual(["The user says: “Ada eats no nuts”"]);
  });

  test("is the more alike to the message the less likely it is over", async () => {
    const rule = "two lines at most, I read all of these on a watch";
    expect(await learned(rule, "our watch shop in town closed for good")).toEqual([`The user asks: “${rule}”`]);
    expect(await learned(rule, "our watch shop in town went up once")).toEqual([]);
  });

  test("stays beside another that a message plainly means, unless the message is as much alike to it", async () => {
    const rules = ["faces make my reader stutter", "Ada eats no nuts"];
    expect(await learned(...rules, "reader and faces fine, Ada too")).toEqual(["The user says: “Ada eats no nuts”"]);
    expect(await learned(...rules, "reader stutter and faces, Ada eats nuts")).toEqual([]);
  });

  test("stays where the message is no more alike to it than to the others, however much that is", async () => {
    const rules = ["horses sleep", "violins stand", "bees live"].map((what) => `my ${what} in this house please`);
    const { agent } = await t.account();
    for (const rule of rules) await agent.remember(rule);
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toHaveLength(3);
    await agent.remember("my horses sleep outside this house please");
    await agent.post("/sync", {});
    expect((await rulesOf(agent)).toSorted()).toEqual(
      rules
        .slice(1)
        .map((rule) => `The user asks: “${rule}”`)
        .toSorted(),
    );
  });

  test("goes where another takes its place, in a pass or between passes", async () => {
    expect(await learned("two lines at most, I read all of these on a watch", "five lines at most")).toEqual([
      "The user asks: “five lines at most”",
    ]);
    const { agent } = await t.account();
    await agent.remember("two lines at most, I read all of these on a watch");
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual(["The user asks: “two lines at most, I read all of these on a watch”"]);
    await agent.remember("five lines at most");
    await agent.post("/sync", {});
    expect(await rulesOf(agent)).toEqual(["The user asks: “five lines at most”"]);
  });
});
