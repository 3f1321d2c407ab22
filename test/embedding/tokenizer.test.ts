import { describe, expect, test } from "bun:test";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import { createTextTokenizer, type TokenizerSpec } from "../../src/embedding/tokenizer.ts";
import { reference } from "./support.ts";

const model = embeddedModel();
const definition: object = await Bun.file(model.tokenizerPath).json();
const tokenizer = createTextTokenizer(definition, model.spec);
const CLS = 101;
const SEP = 102;
const PREFIX_IDS = [23032, 1024]; // "query:"

function withPrefix(changes: Partial<TokenizerSpec> = {}) {
  return createTextTokenizer(definition, { ...model.spec, queryPrefix: "query: ", ...changes });
}

describe("a text of one window", () => {
  for (const { text, input_ids } of reference) {
    test(`has the reference's ids: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const windows = tokenizer.cut(text, "passage");
      expect(windows.map((window) => Array.from(window.ids))).toEqual([[...input_ids]]);
      expect(windows[0]?.tokens).toBe(input_ids.length - 2);
    });
  }

  test("has room for 256 tokens with its special tokens: one more, and it is cut", () => {
    expect(tokenizer.cut("cat ".repeat(254), "query").map((window) => window.ids.length)).toEqual([256]);
    expect(tokenizer.cut("cat ".repeat(255), "query").map((window) => window.tokens)).toEqual([128, 127]);
  });

  test("begins with the role's prefix, which does not count as its own tokens", () => {
    const [window] = withPrefix().cut("cat", "query");
    expect(Array.from(window!.ids)).toEqual([CLS, ...PREFIX_IDS, 4937, SEP]);
    expect(window!.tokens).toBe(1);
    expect(Array.from(withPrefix().cut("cat", "passage")[0]!.ids)).toEqual([CLS, 4937, SEP]);
  });
});

describe("a long text", () => {
  test("has special tokens and prefix in each window, and every token of its own in exactly one", () => {
    const text = Array.from({ length: 1500 }, (_, i) => `word${i % 97} and`).join(" ");
    const whole = withPrefix({ tokensMax: 8192 }).cut(text, "query");
    const windows = withPrefix().cut(text, "query");
    expect(whole).toHaveLength(1);
    expect(windows.length).toBeGreaterThan(10);
    for (const { ids, tokens } of windows) {
      expect(ids.length).toBeLessThanOrEqual(256);
      expect(Array.from(ids.slice(0, 3))).toEqual([CLS, ...PREFIX_IDS]);
      expect(ids.at(-1)).toBe(SEP);
      expect(tokens).toBe(ids.length - 4);
    }
    const own = windows.flatMap(({ ids }) => Array.from(ids.slice(3, -1)));
    expect(own).toEqual(Array.from(whole[0]!.ids.slice(3, -1)));
  });

  test("cut in pieces for the library has the same tokens as its parts", () => {
    const sentence = "Naïve cafés, 東京 and supercalifragilistic words:  don't split them!\n\n";
    const once = tokenizer.cut(sentence, "passage")[0]!.tokens;
    const times = 1600; // Over 100,000 characters, so that many cuts fall within a word.
    const windows = tokenizer.cut(sentence.repeat(times), "passage");
    expect(windows.reduce((sum, window) => sum + window.tokens, 0)).toBe(once * times);
  });
});

describe("an odd text", () => {
  const own = (text: string) => tokenizer.cut(text, "passage").flatMap(({ ids }) => Array.from(ids.slice(1, -1)));

  test("of white space alone has no token of its own", () => {
    expect(own(" \t\n\u00a0 ")).toEqual([]);
    expect(own(" ".repeat(100_000))).toEqual([]);
  });

  test("loses NUL and lone surrogates", () => {
    expect(own("a\0b")).toEqual(own("ab"));
    expect(own("a\ud800b\udc00")).toEqual(own("ab"));
  });

  test("without a space is cut without splitting a character", () => {
    expect(own(`a${"東".repeat(20_000)}`)).toHaveLength(20_001);
    expect(own(`a${"🙂".repeat(20_000)}`).length).toBeLessThan(10);
    expect(own("x".repeat(102_400)).length).toBeLessThan(20);
  });
});

test("marks beyond eight on one letter are dropped, so that a run of them costs no more than other text", () => {
  const marks = "\u0301\u0316".repeat(4);
  const ids = (text: string) => tokenizer.cut(text, "passage").map((window) => Array.from(window.ids));
  expect(ids(`e${marks}${"\u0301\u0316".repeat(20_000)} then`)).toEqual(ids(`e${marks} then`));
});
