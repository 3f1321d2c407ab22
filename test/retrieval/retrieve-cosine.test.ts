import { expect, test } from "bun:test";
import { DIMENSION } from "../../src/domain/model-spec.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { NO_STANCE } from "../../src/domain/question-stance.ts";
import { retrieveCosine } from "../../src/retrieval/retrieve-cosine.ts";
import type { RetrieveHybridDeps } from "../../src/retrieval/retrieve-hybrid.ts";
import { WordEmbedder } from "../support/word-embedder.ts";
import { type Row, someRows } from "../vectors/memory-source.ts";
import { type SeededRandom, seededRandom, unit } from "../vectors/seeded-random.ts";
import { newStore, type StoreFixture } from "../vectors/store-fixture.ts";

const { model } = new WordEmbedder();
const BRAIN = 1;
const AMPLE_BLOCKS = 64;

function packetOf({ seq, confidence }: Row): Packet {
  const rest = { unconfirmedOverwrite: false, cues: [], session: null, occurredAt: null, metadata: {}, createdAt: 0 };
  return { id: `mem_${seq}`, brain: BRAIN, seq, kind: "raw", input: `${seq}`, answer: "", confidence, ...rest };
}

/** Many rows about the query, so that thousands reach the floor and the scores of many are nearly equal. */
function rowsAbout(random: SeededRandom, query: Float32Array, count: number): Row[] {
  return someRows(random, count).map((row) => {
    const share = random.integer(3) === 0 ? 0.3 : random.next();
    return { ...row, vector: unit(row.vector.map((value, at) => value + share * query[at]!)) };
  });
}

/** Only what the words must know of a packet here: that it is there, and nothing of what it says. */
function wordsOf(seqs: readonly number[]) {
  const zeros = () => new Float64Array(seqs.length);
  const none = () => new Int32Array(seqs.length).fill(-1);
  return {
    ...{
      count: seqs.length,
      seqs: Uint32Array.from(seqs),
      scores: zeros(),
      implied: new Float64Array(0),
      best: 0,
      weight: 0,
      asked: 0,
    },
    ...{ matched: new Uint16Array(seqs.length), telling: new Uint8Array(seqs.length) },
    ...{ before: none(), after: none(), leaning: zeros().fill(1), times: zeros() },
  };
}

function depsOf({ store }: StoreFixture, rows: readonly Row[], there: readonly Row[]) {
  const bySeq = new Map(rows.map((row) => [row.seq, packetOf(row)]));
  const asked: unknown[] = [];
  const deps = {
    packets: { bySeqs: async (_: number, seqs: readonly number[]) => seqs.flatMap((seq) => bySeq.get(seq) ?? []) },
    vectors: store,
    words: {
      search: async (_: number, question: unknown) => {
        asked.push(question);
        return wordsOf(there.map(({ seq }) => seq));
      },
    },
  } as unknown as RetrieveHybridDeps;
  return { deps, asked };
}

test.each([
  ["in memory", AMPLE_BLOCKS],
  ["larger than memory", 0],
])("as of a moment it is what data of that moment alone would give, to the bit: rows %s", async (_, blocks) => {
  const random = seededRandom(99);
  for (const [count, share] of [
    [3_000, 2],
    [3_000, 100],
    [400, 1],
    [40, 4],
    [5, 1_000],
  ] as const) {
    const vector = random.unitVector(DIMENSION);
    const rows = rowsAbout(random, vector, count);
    // One of `share` was there then; of what came later, some is exactly what is asked for.
    const there = rows.filter(() => random.integer(share) === 0);
    const isThere = new Set(there);
    const all = rows.map((row) => (isThere.has(row) || random.integer(9) > 0 ? row : { ...row, vector }));
    const [whole, then] = [newStore(blocks), newStore(AMPLE_BLOCKS)];
    whole.record("packets", BRAIN, all);
    then.record("packets", BRAIN, there);
    const { deps, asked } = depsOf(whole, all, there);
    for (const limit of [1, 8, 100, 1_000]) {
      const question = {
        text: "x",
        account: "a",
        vector,
        ahead: null,
        cues: [],
        stance: NO_STANCE,
        session: null,
        scope: { asOf: 5 },
      };
      const lookup = { model, brain: BRAIN, question, limit, explain: false };
      const found = await retrieveCosine(deps, lookup);
      const ranked = then.expected("packets", BRAIN, { query: vector, limit, floor: model.similarityFloor });
      expect(found.map(({ packet, similarity, score }) => ({ seq: packet.seq, similarity, score }))).toEqual(ranked);
      const explained = await retrieveCosine(deps, { ...lookup, explain: true });
      expect(explained.map(({ packet }) => packet.seq)).toEqual(ranked.map(({ seq }) => seq));
      // Ranks count what was there alone.
      const ranks = explained.map(({ explanation }) => explanation?.ranks.cosine ?? 0);
      expect(Math.max(0, ...ranks)).toBeLessThanOrEqual(there.length);
      if (limit > there.length) expect([...ranks].sort((a, b) => a - b)).toEqual(ranks.map((_, at) => at + 1));
    }
    expect(asked).toContainEqual({ text: "", account: "a", contextWeight: 0, scope: { asOf: 5 } });
  }
});
