// Remembers the embeddings of texts seen lately, and joins requests for one text that is being embedded already.
import { createHash } from "node:crypto";
import type { Embedder, EmbeddingLane, RememberingEmbedder } from "../domain/embedder.ts";
import type { Embedding, EmbeddingRole } from "../domain/model-spec.ts";

export interface EmbeddingCacheStats {
  readonly entries: number;
  readonly hits: number;
  /** Requests that joined one under way. */
  readonly joined: number;
  readonly misses: number;
}

export interface EmbeddingCache extends RememberingEmbedder {
  cacheStats(): EmbeddingCacheStats;
}

/** `entriesMax`: 1.7 kB each; with 0 nothing is remembered, and requests for one text still join. */
export function createEmbeddingCache(embedder: Embedder, entriesMax: number): EmbeddingCache {
  /** By role and SHA-256 of the text, so that no text is kept; the least recently used first. */
  const done = new Map<string, Embedding>();
  const underWay: Record<EmbeddingLane, Map<string, Promise<Embedding>>> = {
    interactive: new Map(),
    background: new Map(),
  };
  const counts = { hits: 0, joined: 0, misses: 0 };
  /** Grows with every `forget`: what was begun before is not remembered after. */
  let generation = 0;

  function remember(key: string, embedding: Embedding): void {
    done.set(key, embedding);
    const [oldest] = done.keys();
    if (done.size > entriesMax && oldest !== undefined) done.delete(oldest);
  }

  /** Who waits must not come to stand in the background line: only background work joins either. */
  function joint(key: string, lane: EmbeddingLane): Promise<Embedding> | undefined {
    return underWay.interactive.get(key) ?? (lane === "background" ? underWay.background.get(key) : undefined);
  }

  async function make(key: string, lane: EmbeddingLane, work: Promise<Embedding>): Promise<Embedding> {
    const begun = generation;
    try {
      const embedding = await work;
      if (begun === generation) remember(key, embedding);
      return embedding;
    } finally {
      if (begun === generation) underWay[lane].delete(key);
    }
  }

  return {
    model: embedder.model,

    embed(text, role, lane, isAwaited, account) {
      const key = keyOf(text, role);
      const known = done.get(key);
      if (known !== undefined) {
        done.delete(key);
        done.set(key, known);
        counts.hits++;
        return Promise.resolve(known);
      }
      const joined = joint(key, lane);
      if (joined !== undefined) {
        counts.joined++;
        return joined;
      }
      counts.misses++;
      const made = make(key, lane, embedder.embed(text, role, lane, isAwaited, account));
      underWay[lane].set(key, made);
      return made;
    },

    forget() {
      generation++;
      done.clear();
      underWay.interactive.clear();
      underWay.background.clear();
    },

    cacheStats: () => ({ entries: done.size, ...counts }),
  };
}

function keyOf(text: string, role: EmbeddingRole): string {
  return `${role} ${createHash("sha256").update(text).digest("base64")}`;
}
