import { expect, test } from "bun:test";
import type { Embedder, EmbeddingLane } from "../../src/domain/embedder.ts";
import { DIMENSION, type Embedding } from "../../src/domain/model-spec.ts";
import { createEmbeddingCache } from "../../src/embedding/embedding-cache.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** Answers when told to, and writes down what it was asked. */
function slowEmbedder() {
  const asked: string[] = [];
  const waiting: { resolve: (embedding: Embedding) => void; reject: (error: Error) => void }[] = [];
  const embedder: Embedder = {
    model: new WordEmbedder().model,
    embed: (text, role, lane) => {
      asked.push(`${text} ${role} ${lane}`);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
  const embedding = (): Embedding => ({ vector: new Float32Array(DIMENSION), tokens: 1 });
  return {
    asked,
    embedder,
    answer: () => waiting.shift()?.resolve(embedding()),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}

function ask(cache: Embedder, text: string, lane: EmbeddingLane = "interactive") {
  return cache.embed(text, "query", lane);
}

test("a text under way is embedded once for all who ask, and again known afterwards", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 10);
  const both = [ask(cache, "a"), ask(cache, "a")];
  answer();
  const [first, second] = await Promise.all(both);
  expect(first).toBe(second!);
  expect(await ask(cache, "a")).toBe(first!);
  expect(asked).toEqual(["a query interactive"]);
  expect(cache.cacheStats()).toEqual({ entries: 1, hits: 1, joined: 1, misses: 1 });
});

test("the two roles of a text are two embeddings", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 10);
  const both = [cache.embed("a", "query", "interactive"), cache.embed("a", "passage", "interactive")];
  answer();
  answer();
  await Promise.all(both);
  expect(asked).toHaveLength(2);
});

test("who waits does not join background work, but background work joins either", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 10);
  const all = [ask(cache, "a", "background"), ask(cache, "a"), ask(cache, "a", "background")];
  expect(asked).toEqual(["a query background", "a query interactive"]);
  answer();
  answer();
  await Promise.all(all);
  expect(cache.cacheStats().joined).toBe(1);
});

test("the least recently used leaves first", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 2);
  for (const text of ["a", "b", "a", "c", "a", "b"]) {
    const work = ask(cache, text);
    answer();
    await work;
  }
  expect(asked.map((each) => each[0])).toEqual(["a", "b", "c", "b"]);
});

test("a failure is told to all who joined, and is not remembered", async () => {
  const { embedder, answer, fail } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 10);
  const both = [ask(cache, "a"), ask(cache, "a")];
  fail(new Error("no"));
  for (const settled of await Promise.allSettled(both)) expect(settled.status).toBe("rejected");
  const again = ask(cache, "a");
  answer();
  expect((await again).tokens).toBe(1);
});

test("what is forgotten is embedded anew, also where it was under way meanwhile", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, 10);
  const known = ask(cache, "a");
  answer();
  await known;
  const underWay = ask(cache, "b");
  cache.forget();
  answer();
  await underWay;
  expect(cache.cacheStats().entries).toBe(0);
  for (const text of ["a", "b"]) {
    const work = ask(cache, text);
    answer();
    await work;
  }
  expect(asked.map((each) => each[0])).toEqual(["a", "b", "a", "b"]);
});
