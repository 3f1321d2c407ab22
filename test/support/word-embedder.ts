// An embedder whose similarities a test can count by hand: shared words, and nothing else.
import { DIMENSION, type Embedding, type ModelSpec } from "../../src/domain/model-spec.ts";
import type { Embedder, EmbeddingLane, EmbedRequest } from "../../src/domain/ports/embedder.ts";
import modelJson from "../../src/embedding/model/model.json" with { type: "json" };
import { parseModelSpec } from "../../src/embedding/model-folder.ts";

/** Says which error a text meets instead of an embedding; null: none. */
export type EmbeddingFault = (text: string, lane: EmbeddingLane) => Error | null;

/**
 * Each word has a direction of its own, the first 384 of them at right angles: of two texts with a and b different
 * words and s in common, the cosine is s / sqrt(a x b). Tokens are words. Case and punctuation do not count.
 */
export class WordEmbedder implements Embedder {
  readonly model: ModelSpec = parseModelSpec(modelJson, "model.json");
  fault: EmbeddingFault | null = null;
  readonly #directions = new Map<string, number>();
  #backgroundOpen: Promise<void> = Promise.resolve();

  async embed({ text, lane }: EmbedRequest): Promise<Embedding> {
    if (lane === "background") await this.#backgroundOpen;
    const error = this.fault?.(text, lane) ?? null;
    if (error !== null) throw error;
    const words = wordsOf(text);
    return { vector: this.#vectorOf(new Set(words)), tokens: words.length };
  }

  /** Keeps packets from being embedded until the returned function is called. */
  holdBackground(): () => void {
    const gate = Promise.withResolvers<void>();
    this.#backgroundOpen = gate.promise;
    return gate.resolve;
  }

  #vectorOf(words: ReadonlySet<string>): Float32Array {
    const counts = new Float32Array(DIMENSION);
    for (const word of words) {
      const direction = this.#directions.get(word) ?? this.#directions.size % DIMENSION;
      this.#directions.set(word, direction);
      counts[direction] = (counts[direction] ?? 0) + 1;
    }
    const norm = Math.sqrt(counts.reduce((sum, value) => sum + value * value, 0));
    return counts.map((value) => value / norm);
  }
}

/** A text without a single word is one word as a whole. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
}
