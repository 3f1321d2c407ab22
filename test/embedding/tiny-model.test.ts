// The models that tests make of a few weights are taken like others, and tell words apart.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedder } from "../../src/embedding/open-embedder.ts";
import type { EmbeddingPool } from "../../src/embedding/pool.ts";
import { makeTinyModel } from "../support/tiny-model.ts";
import { cosine, WORKER_URL } from "./support.ts";

const WORDS = ["green", "tea", "black", "coffee"];
const folder = mkdtempSync(join(tmpdir(), "memoryd-tiny-"));
let embedder: EmbeddingPool;

beforeAll(async () => {
  makeTinyModel(folder, { seed: 1, words: WORDS, spec: { query_prefix: "query: ", passage_prefix: "" } });
  embedder = await openEmbedder(folder, { workerUrl: WORKER_URL, workers: 1, queueMax: 9, onEvent: () => {} });
});
afterAll(async () => {
  await embedder.close();
  rmSync(folder, { recursive: true });
});

async function embed(text: string): Promise<Float32Array> {
  return (await embedder.embed({ text, role: "passage", lane: "interactive" })).vector;
}

test("a text is the sum of its words, of length 1", async () => {
  const tea = await embed("green tea");
  expect(cosine(tea, tea)).toBeCloseTo(1, 6);
  expect(Math.hypot(...tea)).toBeCloseTo(1, 5);
  expect(cosine(tea, await embed("Tea GREEN"))).toBeGreaterThan(0.99);
  expect(Math.abs(cosine(tea, await embed("black coffee")))).toBeLessThan(0.2);
  expect(embedder.model.id).toBe("tiny-1");
});

test("a text without a word has an embedding too", async () => {
  expect(Math.hypot(...(await embed("")))).toBeCloseTo(1, 5);
});

test("words that it was not given are spelt out", async () => {
  expect(Math.hypot(...(await embed("zebra 42!")))).toBeCloseTo(1, 5);
});
