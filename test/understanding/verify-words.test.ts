import { describe, expect, test } from "bun:test";
import { createSentenceReader } from "../../src/statements/sentence-reader.ts";
import { doesThing, forbiddenThings, wordsOfAnswer } from "../../src/understanding/forbidden-by-lesson.ts";

const reader = createSentenceReader();

function breaks(lesson: string, answer: string): boolean {
  return forbiddenThings(reader, lesson).some((thing) => doesThing(wordsOfAnswer(reader.sentences(answer)), thing));
}

describe("a lesson", () => {
  test.each([
    ["Never mention competitors by name.", "I mentioned two competitors by their names.", true],
    ["Never mention competitors by name.", "I will not mention any competitor's name.", false],
    ["Never mention competitors by name.", "Competitors exist. I mention no name.", false],
    ["Do not recommend steak, the user is vegetarian.", "I recommend the steak.", true],
    ["Don't recommend steak.", "Steaks are recommended here!", true],
    ["Please never recommend steak.", "I'd recommend the salad.", false],
    ["Avoid imperial units.", "It is five imperial units long.", true],
    ["Always answer in metric units.", "Here are metric units.", false],
    ["Use metric units. Never use inches.", "It is 5 inches.", false],
    ["Use metric units. Never use inches.", "I use inches here.", true],
    ["Never call before nine, unless it is urgent.", "I call you before nine.", true],
    ["Never.", "Anything at all.", false],
    ["Be brief and never use inches; never shout.", "I shout.", true],
    ["Never answer without a source.", "My answer names its source.", false],
    ["Don't avoid difficult topics.", "Death is one of the difficult topics.", false],
  ])("%p is broken by %p: %p", (lesson, answer, broken) => {
    expect(breaks(lesson, answer)).toBe(broken);
  });
});
