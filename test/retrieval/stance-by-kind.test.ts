import { afterAll, describe, expect, test } from "bun:test";
import { INPUT_KINDS, type InputKind, type InputKindReader } from "../../src/domain/input-kind.ts";
import { NO_STANCE, type QuestionStance } from "../../src/domain/question-stance.ts";
import { createTextAnalyzer } from "../../src/lexical/analyze-text.ts";
import { stanceByKind } from "../../src/retrieval/stance-by-kind.ts";
import { readStance } from "../../src/understanding/question-stance.ts";
import { realModel } from "../support/test-service.ts";

const embedder = realModel();
const analyzer = createTextAnalyzer();
afterAll(() => embedder.close());

async function stanceOf(text: string): Promise<QuestionStance> {
  const { vector } = await embedder.embed({ text, role: "query", lane: "interactive" });
  return stanceByKind(readStance(text, analyzer.stopWordsOf(text)), text, vector, embedder.inputs);
}

describe("with the head of the model inside", () => {
  test.each([
    "Hello!",
    "How are you?",
    "How's it going?",
    "no worries",
    "thanks a bunch, that saved me",
    "thanks a lot",
    "gracias por todo",
    "hello?",
    "have a lovely weekend",
    "see you tomorrow",
    "happy new year!",
    "you're the best",
    "enjoy your evening",
    "schönen feierabend",
    "alright butt",
    "right, I'm away to my bed",
    "ta mate ur a star",
  ])("nothing has to be remembered for %j", async (text) => {
    expect(await stanceOf(text)).toMatchObject({ isSocial: true, isPersonal: false, leaning: 0 });
  });

  test.each([
    "how do I descale a kettle",
    "how to remove gum from hair",
    "how do you say bread in Spanish",
    "how many teeth does a cat have",
    "what does a welder earn?",
    "how do they get the lead in pencils",
    "square root of 1764",
    "what is the capital of Mongolia?",
  ])("anybody could ask %j", async (text) => {
    expect(await stanceOf(text)).toMatchObject({ isGeneral: true, isSocial: false, isPersonal: false, leaning: 0 });
  });

  test.each([
    "Good morning, what is on today?",
    "thanks, make it shorter",
    "perfect, do it",
    "thanks! And for two?",
    "see what you can do",
    "have a look at my CV",
    "all good things about Porto",
    "What class is she taking to learn how to cook?",
    "how do I get to my office",
    "what does Robin earn?",
    "how do we get there",
    "how do I get to the holiday house",
    "do I have a car?",
    "translate it into German",
    "when is the party",
    "peanut allergy",
    "boiler code",
    "ideas for dinner tonight",
  ])("neither is so of %j", async (text) => {
    expect(await stanceOf(text)).toMatchObject({ isSocial: false, isGeneral: false });
  });

  test.each(["which client said they'd walk, and by when", "who's bringing the cake again"])(
    "%j asks of the user's own",
    async (text) => expect((await stanceOf(text)).isPersonal).toBe(true),
  );

  test("an input leans on the turn before it where the head alone says so", async () => {
    const text = "swap the two round and take out the comma";
    expect(readStance(text, analyzer.stopWordsOf(text)).leaning).toBe(0);
    expect((await stanceOf(text)).leaning).toBeGreaterThan(0);
  });
});

describe("by the shares of a head", () => {
  const bounds = { social: 0.9, foreign: 0.9, own: 0.8, leans: 0.5, request: 0.8, sure: 0.98 };
  const read = (stance: Partial<QuestionStance>, kind: InputKind, share: number, text = "") => {
    const rest = (1 - share) / (INPUT_KINDS.length - 1);
    const shares = Object.fromEntries(INPUT_KINDS.map((each) => [each, each === kind ? share : rest]));
    const inputs: InputKindReader = { thresholds: bounds, read: () => shares as Record<InputKind, number> };
    return stanceByKind({ ...NO_STANCE, ...stance }, text, new Float32Array(), inputs);
  };

  test("words of the user's own are overruled by a sure head alone", () => {
    for (const [kind, field] of [
      ["social", "isSocial"],
      ["foreign", "isGeneral"],
    ] as const) {
      expect(read({}, kind, 0.9)[field]).toBe(true);
      expect(read({}, kind, 0.89)[field]).toBe(false);
      expect(read({ isPersonal: true }, kind, 0.97)[field]).toBe(false);
      expect(read({ isPersonal: true }, kind, 0.98)).toMatchObject({ [field]: true, isPersonal: false });
    }
  });

  test("a request asks for advice, and what is the user's own is neither small talk nor general", () => {
    expect(read({ isSocial: true }, "request", 0.8)).toMatchObject({
      asksForAdvice: true,
      isSocial: false,
      isPersonal: false,
    });
    expect(read({ isSocial: true }, "own", 0.8)).toMatchObject({
      isPersonal: true,
      isSocial: false,
      asksForAdvice: false,
    });
  });

  test("a text longer than what the head was taught with is left to its words", () => {
    expect(read({}, "social", 1, "a".repeat(240)).isSocial).toBe(true);
    expect(read({}, "social", 1, "a".repeat(241))).toEqual(NO_STANCE);
  });

  test("who leans by words leans as much as they say", () => {
    expect(read({ leaning: 1 }, "leans", 0.5).leaning).toBe(1);
    expect(read({ leaning: 0.2 }, "leans", 0.5).leaning).toBe(0.5);
    expect(read({ leaning: 0.2 }, "leans", 0.49).leaning).toBe(0.2);
  });

  test("without a head the words stand", () => {
    const stance = { ...NO_STANCE, isSocial: true };
    expect(stanceByKind(stance, "hello", new Float32Array(), null)).toBe(stance);
  });
});
