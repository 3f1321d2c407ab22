import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { ownSentences } from "../../src/understanding/own-sentences.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const read = (input: string) => finish(readWishes(rules, input));
const texts = (input: string) => ownSentences(input).map(({ text }) => text);

describe("what is no wish for answers", () => {
  test.each([
    ["shorten this please: I always arrive late. Never wait for me.", "shorten this please:"],
    ["could you translate this into french: i'm allergic to bees", "could you translate this into french:"],
    ["print a label that says always keep cold", "print a label that says"],
    ["an email from the bank arrived: Dear all, never reply by post.", "an email from the bank arrived:"],
    ["slogan for our bakery: always fresh, never frozen", "slogan for our bakery:"],
    [
      "can you write the list for the cat sitter? never feed her twice, no cream",
      "can you write the list for the cat sitter?",
    ],
    ["put this in german: never again.\n\nand always use euros", "put this in german. and always use euros"],
  ])("is a text to be worked on: %j", (input, kept) => {
    expect(texts(input).join(" ")).toBe(kept);
  });

  test.each([
    "you play the judge. never smile and always say order",
    "ok you are the dungeon master, always roll for me",
    "let's play chess, never give hints",
    "pls stay in character, never say you're an ai",
    "the header must always stay white",
    "build a landing page, never use stock photos",
    "no adverbs in the abstract please",
    "never overwrite the config file",
    "write a poem about rain, without rhymes and never mention clouds",
    "and don't print anything to stderr",
    "tooltips in polish, the users are mostly from krakow",
    "always wait for the bus 😂",
    "i didn't say i was vegetarian, where did you get that",
    "i was going to ask you to always use tables but it's ok like this",
    "it would be great if the bus drivers always spoke english",
    "my mother in law visits, no pork for her",
    "ugh, my boss's emails. no greeting, never a thank you.",
    "call me once the parcel is here",
  ])("is of a game, of work in hand, denied or of others: %j", (input) => {
    expect(read(input).filter(({ isLasting, rule, kinds }) => isLasting || rule !== null || kinds.length > 0)).toEqual(
      [],
    );
  });

  test.each([
    "answer in german please: i need the practice",
    "here's the deal: never use emojis",
    "make a note: never use emojis",
    "write in plain english: no jargon",
    "when i say translate: never add comments",
    "also use british spelling always, our clients are in Leeds",
    "from now on, no bullets in the newsletter",
    "be an honest critic, never flatter me",
    "write me a soup recipe and never use coriander, i hate it",
    "never suggest food with nuts in it",
    "never use emojis again 😂",
    "i never asked for emojis, never use them again",
    "it would be nice if you always used metric units",
    "in code always use const",
    "never bring up the thesis",
  ])("leaves a wish alone: %j", (input) => {
    const [wish] = read(input).filter(({ isLasting, rule, kinds }) => isLasting || rule !== null || kinds.length > 0);
    expect(wish).toBeDefined();
  });
});
