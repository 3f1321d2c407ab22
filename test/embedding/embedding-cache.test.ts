import { describe, expect, test } from "bun:test";
import { DIMENSION, type Embedding } from "../../src/domain/model-spec.ts";
import type { Embedder, EmbeddingLane } from "../../src/domain/ports/embedder.ts";
import { createEmbeddingCache } from "../../src/embedding/embedding-cache.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** Answers when told to, and writes down what it was asked. */
function slowEmbedder() {
  const asked: string[] = [];
  const waiting: { resolve: (embedding: Embedding) => void; reject: (error: Error) => void }[] = [];
  const embedder: Embedder = {
    model: new WordEmbedder().model,
    embed: ({ text, role, lane }) => {
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

const ROOM = { ofAccount: 10, inAll: 40 };

function ask(cache: Embedder, text: string, lane: EmbeddingLane = "interactive", account = "acme") {
  return cache.embed({ text, role: "query", lane, account });
}

test("a text under way is embedded once for all who ask, and again known afterwards", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, ROOM);
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
  const cache = createEmbeddingCache(embedder, ROOM);
  const both = (["query", "passage"] as const).map((role) =>
    cache.embed({ text: "a", role, lane: "interactive", account: "acme" }),
  );
  answer();
  answer();
  await Promise.all(both);
  expect(asked).toHaveLength(2);
});

test("who waits does not join background work, but background work joins either", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, ROOM);
  const all = [ask(cache, "a", "background"), ask(cache, "a"), ask(cache, "a", "background")];
  expect(asked).toEqual(["a query background", "a query interactive"]);
  answer();
  answer();
  await Promise.all(all);
  expect(cache.cacheStats().joined).toBe(1);
});

test("the least recently used leaves first", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, { ofAccount: 2, inAll: 10 });
  for (const text of ["a", "b", "a", "c", "a", "b"]) {
    const work = ask(cache, text);
    answer();
    await work;
  }
  expect(asked.map((each) => each[0])).toEqual(["a", "b", "c", "b"]);
});

test("a failure is told to all who joined, and is not remembered", async () => {
  const { embedder, answer, fail } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, ROOM);
  const both = [ask(cache, "a"), ask(cache, "a")];
  fail(new Error("no"));
  for (const settled of await Promise.allSettled(both)) expect(settled.status).toBe("rejected");
  const again = ask(cache, "a");
  answer();
  expect((await again).tokens).toBe(1);
});

test("what is forgotten is embedded anew, also where it was under way meanwhile", async () => {
  const { asked, embedder, answer } = slowEmbedder();
  const cache = createEmbeddingCache(embedder, ROOM);
  const known = ask(cache, "a");
  answer();
  await known;
  const underWay = ask(cache, "b");
  cache.forget("acme");
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

describe("what one account has asked for", () => {
  test("is embedded anew for another, and so is what is under way", async () => {
    const { asked, embedder, answer } = slowEmbedder();
    const cache = createEmbeddingCache(embedder, ROOM);
    const both = [ask(cache, "a", "interactive", "acme"), ask(cache, "a", "interactive", "other")];
    expect(asked).toHaveLength(2);
    answer();
    answer();
    await Promise.all(both);
    const third = ask(cache, "a", "interactive", "third");
    expect(asked).toHaveLength(3);
    answer();
    await third;
    expect(cache.cacheStats()).toEqual({ entries: 3, hits: 0, joined: 0, misses: 3 });
  });

  test("is not told to work without an account, nor the other way about", async () => {
    const { asked, embedder, answer } = slowEmbedder();
    const cache = createEmbeddingCache(embedder, ROOM);
    const nobodys = () => cache.embed({ text: "a", role: "query", lane: "interactive" });
    const all = [ask(cache, "a"), nobodys(), nobodys()];
    for (const _ of all) answer();
    await Promise.all(all);
    const later = nobodys();
    answer();
    await later;
    expect(asked).toHaveLength(4);
    expect(cache.cacheStats().entries).toBe(1);
  });

  test("stays when another erases something, also what was under way", async () => {
    const { asked, embedder, answer } = slowEmbedder();
    const cache = createEmbeddingCache(embedder, ROOM);
    const known = ask(cache, "a");
    answer();
    await known;
    const underWay = ask(cache, "b");
    cache.forget("other");
    const joined = ask(cache, "b");
    answer();
    await Promise.all([underWay, joined]);
    for (const text of ["a", "b"]) await ask(cache, text);
    expect(asked.map((each) => each[0])).toEqual(["a", "b"]);
    expect(cache.cacheStats().entries).toBe(2);
  });

  test("stays, however much another asks for; together they have no more than their room", async () => {
    const words = new WordEmbedder();
    const cache = createEmbeddingCache(words, { ofAccount: 10, inAll: 15 });
    for (const text of ["a", "b", "c", "d", "e"]) await ask(cache, text);
    for (let at = 0; at < 100; at++) await ask(cache, `text ${at}`, "interactive", "other");
    expect(cache.cacheStats()).toMatchObject({ entries: 15, hits: 0 });
    for (const text of ["a", "b", "c", "d", "e"]) await ask(cache, text);
    expect(cache.cacheStats().hits).toBe(5);
    // A third takes from who has most.
    for (const text of ["x", "y", "z"]) await ask(cache, text, "interactive", "third");
    expect(cache.cacheStats().entries).toBe(15);
    for (const text of ["a", "b", "c", "d", "e"]) await ask(cache, text);
    expect(cache.cacheStats().hits).toBe(10);
    await ask(cache, "text 99", "interactive", "other");
    expect(cache.cacheStats().hits).toBe(11);
    await ask(cache, "text 90", "interactive", "other");
    expect(cache.cacheStats().hits).toBe(11);
  });
});
