import { expect, test } from "bun:test";
import { peaksOf } from "../../src/base/peaks.ts";
import { DIMENSION, type ModelSpec } from "../../src/domain/model-spec.ts";
import { CONFIDENCE, type Packet } from "../../src/domain/packet.ts";
import type { WordMatches } from "../../src/domain/ports/lexical-index.ts";
import type { AddedColumn, ComparedRows, EstimatedRows } from "../../src/domain/ports/vector-index.ts";
import { NO_STANCE } from "../../src/domain/question-stance.ts";
import type { TimeCue } from "../../src/domain/time-cue.ts";
import { type RetrieveHybridDeps, retrieveHybrid } from "../../src/retrieval/retrieve-hybrid.ts";
import { WordEmbedder } from "../support/word-embedder.ts";
import { type SeededRandom, seededRandom } from "../vectors/seeded-random.ts";

const MODEL: ModelSpec = new WordEmbedder().model;
const QUESTION = {
  text: "question",
  account: "tester",
  vector: new Float32Array(DIMENSION),
  ahead: null,
  cues: [],
  stance: NO_STANCE,
  session: null,
};
const LOOKUP = { model: MODEL, brain: 1, question: QUESTION, limit: 8, explain: false };
/** Of all times below a third, somewhat also the next third. */
const CUES: readonly TimeCue[] = [{ kind: "range", from: 0, to: 300 }];

interface Memory {
  readonly exact: ComparedRows;
  readonly estimated: EstimatedRows;
  readonly words: WordMatches;
  /** Of every packet, by seq - 1. */
  readonly similarities: Float32Array;
  readonly confidences: Float32Array;
}

/**
 * Cosines about the floor and far from it, words for some, neighbours for most, estimates off by up to `error`. `missing`:
 * some packets have no embedding.
 */
function someMemory(random: SeededRandom, count: number, error: number, missing = false): Memory {
  const seqs = Uint32Array.from({ length: count }, (_, at) => at + 1);
  const near = () =>
    random.integer(3) === 0 ? 0.25 + (random.integer(2_001) - 1_000) / 100_000 : random.integer(600) / 1_000;
  const similarities = Float32Array.from(seqs, near);
  const confidences = Float32Array.from(seqs, () => [0.15, 0.5, 0.7][random.integer(3)]!);
  const errors = Float32Array.from(seqs, () => (random.integer(10) === 0 ? 0 : error));
  const estimates = similarities.map((similarity, at) =>
    Math.max(0, similarity + (errors[at]! * (random.integer(1_999) - 999)) / 1_000),
  );
  /** Whether a packet follows the one before it in one session. */
  const follows = Array.from(seqs, (_, at) => at > 0 && random.integer(3) > 0);
  const scores = Float64Array.from(seqs, () => (random.integer(4) === 0 ? random.integer(100) / 10 : 0));
  const words: WordMatches = {
    count,
    seqs,
    best: Math.max(...scores),
    scores,
    implied: random.integer(2) === 0 ? new Float64Array(0) : Float64Array.from(seqs, () => random.integer(3) / 2),
    matched: Uint16Array.from(seqs, () => random.integer(3)),
    telling: Uint8Array.from(seqs, () => random.integer(2)),
    before: Int32Array.from(seqs, (_, at) => (follows[at] ? at - 1 : -1)),
    after: Int32Array.from(seqs, (_, at) => (follows[at + 1] ? at + 1 : -1)),
    leaning: Float64Array.from(seqs, () => random.integer(11) / 10),
    times: Float64Array.from(seqs, () => random.integer(1_000)),
    weight: random.integer(2) === 0 ? 10 : 60,
    asked: random.integer(6),
  };
  const kept = missing ? seqs.filter(() => random.integer(10) > 0) : seqs;
  const column = (values: Float32Array) => Float32Array.from(kept, (seq) => values[seq - 1]!);
  const exact = column(similarities);
  const estimated = column(estimates);
  const offBy = column(errors);
  const common = { count: kept.length, seqs: kept, confidences: column(confidences) };
  const refine = (rows: ArrayLike<number>) => {
    for (const at of Array.from(rows)) {
      estimated[at] = (2 * exact[at]! + estimated[at]!) / 3;
      offBy[at]! /= 2;
    }
  };
  const greatest = { greatestError: Math.max(0, ...offBy), greatestConfidence: Math.max(0, ...common.confidences) };
  return {
    exact: { ...common, similarities: exact },
    estimated: { ...common, similarities: estimated, errors: offBy, ...greatest, peaks: null, refine },
    words,
    similarities,
    confidences: confidences.map((confidence, at) => (kept.includes(at + 1) ? confidence : CONFIDENCE.raw)),
  };
}

function packetOf(seq: number, confidence: number): Packet {
  const rest = { unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, metadata: {}, createdAt: 0 };
  return { id: `mem_${seq}`, brain: 1, seq, kind: "raw", input: `${seq}`, answer: "", confidence, ...rest };
}

type Use = (rows: EstimatedRows) => unknown;

function depsOf({ exact, estimated, words, similarities, confidences }: Memory) {
  const read: number[] = [];
  const deps = {
    packets: {
      bySeqs: async (_: number, seqs: readonly number[]) =>
        seqs.map((seq) => packetOf(seq, Math.round(confidences[seq - 1]! * 100) / 100)),
    },
    vectors: {
      estimateAll: async (_set: string, _brain: number, _query: Float32Array, added: AddedColumn, use: Use) => {
        const areSame =
          added.seqs.length === estimated.count && added.seqs.every((seq, at) => seq === estimated.seqs[at]);
        return use({ ...estimated, peaks: areSame ? peaksOf(estimated.similarities, added.values) : null });
      },
      compareAll: async () => exact,
      compare: async (_set: string, _brain: number, seqs: readonly number[]) => {
        read.push(seqs.length);
        const there = new Set(exact.seqs);
        const vector = new Float32Array(DIMENSION);
        return seqs.map((seq) => (there.has(seq) ? { similarity: similarities[seq - 1]!, vector } : null));
      },
    },
    words: { search: async () => words, statementWords: async () => new Set<string>() },
  } as unknown as RetrieveHybridDeps;
  return { deps, read };
}

test.each([
  ["", false, []],
  [", where the question names a time", false, CUES],
  [", where packets have no embedding", true, []],
  [", where both is so", true, CUES],
] as const)(
  "estimates bring back what exact cosines do, to the bit, whatever they are off by%s",
  async (_, missing, cues) => {
    const random = seededRandom(4711);
    for (let round = 0; round < 300; round++) {
      const error = [0, 0.001, 0.01, 0.1][random.integer(4)]!;
      const { deps } = depsOf(someMemory(random, 1 + random.integer(400), error, missing));
      const limit = 1 + random.integer(60);
      const stance = {
        ...NO_STANCE,
        isPersonal: random.integer(2) === 0,
        asksForAdvice: random.integer(3) === 0,
        asksForNow: random.integer(2) === 0,
      };
      const question = { ...QUESTION, cues, stance };
      const [quick, exact] = await Promise.all([
        retrieveHybrid(deps, { ...LOOKUP, question, limit }),
        retrieveHybrid(deps, { ...LOOKUP, question, limit, explain: true }),
      ]);
      expect(quick.map(({ packet, score, similarity }) => ({ seq: packet.seq, score, similarity }))).toEqual(
        exact.map(({ packet, score, similarity }) => ({ seq: packet.seq, score, similarity })),
      );
    }
  },
);

test("few rows are read where the estimates are good", async () => {
  const { deps, read } = depsOf(someMemory(seededRandom(5), 10_000, 0.001));
  await retrieveHybrid(deps, LOOKUP);
  expect(read[0]).toBeLessThan(250);
});

test("where nothing is near, nothing is looked at closer or read", async () => {
  const memory = someMemory(seededRandom(6), 10_000, 0.001);
  memory.estimated.similarities.fill(0.1);
  memory.words.scores.fill(0);
  const closer: number[] = [];
  const refine = (rows: ArrayLike<number>) => void closer.push(rows.length);
  const { deps, read } = depsOf({ ...memory, estimated: { ...memory.estimated, refine } });
  expect(await retrieveHybrid(deps, LOOKUP)).toEqual([]);
  expect([closer, read]).toEqual([[], [0]]);
});
