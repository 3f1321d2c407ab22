// What finding the changes of a pass asks of the model and of the reader.
import { expect, test } from "bun:test";
import { INTENTS, type IntentShares } from "../../src/domain/intent.ts";
import type { EmbedRequest } from "../../src/domain/ports/embedder.ts";
import { type FindChangesDeps, findChanges, findChangesOfPass, WishVectors } from "../../src/learning/find-changes.ts";
import type { Wish } from "../../src/learning/find-wishes.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

const BRAIN = { id: 1, key: { account: "default", core: "default", user: "ada" } };
const LESSON = "Answer in German.";
const SAID = "Actually, answer in English from now on.";
const ORDER = Object.fromEntries(INTENTS.map((each) => [each, each === "order" ? 1 : 0])) as IntentShares;

const WISH = {
  ...{ seq: 5, text: SAID, said: SAID, masked: SAID, before: "", rule: null, topic: null, kinds: [], shares: ORDER },
  ...{
    isConditional: false,
    isLasting: true,
    isOnce: false,
    addresses: true,
    takesBack: false,
    cue: null,
    takesBackAll: false,
    onlyTakesBack: false,
    plainEnd: null,
    contrasts: false,
  },
  ...{
    explains: false,
    asks: false,
    needsOfHousehold: false,
    pointsBack: false,
    ...{ isToldAgain: false, isListed: false, parted: null },
    ...{ stands: null, isPlain: false, saysOnlyKinds: false, isRequest: false, deniesNeed: false },
    inputShares: null,
    ownShares: null,
    classified: null,
    orders: [],
  },
} satisfies Wish;

class ListingEmbedder extends WordEmbedder {
  readonly texts: string[] = [];

  override embed(request: EmbedRequest) {
    this.texts.push(request.text);
    return super.embed(request);
  }
}

function openDeps() {
  const embedder = new ListingEmbedder();
  const read: string[] = [];
  const lesson = { seq: 9, text: LESSON, sourceLink: [] };
  const deps = {
    embedder,
    lessons: { list: async () => [lesson], bySeqs: async () => [lesson] },
    vectors: { rank: async () => [{ seq: lesson.seq, similarity: 0.5, score: 0.5 }] },
    reading: {
      readWishes: async (text: string) => {
        read.push(text);
        return [];
      },
    },
  };
  return { deps: deps as unknown as FindChangesDeps, embedder, read };
}

test("a sentence is embedded once, though it is held against the lessons and against the rules of the pass", async () => {
  const { deps, embedder } = openDeps();
  const vectors = new WishVectors();
  const rule = { text: "Answer in French.", seqs: [2], kinds: [], topic: null, wish: null };
  await findChanges(deps, BRAIN, [WISH], { after: 0, vectors, live: [], now: 1 });
  await findChangesOfPass(deps, BRAIN, [WISH], { after: 0, vectors, rules: [rule] });
  expect(embedder.texts.filter((text) => text === SAID)).toHaveLength(1);
  expect(embedder.texts).toContain("Answer in French.");
});

test("what a live lesson is about is read once", async () => {
  const { deps, read } = openDeps();
  const live = [{ seq: 9, text: LESSON, kinds: [], topic: null }];
  await findChanges(deps, BRAIN, [WISH], { after: 0, vectors: new WishVectors(), live, now: 1 });
  expect(read).toEqual([]);
  await findChanges(deps, BRAIN, [WISH], { after: 0, vectors: new WishVectors(), live: [], now: 1 });
  expect(read).toHaveLength(1);
});
