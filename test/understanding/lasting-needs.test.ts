import { describe, expect, test } from "bun:test";
import { asksForAdvice, needsMatter, tellsNeed } from "../../src/understanding/lasting-needs.ts";

describe("a lasting need or taste", () => {
  test.each([
    "I follow a strict gluten-free diet",
    "cant stand the gym",
    "my doctor says no salt",
    "Ich hasse Krawatten",
    "she's vegan",
    "I gave up coffee in May",
    "please don't give me tables",
    "red wine gives me a headache",
    "I'd rather not fly",
    "He is allergic to nuts",
    "ich vertrage keine milch",
    "I can not do heights",
    "my knee isn't what it was",
  ])("is told: %s", (text) => expect(tellsNeed(text)).toBe(true));

  test.each([
    "we bought a house in Leeds",
    "how long does it keep in the fridge",
    "movers come on the 20th",
    "haha perfect",
    "",
    "Mein Bruder kommt am Samstag",
    "the landlord wants 2,400 a month",
  ])("is not told: %s", (text) => expect(tellsNeed(text)).toBe(false));
});

describe("needs matter", () => {
  test.each([
    "recommend a café",
    "what should I wear?",
    "any ideas for saturday?",
    "Draft a reply to the agent",
    "what can I eat there",
    "was soll ich mitbringen",
    "could you plan the week for us",
  ])("where advice is asked for: %s", (text) => expect([asksForAdvice(text), needsMatter(text)]).toEqual([true, true]));

  test.each([
    "What book did Caroline recommend to Melanie?",
    "What advice does Gina give to Jon?",
    "when is the wedding",
    "who was my boss",
    "Who was the first man to sail around the world?",
  ])("and not where something is asked about: %s", (text) => expect(needsMatter(text)).toBe(false));

  test("for an explanation too, which is no advice", () => {
    expect([
      needsMatter("Explain to me how royalties work"),
      asksForAdvice("Explain to me how royalties work"),
    ]).toEqual([true, false]);
  });
});
