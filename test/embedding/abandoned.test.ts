import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { DIMENSION, type Embedding } from "../../src/domain/model-spec.ts";
import type { Embedder } from "../../src/domain/ports/embedder.ts";
import { createEmbeddingCache } from "../../src/embedding/embedding-cache.ts";
import { WordEmbedder } from "../support/word-embedder.ts";
import { startPool, until } from "./support.ts";

setDefaultTimeout(120_000);

const LONG = "My sister moved to Lisbon in May, and she likes the light there. ".repeat(200);

const pool = startPool({ workers: 1, queueMax: 8 });
afterAll(() => pool.close());

async function failureOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: unknown) => (error as Error).message,
  );
}

test("a text whose client has gone gives its place in the queue free at once, and is not embedded", async () => {
  await pool.ready;
  const gone = new AbortController();
  const texts = Array.from({ length: 8 }, (_, at) => `${at} ${LONG}`);
  const abandoned = texts.map((text) =>
    failureOf(pool.embed({ text, role: "query", lane: "interactive", account: "a", signal: gone.signal })),
  );
  expect(await failureOf(pool.embed({ text: "refused", role: "query", lane: "interactive", account: "a" }))).toContain(
    "Too many texts",
  );
  gone.abort();
  expect(pool.stats().interactive).toBe(0);
  expect(new Set(await Promise.all(abandoned))).toEqual(new Set(["The client went away before it was answered."]));
  await pool.embed({ text: "served", role: "query", lane: "interactive", account: "a" });
  // A window or two of the first were under way.
  expect(pool.stats().windows).toBeLessThan(20);
  expect(pool.stats().texts).toBe(1);
});

test("what was begun for somebody who has gone by then is never begun", async () => {
  const before = pool.stats();
  const signal = AbortSignal.abort();
  expect(
    await failureOf(pool.embed({ text: "late", role: "query", lane: "interactive", account: "a", signal })),
  ).toContain("went away");
  expect(pool.stats()).toEqual(before);
});

function slowEmbedder() {
  const asked: { readonly signal: AbortSignal | undefined; readonly resolve: (embedding: Embedding) => void }[] = [];
  const embedder: Embedder = {
    model: new WordEmbedder().model,
    embed: ({ signal }) => new Promise((resolve) => void asked.push({ signal, resolve })),
  };
  return { asked, cache: createEmbeddingCache(embedder, { ofAccount: 10, inAll: 10 }) };
}

test("a text that several wait for is given up when the last of them has gone", async () => {
  const { asked, cache } = slowEmbedder();
  const clients = [new AbortController(), new AbortController()];
  const both = clients.map(({ signal }) =>
    failureOf(cache.embed({ text: "a", role: "query", lane: "interactive", account: "", signal })),
  );
  clients[0]?.abort();
  expect(await both[0]).toContain("went away");
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false]);
  clients[1]?.abort();
  expect(await both[1]).toContain("went away");
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true]);
});

test("whoever cannot go away keeps a text going for the others", async () => {
  const { asked, cache } = slowEmbedder();
  const client = new AbortController();
  const own = cache.embed({ text: "a", role: "query", lane: "interactive", account: "" });
  const other = failureOf(
    cache.embed({ text: "a", role: "query", lane: "interactive", account: "", signal: client.signal }),
  );
  client.abort();
  expect(await other).toContain("went away");
  asked[0]?.resolve({ vector: new Float32Array(DIMENSION), tokens: 7 });
  expect((await own).tokens).toBe(7);
});

test("a text that was given up is embedded anew for who asks next, and its end does not disturb that", async () => {
  const { asked, cache } = slowEmbedder();
  const client = new AbortController();
  const first = failureOf(
    cache.embed({ text: "a", role: "query", lane: "interactive", account: "", signal: client.signal }),
  );
  client.abort();
  await first;
  const second = cache.embed({ text: "a", role: "query", lane: "interactive", account: "" });
  expect(asked).toHaveLength(2);
  asked[0]?.resolve({ vector: new Float32Array(DIMENSION), tokens: 1 });
  await Bun.sleep(0);
  const third = cache.embed({ text: "a", role: "query", lane: "interactive", account: "" });
  asked[1]?.resolve({ vector: new Float32Array(DIMENSION), tokens: 2 });
  await Promise.all([second, third]);
  await until(() => cache.cacheStats().entries === 1);
  expect(asked).toHaveLength(2);
});
