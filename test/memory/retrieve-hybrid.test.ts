import { expect, test } from "bun:test";
import type { WordMatches } from "../../src/domain/lexical-index.ts";
import { DIMENSION, type ModelSpec } from "../../src/domain/model-spec.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { ComparedRows, EstimatedRows } from "../../src/domain/vector-index.ts";
import { type RetrieveHybridDeps, retrieveHybrid } from "../../src/memory/retrieve-hybrid.ts";
import { WordEmbedder } from "../support/word-embedder.ts";
import { type SeededRandom, seededRandom } from "../vectors/seeded-random.ts";

const MODEL: ModelSpec = new WordEmbedder().model;
const QUESTION = { text: "question", vector: new Float32Array(DIMENSION), words: null, cues: [] };

interface Memory {
  readonly exact: ComparedRows;
  readonly estimated: EstimatedRows;
  readonly words: WordMatches;
}

/** Cosines about the floor and far from it, words for some, neighbours for most, estimates off by up to `error`. */
function someMemory(random: SeededRandom, count: number, error: number): Memory {
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
    matched: Uint16Array.from(seqs, () => random.integer(3)),
    telling: Uint8Array.from(seqs, () => random.integer(2)),
    before: Int32Array.from(seqs, (_, at) => (follows[at] ? at - 1 : -1)),
    after: Int32Array.from(seqs, (_, at) => (follows[at + 1] ? at + 1 : -1)),
    leaning: Float64Array.from(seqs, () => random.integer(11) / 10),
    times: new Float64Array(count),
    weight: 10,
    asked: 4,
  };
  const refine = (rows: ArrayLike<number>) => {
    for (const at of Array.from(rows)) {
      estimates[at] = (2 * similarities[at]! + estimates[at]!) / 3;
      errors[at]! /= 2;
    }
  };
  const greatest = { greatestError: Math.max(...errors), greatestConfidence: Math.max(...confidences) };
  return {
    exact: { count, seqs, similarities, confidences },
    estimated: { count, seqs, similarities: estimates, errors, confidences, ...greatest, refine },
    words,
  };
}

function packetOf(seq: number, confidence: number): Packet {
  const rest = { unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, createdAt: 0 };
  return { id: `mem_${seq}`, brain: 1, seq, kind: "raw", input: `${seq}`, answer: "", confidence, ...rest };
}

function depsOf({ exact, estimated, words }: Memory) {
  const read: number[] = [];
  const deps = {
    packets: {
      bySeqs: async (_: number, seqs: readonly number[]) =>
        seqs.map((seq) => packetOf(seq, Math.round(exact.confidences[seq - 1]! * 100) / 100)),
    },
    vectors: {
      estimateAll: async (_set: string, _brain: number, _query: Float32Array, use: (rows: EstimatedRows) => unknown) =>
        use(estimated),
      compareAll: async () => exact,
      compare: async (_set: string, _brain: number, seqs: readonly number[]) => {
        read.push(seqs.length);
        return seqs.map((seq) => ({ similarity: exact.similarities[seq - 1]!, vector: new Float32Array(DIMENSION) }));
      },
    },
    words: { search: async () => words, statementWords: () => new Set<string>() },
  } as unknown as RetrieveHybridDeps;
  return { deps, read };
}

test("estimates bring back what exact cosines bring back, to the bit, whatever they are off by", async () => {
  const random = seededRandom(4711);
  for (let round = 0; round < 300; round++) {
    const memory = someMemory(random, 1 + random.integer(400), [0, 0.001, 0.01, 0.1][random.integer(4)]!);
    const { deps } = depsOf(memory);
    const limit = 1 + random.integer(60);
    const [quick, exact] = await Promise.all([
      retrieveHybrid(deps, MODEL, 1, QUESTION, limit, false),
      retrieveHybrid(deps, MODEL, 1, QUESTION, limit, true),
    ]);
    expect(quick.map(({ packet, score, similarity }) => ({ seq: packet.seq, score, similarity }))).toEqual(
      exact.map(({ packet, score, similarity }) => ({ seq: packet.seq, score, similarity })),
    );
  }
});

test("few rows are read where the estimates are good", async () => {
  const { deps, read } = depsOf(someMemory(seededRandom(5), 10_000, 0.001));
  await retrieveHybrid(deps, MODEL, 1, QUESTION, 8, false);
  expect(read[0]).toBeLessThan(250);
});
