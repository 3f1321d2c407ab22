import { describe, expect, test } from "bun:test";
import type { WordMatches } from "../../src/domain/ports/lexical-index.ts";
import { NO_STANCE, type QuestionStance } from "../../src/domain/question-stance.ts";
import { isNear, nearnessFor } from "../../src/retrieval/foreign-question.ts";
import { HybridFormula } from "../../src/retrieval/hybrid-formula.ts";
import type { Lookup } from "../../src/retrieval/lookup.ts";
import { rankHybrid } from "../../src/retrieval/rank-hybrid.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

const MODEL = { ...new WordEmbedder().model, similarityFloor: 0.25 };

interface Told {
  readonly cosines: readonly number[];
  readonly words?: Partial<WordMatches>;
  readonly stance?: Partial<QuestionStance>;
}

/** Whether a question brings anything from a brain with packets of those cosines. */
function belongs({ cosines, words: changed = {}, stance = {} }: Told): boolean {
  const count = cosines.length;
  const seqs = Uint32Array.from(cosines, (_, at) => at + 1);
  const words: WordMatches = {
    ...{ count, seqs, best: 0, weight: 10, asked: 3, scores: new Float64Array(count), implied: new Float64Array(0) },
    ...{ matched: new Uint16Array(count), telling: new Uint8Array(count), leaning: new Float64Array(count) },
    ...{
      before: new Int32Array(count).fill(-1),
      after: new Int32Array(count).fill(-1),
      times: new Float64Array(count),
    },
    ...changed,
  };
  const formula = new HybridFormula(words, [], MODEL);
  const lookup = { model: MODEL, question: { stance: { ...NO_STANCE, ...stance } } } as unknown as Lookup;
  const rows = {
    count,
    seqs,
    similarities: Float32Array.from(cosines),
    confidences: new Float32Array(count).fill(0.5),
  };
  return isNear(rankHybrid(rows, formula), nearnessFor(lookup, formula));
}

const FAR = [0.28, 0.2, 0.1];

describe("a question is foreign to a brain", () => {
  test("where nothing is near it, though something is above the floor", () => {
    expect(belongs({ cosines: FAR })).toBe(false);
    expect(belongs({ cosines: [0.295, 0.2, 0.1] })).toBe(true);
  });

  test("and not where it speaks of the user's own", () => {
    expect(belongs({ cosines: FAR, stance: { isPersonal: true } })).toBe(true);
  });

  test("nor where its words are evidence", () => {
    const words = { best: 4, scores: Float64Array.of(4, 0, 0), matched: Uint16Array.of(1, 0, 0) };
    expect(belongs({ cosines: FAR, words: { ...words, telling: Uint8Array.of(1, 0, 0) } })).toBe(true);
    expect(belongs({ cosines: FAR, words })).toBe(false);
  });

  test("nor where nearly all of its words are known, however common they are here, but for words of every packet", () => {
    const scores = Float64Array.of(2, 1, 0);
    expect(belongs({ cosines: FAR, words: { best: 2, weight: 3, scores } })).toBe(true);
    expect(belongs({ cosines: FAR, words: { best: 2, weight: 5, scores } })).toBe(false);
    expect(belongs({ cosines: FAR, words: { best: 0.1, weight: 0.1, scores: Float64Array.of(0.1, 0.1, 0.1) } })).toBe(
      false,
    );
  });

  test("nor where it asks for advice and a need is known", () => {
    const stance = { asksForAdvice: true };
    expect(belongs({ cosines: FAR, stance, words: { implied: Float64Array.of(0, 0.5, 0) } })).toBe(true);
    expect(belongs({ cosines: FAR, stance, words: { implied: new Float64Array(3) } })).toBe(false);
  });

  test("where all packets are alike to it, and not a word of it is known", () => {
    const alike = Array.from({ length: 12 }, (_, at) => 0.5 - at / 200);
    expect(belongs({ cosines: alike })).toBe(false);
    expect(belongs({ cosines: [0.6, ...alike] })).toBe(true);
    const known = { best: 1, scores: new Float64Array(12).fill(1), weight: 10 };
    expect(belongs({ cosines: alike, words: known })).toBe(true);
  });
});
