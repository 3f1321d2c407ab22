// How alike two texts of one language usually are to an embedding model.
import { describe, expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import { usualSimilarity } from "../../src/learning/usual-similarity.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** Finds all German texts as alike as this, and all others not at all. */
const GERMAN_COSINE = 0.4;
let texts = 0;

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION);
  const isGerman = /\b(?:ich|mir|das|bitte)\b/i.test(text);
  vector[0] = isGerman ? Math.sqrt(GERMAN_COSINE) : 0;
  texts += 1;
  vector[texts] = Math.sqrt(1 - vector[0] ** 2);
  return vector;
}

describe("what is usual", () => {
  test("is how alike texts of the same language are that have nothing to do with each other", async () => {
    const embedder = new WordEmbedder();
    const usualOf = (text: string) => usualSimilarity(embedder, [vectorOf(text)], async (each) => [vectorOf(each)]);
    expect(await usualOf("Ich mag keine Rosinen")).toBeCloseTo(GERMAN_COSINE);
    expect(await usualOf("no raisins for me")).toBe(0);
  });

  test("is measured once for a model, and again where that failed", async () => {
    const embedder = new WordEmbedder();
    let asked = 0;
    const usual = (isDown: boolean) =>
      usualSimilarity(embedder, [vectorOf("x")], async (each) => {
        asked += 1;
        if (isDown) throw new Error("down");
        return [vectorOf(each)];
      });
    await expect(usual(true)).rejects.toThrow("down");
    await usual(false);
    const once = asked;
    await Promise.all([usual(false), usual(true)]);
    expect(asked).toBe(once);
  });
});
