import { describe, expect, test } from "bun:test";
import { stopWordsOf } from "../../src/lexical/languages.ts";
import { readStance } from "../../src/understanding/question-stance.ts";

const stanceOf = (text: string, language: "en" | "de" = "en") => readStance(text, stopWordsOf(language));

describe("greetings, thanks and goodbyes are told by lists of words alone", () => {
  test.each([
    "Hello!",
    "good evening to you",
    "hiya :)",
    "thanks a lot",
    "Thank you so much, that's all for today.",
    "ok, good night x",
    "right that's me done, ta",
    "merci beaucoup",
    "vielen dank, bis morgen",
    "dzień dobry",
    "hiiii",
    "lol ok thank you so much",
  ])("%s", (text) => expect(stanceOf(text).isSocial).toBe(true));

  test.each([
    "Good morning, what is on today?",
    "thanks, make it shorter",
    "hi, I need a plan for lunch",
    "do all of them",
    "how would you do that?",
    "perfect, do it",
    "What is my evening class called?",
    "add stuff for the evening too",
    "how are things with mum?",
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
    "add stuff for the evening too",
    "number 2 but less cute",
    "without the nuts",
    "swap the rice for potatoes",
    "as bullet points",
    "option b",
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
    "When is the wedding?",
    "what's my sister's name",
    "add milk to my shopping list",
    "recommend a book about trains",
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

test.each(["explain tides like I'm five", "what's a proton, like I'm a child"])(
  "how to explain is no question of oneself: %s",
  (text) => expect(stanceOf(text).isPersonal).toBe(false),
);

test.each([
  "who's supervising me atm",
  "what was mum's job before the pension",
  "when does she start",
  "what breed is it again",
])("what only a memory can know is the user's own: %s", (text) => expect(stanceOf(text).isPersonal).toBe(true));

test("a question asks how things are now by a word or two", () => {
  expect(stanceOf("what does my missus do these days").asksForNow).toBe(true);
  expect(stanceOf("wer macht jetzt meine steuer", "de").asksForNow).toBe(true);
  expect(stanceOf("what did we pay for the van").asksForNow).toBe(false);
});
