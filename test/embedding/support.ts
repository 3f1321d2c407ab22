// What the tests of the embedder share: the model's own reference, and pools over the real model.
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import referenceJson from "../../src/embedding/model/reference.json" with { type: "json" };
import { openModelFolder } from "../../src/embedding/model-folder.ts";
import { createEmbeddingPool, type EmbeddingPool, type EmbeddingPoolOptions } from "../../src/embedding/pool.ts";

import { makeTinyModel } from "../support/tiny-model.ts";

export interface ReferenceText {
  readonly text: string;
  readonly input_ids: readonly number[];
  readonly embedding: readonly number[];
}

export const reference: readonly ReferenceText[] = referenceJson;

export const WORKER_URL = new URL("../../src/embedding/worker.ts", import.meta.url);
export const MORTAL_WORKER_URL = new URL("./fixtures/mortal-worker.ts", import.meta.url);

export function startPool(options: Partial<EmbeddingPoolOptions> = {}): EmbeddingPool {
  return createEmbeddingPool({
    model: embeddedModel(),
    workerUrl: WORKER_URL,
    workers: 1,
    queueMax: 100,
    onEvent: () => {},
    ...options,
  });
}

/** The same over a model that opens and embeds in no time, for what is not about meaning; `words` are one token. Call it at the head of a test file. */
export async function openTinyPools(words: readonly string[] = []): Promise<typeof startPool> {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-tiny-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  makeTinyModel(folder, { seed: 1, words });
  const model = await openModelFolder(folder);
  return (options) => startPool({ model, ...options });
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let aSquare = 0;
  let bSquare = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aSquare += a[i]! ** 2;
    bSquare += b[i]! ** 2;
  }
  return dot / Math.sqrt(aSquare * bSquare);
}

/** Resolves once `condition` holds; the test's own timeout ends what never does. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}
