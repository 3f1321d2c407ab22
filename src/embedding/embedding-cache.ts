// Remembers the embeddings of texts that an account has seen lately, and joins its requests for one text that is being
// embedded already. Nothing is shared among accounts: how soon one is answered would tell what another has said.
import { createHash } from "node:crypto";
import { clientGone } from "../domain/errors.ts";
import type { Embedding, EmbeddingRole } from "../domain/model-spec.ts";
import type { Embedder, EmbeddingLane, RememberingEmbedder } from "../domain/ports/embedder.ts";

export interface EmbeddingCacheStats {
  /** Of all accounts. */
  readonly entries: number;
  readonly hits: number;
  /** Requests that joined one under way. */
  readonly joined: number;
  readonly misses: number;
}

export interface EmbeddingCache extends RememberingEmbedder {
  cacheStats(): EmbeddingCacheStats;
}

export interface EmbeddingCacheBounds {
  /** Embeddings of one account, 1.7 kB each; with 0 nothing is remembered, and requests for one text still join. */
  readonly ofAccount: number;
  /** Of all accounts: beyond it, the account that has most of them loses its oldest, so that none pushes out the others. */
  readonly inAll: number;
}

/** A text that is being embedded, and those who wait for it. */
interface UnderWay {
  readonly made: Promise<Embedding>;
  waiting: number;
  /** When the last of those who wait has gone. */
  readonly unwanted: AbortController;
}

/** What one account has. By role and SHA-256 of the text, so that no text is kept. */
interface Share {
  /** The least recently used first. */
  readonly done: Map<string, Embedding>;
  readonly underWay: Readonly<Record<EmbeddingLane, Map<string, UnderWay>>>;
}

export function createEmbeddingCache(embedder: Embedder, bounds: EmbeddingCacheBounds): EmbeddingCache {
  const shares = new Map<string, Share>();
  const counts = { hits: 0, joined: 0, misses: 0 };
  let entries = 0;

  function shareOf(account: string): Share {
    const known = shares.get(account);
    if (known !== undefined) return known;
    const share: Share = { done: new Map(), underWay: { interactive: new Map(), background: new Map() } };
    shares.set(account, share);
    return share;
  }

  function remember({ done }: Share, key: string, embedding: Embedding): void {
    if (!done.has(key)) entries++;
    done.set(key, embedding);
    if (done.size > bounds.ofAccount) dropOldest(done);
    if (entries > bounds.inAll) dropOldest(largest(shares.values()).done);
  }

  function dropOldest(done: Share["done"]): void {
    const [oldest] = done.keys();
    if (oldest !== undefined && done.delete(oldest)) entries--;
  }

  /** Who waits must not come to stand in the background line: only background work joins either. */
  function joint({ underWay }: Share, key: string, lane: EmbeddingLane): UnderWay | undefined {
    return underWay.interactive.get(key) ?? (lane === "background" ? underWay.background.get(key) : undefined);
  }

  function begin(
    account: string,
    key: string,
    lane: EmbeddingLane,
    embed: (unwanted: AbortSignal) => Promise<Embedding>,
  ): UnderWay {
    const share = shareOf(account);
    const underWay = share.underWay[lane];
    const unwanted = new AbortController();
    // Whoever asks from then on is not served by work that is given up.
    const end = () => {
      if (underWay.get(key) === work) underWay.delete(key);
    };
    unwanted.signal.addEventListener("abort", end, { once: true });
    const made = embed(unwanted.signal).then(
      (embedding) => {
        // What was begun before an erasure is not remembered after.
        if (shares.get(account) === share) remember(share, key, embedding);
        end();
        return embedding;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    const work: UnderWay = { made, waiting: 0, unwanted };
    underWay.set(key, work);
    return work;
  }

  return {
    model: embedder.model,

    embed(text, role, lane, isAwaited, account, signal) {
      if (account === undefined) {
        counts.misses++;
        return embedder.embed(text, role, lane, isAwaited, account, signal);
      }
      const key = keyOf(text, role);
      const share = shareOf(account);
      const known = share.done.get(key);
      if (known !== undefined) {
        share.done.delete(key);
        share.done.set(key, known);
        counts.hits++;
        return Promise.resolve(known);
      }
      const joined = joint(share, key, lane);
      if (joined !== undefined) {
        counts.joined++;
        return waitFor(joined, signal);
      }
      counts.misses++;
      const embed = (unwanted: AbortSignal) => embedder.embed(text, role, lane, isAwaited, account, unwanted);
      return waitFor(begin(account, key, lane, embed), signal);
    },

    forget(account) {
      entries -= shares.get(account)?.done.size ?? 0;
      shares.delete(account);
    },

    cacheStats: () => ({ entries, ...counts }),
  };
}

function largest(shares: Iterable<Share>): Share {
  let most: Share | undefined;
  for (const share of shares) if (most === undefined || share.done.size > most.done.size) most = share;
  if (most === undefined) throw new Error("there is no share to take from");
  return most;
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
