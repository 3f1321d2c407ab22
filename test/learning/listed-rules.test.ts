// A message that lists orders teaches as many rules, and each of them ends by itself.
import { afterAll, describe, expect, test } from "bun:test";
import { INTENTS, type IntentReader, type IntentShares } from "../../src/domain/intent.ts";
import { rulesOf } from "../support/learning.ts";
import { ScriptedClassifier } from "../support/message-classifier.ts";
import { startTestService } from "../support/test-service.ts";

const DOUBTING: IntentReader = {
  thresholds: { plain: 2, lasting: 2, worded: 2 },
  read: () => Object.fromEntries(INTENTS.map((each) => [each, each === "order" ? 0.4 : 0.6 / 7])) as IntentShares,
};
const LIST = "For my shop: ships in red, no kites, prices in crowns";
const LINES = "For my shop, please:\n- ships in red\n- no kites\n- prices in crowns.";
const READ = "For my shop, please: ships in red; no kites; prices in crowns";
const OVER = "for my shop ships in green again, not in red";

const classifier = new ScriptedClassifier(
  {
    [LIST]: "order",
    [READ]: "order",
    "ships in red": "order",
    "prices in crowns": "order",
    [OVER]: "order",
    "no kites, they scare the birds": "order",
  },
  {
    [`${OVER} / For my shop: ships in red`]: "replaces",
  },
);
const t = await startTestService({ learnsOnce: true, intents: DOUBTING, classifier, learnAfterMs: 60_000 });
afterAll(() => t.close());

const quoted = (said: string) => `The user asks: “${said}”`;
const three = ["ships in red", "no kites", "prices in crowns"].map((order) => quoted(`For my shop: ${order}`));

describe.each([
  ["in one pass", false],
  ["with a pass in between", true],
])("%s", (_, isBetween) => {
  test.each([LIST, LINES])("%j teaches three rules, of which one ends by itself", async (list) => {
    const { agent } = await t.account();
    await agent.remember(list);
    if (isBetween) {
      await agent.post("/sync", {});
      expect((await rulesOf(agent)).toSorted()).toEqual(three.toSorted());
    }
    await agent.remember(OVER);
    await agent.post("/sync", {});
    expect((await rulesOf(agent)).toSorted()).toEqual([...three.slice(1), quoted(OVER)].toSorted());
  });
});

test("a reason stays with its order", async () => {
  const { agent } = await t.account();
  await agent.remember("no kites, they scare the birds");
  await agent.post("/sync", {});
  expect(await rulesOf(agent)).toEqual([quoted("no kites, they scare the birds")]);
});
