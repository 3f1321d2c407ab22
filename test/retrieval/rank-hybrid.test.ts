import { describe, expect, test } from "bun:test";
import type { WordMatches } from "../../src/domain/ports/lexical-index.ts";
import type { ComparedRows } from "../../src/domain/ports/vector-index.ts";
import type { TimeCue } from "../../src/domain/time-cue.ts";
import { HybridFormula, type HybridWeights } from "../../src/retrieval/hybrid-formula.ts";
import { bestOf, type HybridRanking, rankHybrid, ranksOf } from "../../src/retrieval/rank-hybrid.ts";
import { seededNumbers } from "../support/chance.ts";

const WEIGHTS: HybridWeights = {
  similarityFloor: 0.25,
  lexicalWeight: 0.4,
  neighbourWeight: 0.2,
  timeWeight: 0.1,
  lexicalEntry: 0.5,
};
const MAY = [{ kind: "calendar", year: 2025, month: 5, day: null }] as const;
const IN_MAY = Date.parse("2025-05-20T12:00:00Z");

interface Told {
  readonly cosine?: number | null;
  readonly confidence?: number;
  /** BM25 of a question whose words weigh 10. */
  readonly words?: number;
  readonly matched?: number;
  readonly telling?: boolean;
  readonly leaning?: number;
  readonly at?: number;
  /** Places in the list. */
  readonly before?: number;
  readonly after?: number;
}

/** Packets with seqs 10, 20, …; those of cosine null have no embedding. */
function rank(
  told: readonly Told[],
  cues: readonly TimeCue[] = [],
  { weights = WEIGHTS, asked = 5 }: { weights?: HybridWeights; asked?: number } = {},
): HybridRanking {
  const seqs = told.map((_, at) => 10 * (at + 1));
  const embedded = told.flatMap((each, at) => (each.cosine === null ? [] : [{ ...each, seq: seqs[at]! }]));
  const rows: ComparedRows = {
    count: embedded.length,
    seqs: Uint32Array.from(embedded, ({ seq }) => seq),
    similarities: Float32Array.from(embedded, ({ cosine = 0 }) => cosine ?? 0),
    confidences: Float32Array.from(embedded, ({ confidence = 0.5 }) => confidence),
  };
  const words: WordMatches = {
    count: told.length,
    seqs: Uint32Array.from(seqs),
    best: Math.max(0, ...told.map(({ words = 0 }) => words)),
    scores: Float64Array.from(told, ({ words = 0 }) => words),
    implied: new Float64Array(0),
    matched: Uint16Array.from(told, ({ matched = 0 }) => matched),
    telling: Uint8Array.from(told, ({ telling = false }) => (telling ? 1 : 0)),
    before: Int32Array.from(told, ({ before = -1 }) => before),
    after: Int32Array.from(told, ({ after = -1 }) => after),
    leaning: Float64Array.from(told, ({ leaning = 0 }) => leaning),
    times: Float64Array.from(told, ({ at = 0 }) => at),
    weight: 10,
    asked,
  };
  return rankHybrid(rows, new HybridFormula(words, cues, weights));
}

function seqsOf(ranking: HybridRanking, limit = 100): number[] {
  return bestOf(ranking, limit).map((at) => ranking.seqs[at]!);
}

describe("the way in", () => {
  test("is similarity from the floor of the cosine on, to the bit", () => {
    const { entries } = rank([{ cosine: 0.25 }, { cosine: 0.24999 }, { cosine: 0.9 }]);
    expect(entries).toEqual(["similarity", "nearest", "similarity"]);
  });

  test("is words with their share of the question's: two words, or one that is telling", () => {
    const ranking = rank([
      { words: 5, matched: 2 },
      { words: 5, matched: 1, telling: true },
      { words: 5, matched: 1 },
      { words: 4.999, matched: 4, telling: true },
      { words: 0, matched: 2, telling: true },
    ]);
    expect(ranking.entries).toEqual(["words", "words", null, null, null]);
  });

  test("is the time the time that is asked for, where the question says little else and its words are found nowhere", () => {
    const told = [{ cosine: 0.1, at: IN_MAY }, { cosine: 0.1, at: IN_MAY + 30 * 86_400_000 }, { cosine: 0.9 }];
    const ranking = rank(told, MAY, { asked: 3 });
    expect(ranking.entries).toEqual(["time", "nearest", "similarity"]);
    expect(rank(told, MAY, { asked: 4 }).entries[0]).toBe("nearest");
    expect(rank(told, [], { asked: 3 }).entries[0]).toBe("nearest");
    expect(rank([...told, { words: 5.1, matched: 1 }], MAY, { asked: 3 }).entries[0]).toBe("nearest");
  });

  test("says by which way, similarity before words before time", () => {
    const words = { words: 6, matched: 2 };
    const ranking = rank([{ cosine: 0.3, ...words }, { cosine: 0.2, ...words }, { cosine: 0.2 }], MAY);
    expect(ranking.entries).toEqual(["similarity", "words", "nearest"]);
  });

  test("is not decided by neighbours, nor by time where the question says more: these are no evidence", () => {
    const ranking = rank(
      [
        { cosine: 0.9, at: IN_MAY, after: 1 },
        { cosine: 0.2, at: IN_MAY, before: 0, leaning: 1 },
      ],
      MAY,
    );
    expect(ranking.sums.neighbours[1]).toBeGreaterThan(0.25);
    expect(ranking.entries).toEqual(["similarity", "nearest"]);
  });

  test("is nothing by words where the model's entry is above 1", () => {
    const weights = { ...WEIGHTS, lexicalEntry: 1.1 };
    expect(rank([{ words: 10, matched: 3, telling: true }], [], { weights }).entries).toEqual([null]);
  });

  test("of an empty brain is nothing", () => {
    expect(seqsOf(rank([]))).toEqual([]);
  });
});

describe("the parts of a score", () => {
  test("are added up and multiplied by the confidence, as a decimal", () => {
    const ranking = rank(
      [
        { cosine: 0.5, confidence: 0.7, words: 8, matched: 3, at: IN_MAY, after: 1, leaning: 0.5 },
        { cosine: 0.25, words: 4, matched: 2, at: IN_MAY, before: 0, leaning: 1 },
      ],
      MAY,
    );
    const first = 0.5 + 0.4 + 0.1;
    const second = 0.25 + 0.2 + 0.1;
    expect([...ranking.sums.words]).toEqual([0.5 + 0.4, 0.25 + 0.2]);
    expect(ranking.sums.time[0]).toBeCloseTo(first, 12);
    expect(ranking.sums.neighbours[0]).toBeCloseTo(first + 0.2 * 0.5 * second, 12);
    expect(ranking.sums.neighbours[1]).toBeCloseTo(second + 0.2 * first, 12);
    expect(ranking.confidences[0]).toBe(0.7);
    expect(ranking.scores[0]).toBe(ranking.sums.neighbours[0]! * 0.7);
    expect(ranking.scores[1]).toBe(ranking.sums.neighbours[1]! * 0.5);
  });

  test("a correction goes before an ordinary turn of equal similarity", () => {
    expect(
      seqsOf(
        rank([
          { cosine: 0.6, confidence: 0.7 },
          { cosine: 0.6, confidence: 0.5 },
        ]),
      ),
    ).toEqual([10, 20]);
  });

  test("of words is measured by the best of this question", () => {
    const ranking = rank([
      { words: 9, matched: 2 },
      { words: 4.5, matched: 2 },
    ]);
    expect(ranking.sums.words[0]).toBeCloseTo(0.4, 12);
    expect(ranking.sums.words[1]).toBeCloseTo(0.2, 12);
  });

  test("of words is less where even the best holds little of what the question's words weigh", () => {
    const ranking = rank([
      { words: 1.5, matched: 1 },
      { words: 0.75, matched: 1 },
    ]);
    expect(ranking.sums.words[0]).toBeCloseTo((0.4 * 1.5) / 5, 12);
    expect(ranking.sums.words[1]).toBeCloseTo((0.4 * 0.75) / 5, 12);
  });

  test("of time is 0 without a cue, and of neighbours the better one's", () => {
    const told = [
      { cosine: 0.3, at: IN_MAY, after: 1 },
      { cosine: 0.4, at: IN_MAY, before: 0, after: 2, leaning: 1 },
      { cosine: 0.8, at: IN_MAY, before: 1 },
    ];
    const ranking = rank(told);
    expect(ranking.sums.time).toEqual(ranking.sums.words);
    expect(ranking.sums.neighbours[1]).toBeCloseTo(Math.fround(0.4) + 0.2 * Math.fround(0.8), 12);
  });

  test("without an embedding is that of words alone, whatever rows stand around it", () => {
    const ranking = rank([{ cosine: 0.9 }, { cosine: null, words: 8, matched: 2 }, { cosine: 0.8 }, { cosine: null }]);
    expect([...ranking.sums.cosine]).toEqual([Math.fround(0.9), 0, Math.fround(0.8), 0]);
    expect(seqsOf(ranking)).toEqual([10, 30, 20]);
  });

  test("knows nothing of a row that has no words: it was recorded since", () => {
    const told = [{ cosine: 0.5 }, { cosine: 0.6 }];
    const two = rank(told);
    const rows = { count: 3, seqs: Uint32Array.of(5, 10, 20), confidences: Float32Array.of(0.5, 0.5, 0.5) };
    const similarities = Float32Array.of(0.99, 0.5, 0.6);
    const words: WordMatches = {
      count: 2,
      seqs: Uint32Array.of(10, 20),
      best: 0,
      scores: new Float64Array(2),
      implied: new Float64Array(0),
      matched: new Uint16Array(2),
      telling: new Uint8Array(2),
      before: Int32Array.of(-1, -1),
      after: Int32Array.of(-1, -1),
      leaning: new Float64Array(2),
      times: new Float64Array(2),
      weight: 10,
      asked: 5,
    };
    const three = rankHybrid({ ...rows, similarities }, new HybridFormula(words, [], WEIGHTS));
    expect({ ...three, formula: null }).toEqual({ ...two, formula: null });
  });
});

describe("the order", () => {
  test("is by score, equal ones by higher seq, cut at the limit", () => {
    const ranking = rank([{ cosine: 0.5 }, { cosine: 0.5 }, { cosine: 0.9 }, { cosine: 0.5 }, { cosine: 0.3 }]);
    expect(seqsOf(ranking)).toEqual([30, 40, 20, 10, 50]);
    expect(seqsOf(ranking, 2)).toEqual([30, 40]);
    expect(seqsOf(ranking, 1)).toEqual([30]);
  });

  test("is the head of the whole order for every limit, among many equal scores", () => {
    const next = seededNumbers(61);
    const ranking = rank(Array.from({ length: 700 }, () => ({ cosine: Math.floor(next() * 30) / 30 })));
    const all = [...ranking.scores.keys()]
      .filter((at) => ranking.scores[at]! >= 0)
      .sort((a, b) => ranking.scores[b]! - ranking.scores[a]! || b - a);
    expect(all.length).toBeLessThan(700);
    for (const limit of [1, 2, 3, 8, 16, 100, 699, 700, 1_008])
      expect(bestOf(ranking, limit)).toEqual(all.slice(0, limit));
  });

  test("gives each packet one place in each step, as sorting would", () => {
    const next = seededNumbers(62);
    const told = Array.from({ length: 120 }, (_, at) => ({
      cosine: Math.floor(next() * 10) / 10,
      words: Math.floor(next() * 8),
      matched: Math.floor(next() * 4),
      at: next() < 0.3 ? IN_MAY : 0,
      before: at - 1,
      leaning: next(),
      confidence: next() < 0.2 ? 0.7 : 0.5,
    }));
    const ranking = rank(told, MAY);
    const steps = { ...ranking.sums, confidence: ranking.scores };
    for (const [step, column] of Object.entries(steps)) {
      const order = [...column.keys()].sort((a, b) => column[b]! - column[a]! || b - a);
      const ranks = [...column.keys()].map((at) => ranksOf(ranking, at)[step as keyof typeof steps]);
      expect(ranks).toEqual([...column.keys()].map((at) => order.indexOf(at) + 1));
    }
  });
});
