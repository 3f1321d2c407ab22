// What the tests of the embedder share: the model's own reference, and pools over the real model.
import { embeddedModel } from "../../src/embedding/embedded-model.ts";
import referenceJson from "../../src/embedding/model/reference.json" with { type: "json" };
import { createEmbeddingPool, type EmbeddingPool, type EmbeddingPoolOptions } from "../../src/embedding/pool.ts";

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
