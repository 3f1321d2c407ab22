import { describe, expect, test } from "bun:test";
import { stopWordsOf } from "../../src/lexical/languages.ts";
import { readStance } from "../../src/understanding/question-stance.ts";

const stanceOf = (text: string) => readStance(text, stopWordsOf("en"));

describe("of the user's own life", () => {
  test.each([
    "where do I work?",
    "which jobs have we got",
    "what's my job",
    "what do I do for a living",
    "have we got a car?",
    "are we insured",
    "how many rabbits do I have",
    "how old are the twins, for the passport",
    "who comes along?",
  ])("asks %s", (text) =>
    expect(stanceOf(text)).toMatchObject({ asksOfLife: true, isGeneral: false, isPersonal: true }),
  );

  test.each([
    "what's the capital of Peru",
    "who invented the treadmill",
    "can I freeze garlic?",
    "should I peel ginger?",
    "where do I find truffles",
    "why do I sneeze in the sun",
    "how much do I tip in Italy",
    "what do I do about ants",
    "what can you do?",
    "thank you so much",
  ])("does not ask %s", (text) => expect(stanceOf(text).asksOfLife).toBe(false));
});

describe("what anybody could ask", () => {
  test.each([
    "how do I descale a kettle",
    "how to remove gum from hair",
    "how do you say bread in Spanish",
    "what does a welder earn?",
    "how many teeth does a cat have",
    "translate 'good night' into Italian",
  ])("is %s", (text) => expect(stanceOf(text)).toMatchObject({ isGeneral: true, isPersonal: false, leaning: 0 }));

  test.each([
    "how do I get to my office",
    "how do we get there",
    "how do I get to the holiday house",
    "what does Robin earn?",
    "what is a stress reliever for Robin?",
    "What class is she taking to learn how to cook?",
    "do I have a car?",
    "translate it into German",
    "when is the party",
  ])("is not %s", (text) => expect(stanceOf(text).isGeneral).toBe(false));
});
