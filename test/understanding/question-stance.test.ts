import { describe, expect, test } from "bun:test";
import { stopWordsOf } from "../../src/lexical/languages.ts";
import { readStance } from "../../src/understanding/question-stance.ts";

const stanceOf = (text: string, language: "en" | "de" = "en") => readStance(text, stopWordsOf(language));

describe("greetings, thanks and goodbyes are told by their words alone", () => {
  test.each([
    "Hello!",
    "good evening to you",
    "hiya :)",
    "How are you?",
    "thanks a lot",
    "Thank you so much, that's all for today.",
    "cheers for that, you've been a massive help",
    "ok, good night x",
    "right that's me done, ta",
    "thx for the recipe",
    "merci beaucoup",
    "gracias por todo",
    "vielen dank, bis morgen",
    "dzień dobry",
  ])("%s", (text) => expect(stanceOf(text).isSocial).toBe(true));

  test.each([
    "Good morning, what is on today?",
    "thanks, make it shorter",
    "hi, I need a plan for lunch",
    "do all of them",
    "how would you do that?",
    "perfect, do it",
    "What is my evening class called?",
    "thanks! And for two?",
    "",
    "?!",
  ])("not so: %s", (text) => expect(stanceOf(text).isSocial).toBe(false));
});

describe("an input leans on what went before", () => {
  test.each([
    "Yes please.",
    "sure",
    "why?",
    "Make it cheaper",
    "and for two?",
    "the second one",
    "go on then, do that",
    "thanks! And for two?",
    "what about something more romantic?",
    "shorter and less formal",
    "the cabin one!",
    "nah leave it as is. but 3 dates not 2",
  ])("%s", (text) => expect(stanceOf(text).leaning).toBeGreaterThan(0));

  test("in German too", () => {
    expect(stanceOf("ja mach mal", "de").leaning).toBeGreaterThan(0);
    expect(stanceOf("und auf englisch?", "de").leaning).toBeGreaterThan(0);
  });

  test("the more, the fewer words of meaning it has", () => {
    const leanings = ["yes please", "yes, for two", "yes, book the table for two people on friday"].map(
      (text) => stanceOf(text).leaning,
    );
    expect(leanings).toEqual([...leanings].sort((a, b) => b - a));
    expect(leanings[0]).toBe(1);
  });

  test.each([
    "What does my husband do for a living?",
    "How much did the house in Newbridge go for?",
    "What is my name?",
    "Hello!",
    "",
  ])("not so: %s", (text) => expect(stanceOf(text).leaning).toBe(0));

  test("a page of text leans on nothing", () => {
    expect(stanceOf(`and ${"it goes on ".repeat(50)}`).leaning).toBe(0);
  });
});

test("what is the user's own is told by the first person, and explaining something to them is not", () => {
  expect(stanceOf("What's my boss called?").isPersonal).toBe(true);
  expect(stanceOf("where are WE off to").isPersonal).toBe(true);
  expect(stanceOf("was macht meine frau beruflich", "de").isPersonal).toBe(true);
  expect(stanceOf("Can you explain to me what a blockchain is?").isPersonal).toBe(false);
  expect(stanceOf("Who invented the zip fastener?").isPersonal).toBe(false);
});
