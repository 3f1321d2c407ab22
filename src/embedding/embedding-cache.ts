// Remembers the embeddings of texts seen lately, and joins requests for one text that is being embedded already.
import { createHash } from "node:crypto";
import type { Embedder, EmbeddingLane, RememberingEmbedder } from "../domain/embedder.ts";
import { clientGone } from "../domain/errors.ts";
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

/** A text that is being embedded, and those who wait for it. */
interface UnderWay {
  readonly made: Promise<Embedding>;
  waiting: number;
  /** When the last of those who wait has gone. */
  readonly unwanted: AbortController;
}

/** `entriesMax`: 1.7 kB each; with 0 nothing is remembered, and requests for one text still join. */
export function createEmbeddingCache(embedder: Embedder, entriesMax: number): EmbeddingCache {
  /** By role and SHA-256 of the text, so that no text is kept; the least recently used first. */
  const done = new Map<string, Embedding>();
  const underWay: Record<EmbeddingLane, Map<string, UnderWay>> = {
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
  function joint(key: string, lane: EmbeddingLane): UnderWay | undefined {
    return underWay.interactive.get(key) ?? (lane === "background" ? underWay.background.get(key) : undefined);
  }

  function begin(key: string, lane: EmbeddingLane, embed: (unwanted: AbortSignal) => Promise<Embedding>): UnderWay {
    const begun = generation;
    const unwanted = new AbortController();
    // Whoever asks from then on is not served by work that is given up.
    const end = () => {
      if (underWay[lane].get(key) === work) underWay[lane].delete(key);
    };
    unwanted.signal.addEventListener("abort", end, { once: true });
    const made = embed(unwanted.signal).then(
      (embedding) => {
        if (begun === generation) remember(key, embedding);
        end();
        return embedding;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    const work: UnderWay = { made, waiting: 0, unwanted };
    underWay[lane].set(key, work);
    return work;
  }

  return {
    model: embedder.model,

    embed(text, role, lane, isAwaited, account, signal) {
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
        return waitFor(joined, signal);
      }
      counts.misses++;
      const begun = begin(key, lane, (unwanted) => embedder.embed(text, role, lane, isAwaited, account, unwanted));
      return waitFor(begun, signal);
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

function waitFor(work: UnderWay, signal: AbortSignal | undefined): Promise<Embedding> {
  work.waiting++;
  if (signal === undefined) return work.made;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(clientGone());
      work.waiting--;
      if (work.waiting === 0) work.unwanted.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    const stay = () => signal.removeEventListener("abort", leave);
    work.made.then(resolve, reject).finally(stay);
  });
}

function keyOf(text: string, role: EmbeddingRole): string {
  return `${role} ${createHash("sha256").update(text).digest("base64")}`;
}
