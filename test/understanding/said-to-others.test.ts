// What is denied, and what is said to or by somebody else: none of it is a wish.
import { describe, expect, test } from "bun:test";
import { finish } from "../../src/base/steps.ts";
import { createRuleWriter } from "../../src/understanding/rule-writer.ts";
import { readWishes } from "../../src/understanding/wish-reader.ts";

const rules = createRuleWriter();
const read = (input: string) => finish(readWishes(rules, input));

describe("an allergy", () => {
  test.each([
    ["I'm not allergic to cats, my aunt is", true],
    ["Je ne suis pas allergique au pollen", true],
    ["Ich bin nicht gegen Hunde allergisch", true],
    ["No soy alérgica al marisco", true],
    ["I'm not allergic to cats any more", false],
    ["Ya no soy alérgica al marisco", false],
  ])("%j denies a need: %p", (input, denied) => {
    expect(read(input).map(({ deniesNeed }) => deniesNeed)).toEqual([denied]);
  });
});

describe("what was said to somebody else", () => {
  test.each([
    "Never touch the stove, I told my nephew",
    "Don't ever call me that, she said",
    "Ruf nie wieder an, hat der Vermieter gesagt",
    "Ne touche jamais à ça, j'ai dit à ma fille",
    "Siempre con calma, decía mi abuela",
    "Kein Problem wegen gestern",
    "make a card that says never open before Easter",
    "My landlady has new rules: no shoes, and always lock the gate",
    "My coach made five strict rules: never miss a session",
    "would you be able to answer always in rhyme if someone wanted it?",
  ])("is no wish: %s", (input) => {
    expect(read(input)).toEqual([]);
  });

  test("nor is what a game asks of who plays it", () => {
    const input = "found a quiz for Friday. you must never say yes and always answer in rhyme";
    expect(read(input).map(({ text }) => text)).toEqual(["found a quiz for Friday."]);
  });

  test.each([
    "My company has new rules, so please always use euros",
    "Keine Emojis, hab ich gesagt!",
    "rewrite always in plain words: no jargon",
    "add the date to every answer: always day first",
    "No emojis, I told you",
    "Nada de emojis, te lo dije",
    "Bitte keine Listen, wie ich schon sagte",
  ])("is not what is said to the assistant: %s", (input) => {
    expect(read(input)).toHaveLength(1);
  });
});
