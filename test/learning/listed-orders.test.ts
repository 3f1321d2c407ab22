import { describe, expect, test } from "bun:test";
import type { MessageIntent } from "../../src/domain/ports/message-classifier.ts";
import type { WishSentence } from "../../src/domain/wish.ts";
import { listedOrders } from "../../src/learning/listed-orders.ts";
import { orderParts } from "../../src/understanding/order-parts.ts";
import { ScriptedClassifier } from "../support/message-classifier.ts";

const ORDERS = [
  "condition first",
  "prices in pounds",
  "mention every scratch",
  "metric units please",
  "keep it to one sentence",
  "distances in miles",
  "answer in French",
  "put tools",
  "opening hours at the bottom",
  "starting with the lowest",
  "time above the steps",
];
const intents = Object.fromEntries(ORDERS.map((order): [string, MessageIntent] => [order, "order"]));

async function cut(text: string, classifier = new ScriptedClassifier(intents)): Promise<string[]> {
  const sentence = { text, masked: text, parted: orderParts(text) } as WishSentence;
  const orders = await listedOrders(classifier, sentence, async () => []);
  return orders.map((order) => order.text);
}

describe("a sentence that lists orders is cut into them", () => {
  const listed: readonly (readonly [text: string, orders: readonly string[]])[] = [
    [
      "condition first, prices in pounds, never write vintage, and mention every scratch.",
      ["condition first", "prices in pounds", "never write vintage", "mention every scratch."],
    ],
    // What they are for stands before each.
    [
      "House style for my adverts, please: condition first, no jokes",
      ["for my adverts: condition first", "for my adverts: no jokes"],
    ],
    [
      "for recipes, no nuts, no eggs, no cups",
      ["for recipes, no nuts", "for recipes, no eggs", "for recipes, no cups"],
    ],
    // And so does the reason.
    [
      "i'm driving so keep it to one sentence and distances in miles, no jokes",
      ["i'm driving: keep it to one sentence", "i'm driving: distances in miles", "i'm driving: no jokes"],
    ],
    // "Opening" is of a thing here, and goes on there.
    [
      "prices in pounds, no jokes, and opening hours at the bottom",
      ["prices in pounds", "no jokes", "opening hours at the bottom"],
    ],
    [
      "prices in pounds, starting with the lowest, no jokes, no kites",
      ["prices in pounds, starting with the lowest", "no jokes", "no kites"],
    ],
    // What is told beside an order, and what says nothing without it, is none.
    [
      "from now on for spells, no jokes, no kites, no moons, nothing round it",
      [
        "from now on for spells, no jokes",
        "from now on for spells, no kites",
        "from now on for spells, no moons, nothing round it",
      ],
    ],
    ["from now on if I ask for a spell, give me the spell, nothing round it", []],
    ["I am Ms Orsini now; kindly call me that", []],
    ["the kiln has cracked; metric units please", []],
    // Items of a list, whatever they look like.
    ["My rules: sentence case; ten questions; two spaces", ["sentence case", "ten questions", "two spaces"]],
    // A reason goes with its order.
    ["no emojis, they annoy me, and no jokes", ["no emojis, they annoy me", "no jokes"]],
    ['answer in French, and never say "oh well, you know"', ["answer in French", 'never say "oh well, you know"']],
  ];
  test.each(listed)("%s", async (text, orders) => {
    expect(await cut(text)).toEqual([...orders]);
  });
});

describe("is one order", () => {
  const single = [
    "always end with name, date and place",
    "put tools, cost and time above the steps",
    "metric units please, not miles",
    "answer in French, since my wife reads them too",
    "my wife hates lists, no lists",
    "keep it to one sentence",
    // The second of two may only say more of the first.
    "answer in French, no English",
    `no nuts${", no nuts".repeat(20)}`,
  ];
  test.each(single)("%s", async (text) => {
    expect(await cut(text)).toEqual([]);
  });

  test("where the classifier fails, for those who ask it", async () => {
    const broken = new ScriptedClassifier();
    broken.isBroken = true;
    await expect(cut("condition first, prices in pounds,", broken)).rejects.toThrow("broken");
  });
});
