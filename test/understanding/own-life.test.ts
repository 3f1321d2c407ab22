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
  ])("asks %s", (text) => expect(stanceOf(text)).toMatchObject({ asksOfLife: true, isPersonal: true }));

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
