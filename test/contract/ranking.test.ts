// Which memory a turn gets, and in which order. The embedder of the tests makes similarities that can be counted.
import { afterAll, describe, expect, test } from "bun:test";
import { idsOf } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

/** `count` words that no other text of this file has, of the group `name`. */
function words(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
}

describe("the score of a source", () => {
  test("is the similarity times 0.5 for an ordinary turn and 0.7 for a correction", async () => {
    const { agent } = await t.account();
    const raw = await agent.remember("pear plum fig lime");
    const correction = await agent.remember("kiwi nut date yam", { correction: true });
    const [first] = (await agent.prepare("pear plum fig lime")).sources;
    expect(first?.id).toBe(raw);
    expect(first?.score).toBeCloseTo(0.5, 5);
    const [half] = (await agent.prepare("pear plum other thing")).sources;
    expect(half?.score).toBeCloseTo(0.25, 5);
    const [corrected] = (await agent.prepare("kiwi nut date yam")).sources;
    expect(corrected?.id).toBe(correction);
    expect(corrected?.score).toBeCloseTo(0.7, 5);
  });

  test("decides the order: a correction comes before an ordinary turn that is more similar", async () => {
    const { agent } = await t.account();
    const raw = await agent.remember("a b c d e f g h i x");
    const correction = await agent.remember("a b c d e f g h y z", { correction: true });
    const { sources } = await agent.prepare("a b c d e f g h i x");
    expect(sources.map((source) => source.id)).toEqual([correction, raw]);
    expect(sources[0]?.score).toBeCloseTo(0.8 * 0.7, 5);
    expect(sources[1]?.score).toBeCloseTo(0.5, 5);
  });

  test("weighs a long answer no more than the input, and a short one by its length", async () => {
    const { agent } = await t.account();
    // Input and answer share nothing: 4 words beside 1, so the answer weighs 1/4 of the input.
    await agent.turn("i1 i2 i3 i4", "okay");
    const [source] = (await agent.prepare("i1 i2 i3 i4")).sources;
    expect(source?.score).toBeCloseTo(0.5 / Math.sqrt(1 + 1 / 16), 5);
    await agent.turn("question", words("long", 64));
    const [answered] = (await agent.prepare("question")).sources;
    expect(answered?.score).toBeCloseTo(0.5 / Math.SQRT2, 5);
  });
});

describe("what is left out", () => {
  test("is below a similarity of 0.25; what reaches it is in", async () => {
    const { agent } = await t.account();
    // 4 of 16 words on both sides: 0.25 to the last bit.
    const at = await agent.remember(`${words("near", 4)} ${words("apart", 12)}`);
    const below = await agent.remember(`${words("far", 3)} ${words("remote", 13)}`);
    const found = idsOf(await agent.prepare(`${words("near", 4)} ${words("far", 3)} ${words("query", 9)}`));
    expect(found).toContain(at);
    expect(found).not.toContain(below);
  });

  test("holds for corrections too: the floor is of the similarity, not of the score", async () => {
    const { agent } = await t.account();
    await agent.remember("only0 miss1 miss2 miss3 miss4", { correction: true });
    expect(idsOf(await agent.prepare("only0 q1 q2 q3 q4"))).toEqual([]);
  });

  test("is everything after the eighth source", async () => {
    const { agent } = await t.account();
    const ids: string[] = [];
    for (let at = 0; at < 11; at += 1) ids.push(await agent.remember("the same words"));
    expect(idsOf(await agent.prepare("the same words"))).toEqual(ids.slice(3).reverse());
  });

  test("is what was erased, at once", async () => {
    const { agent } = await t.account();
    const kept = await agent.remember("stay go");
    const gone = await agent.remember("stay go");
    expect(idsOf(await agent.prepare("stay go"))).toEqual([gone, kept]);
    await agent.delete(`/memory/${gone}`);
    expect(idsOf(await agent.prepare("stay go"))).toEqual([kept]);
  });

  test("is what was erased, and it takes no place of another's", async () => {
    const { agent } = await t.account();
    const kept = await agent.remember("stay go away");
    const gone: string[] = [];
    for (let at = 0; at < 9; at += 1) gone.push(await agent.remember("stay go"));
    expect(idsOf(await agent.prepare("stay go"))).toHaveLength(8);
    for (const id of gone) await agent.delete(`/memory/${id}`);
    expect(idsOf(await agent.prepare("stay go"))).toEqual([kept]);
  });

  test("is a turn that was prepared and never recorded", async () => {
    const { agent } = await t.account();
    await agent.prepare("only prepared");
    expect((await agent.prepare("only prepared")).sources).toEqual([]);
  });
});

test("among equals the newest comes first", async () => {
  const { agent } = await t.account();
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    t.clock.advance(1_000);
    ids.push(await agent.remember("equal words"));
  }
  expect(idsOf(await agent.prepare("equal words"))).toEqual(ids.reverse());
});

test("coherence is the mean similarity of the sources weighted by confidence", async () => {
  const { agent } = await t.account();
  await agent.remember("c1 c2 c3 c4");
  await agent.remember("c1 c2 d3 d4", { correction: true });
  const { coherence, sources } = await agent.prepare("c1 c2 c3 c4");
  expect(sources).toHaveLength(2);
  expect(coherence).toBeCloseTo((1 * 0.5 + 0.5 * 0.7) / 1.2, 5);
});

test("a brain of many turns answers exactly the best of them", async () => {
  const own = await startTestService();
  try {
    const { agent } = await own.account();
    const shared = words("k", 10).split(" ");
    const turns: { id: string; overlap: number; at: number }[] = [];
    for (let at = 0; at < 60; at += 1) {
      const overlap = (at * 7) % 11;
      const text = [...shared.slice(0, overlap), words(`own${at}x`, 10 - overlap)].join(" ").trim();
      const correction = at % 5 === 0;
      const id = await agent.remember(text, { correction });
      turns.push({ id, overlap, at });
    }
    for (const asked of [10, 7, 4]) {
      const best = turns
        .map((turn) => ({ ...turn, met: Math.min(turn.overlap, asked) / Math.sqrt(10 * asked) }))
        .map((turn) => ({ ...turn, score: turn.met * (turn.at % 5 === 0 ? 0.7 : 0.5) }))
        .filter(({ met }) => met >= 0.25)
        .sort((a, b) => Math.round((b.score - a.score) * 1e5) || b.at - a.at)
        .slice(0, 8);
      const { sources } = await agent.prepare(shared.slice(0, asked).join(" "));
      expect(sources.map((source) => source.score.toFixed(4))).toEqual(best.map(({ score }) => score.toFixed(4)));
      expect(sources.map((source) => source.id)).toEqual(best.map(({ id }) => id));
    }
  } finally {
    await own.close();
  }
});
