// Remembers the embeddings of an account's latest texts, and joins its requests for a text that is being embedded already.
// Nothing is shared among accounts: how soon one is answered would tell what another has said.
import { createHash } from "node:crypto";
import { RecentMap } from "../base/recent-map.ts";
import { clientGone } from "../domain/errors.ts";
import type { Embedding, ModelSpec } from "../domain/model-spec.ts";
import type { Embedder, EmbeddingLane, EmbedRequest, RememberingEmbedder } from "../domain/ports/embedder.ts";

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
  readonly done: RecentMap<string, Embedding>;
  readonly underWay: Readonly<Record<EmbeddingLane, Map<string, UnderWay>>>;
}

export function createEmbeddingCache(embedder: Embedder, bounds: EmbeddingCacheBounds): EmbeddingCache {
  return new AccountCaches(embedder, bounds);
}

class AccountCaches implements EmbeddingCache {
  readonly model: ModelSpec;
  readonly #shares = new Map<string, Share>();
  readonly #counts = { hits: 0, joined: 0, misses: 0 };
  #entries = 0;

  constructor(
    private readonly embedder: Embedder,
    private readonly bounds: EmbeddingCacheBounds,
  ) {
    this.model = embedder.model;
  }

  embed(request: EmbedRequest): Promise<Embedding> {
    const { account, signal } = request;
    if (account === undefined) {
      this.#counts.misses++;
      return this.embedder.embed(request);
    }
    const key = keyOf(request);
    const share = this.#shareOf(account);
    const known = share.done.get(key);
    if (known !== undefined) {
      this.#counts.hits++;
      return Promise.resolve(known);
    }
    const joined = joint(share, key, request.lane);
    if (joined !== undefined) {
      this.#counts.joined++;
      return waitFor(joined, signal);
    }
    this.#counts.misses++;
    return waitFor(this.#begin({ ...request, account }, share, key), signal);
  }

  #shareOf(account: string): Share {
    const known = this.#shares.get(account);
    if (known !== undefined) return known;
    const share: Share = { done: new RecentMap(), underWay: { interactive: new Map(), background: new Map() } };
    this.#shares.set(account, share);
    return share;
  }

  #begin(request: EmbedRequest & { readonly account: string }, share: Share, key: string): UnderWay {
    const underWay = share.underWay[request.lane];
    const unwanted = new AbortController();
    // Requests that come from then on are not served by work that is given up.
    const end = () => {
      if (underWay.get(key) === work) underWay.delete(key);
    };
    unwanted.signal.addEventListener("abort", end, { once: true });
    const made = this.embedder.embed({ ...request, signal: unwanted.signal }).then(
      (embedding) => {
        // What was begun before an erasure is not remembered after.
        if (this.#shares.get(request.account) === share) this.#remember(share, key, embedding);
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

  #remember({ done }: Share, key: string, embedding: Embedding): void {
    if (!done.has(key)) this.#entries++;
    done.set(key, embedding);
    if (done.size > this.bounds.ofAccount) this.#dropOldest(done);
    if (this.#entries > this.bounds.inAll) this.#dropOldest(largest(this.#shares.values()).done);
  }

  #dropOldest(done: Share["done"]): void {
    if (done.dropOldest()) this.#entries--;
  }

  forget(account: string): void {
    this.#entries -= this.#shares.get(account)?.done.size ?? 0;
    this.#shares.delete(account);
  }

  cacheStats(): EmbeddingCacheStats {
    return { entries: this.#entries, ...this.#counts };
  }
}

/** A text that somebody waits for must not stand in the background line: only background work joins either. */
function joint({ underWay }: Share, key: string, lane: EmbeddingLane): UnderWay | undefined {
  return underWay.interactive.get(key) ?? (lane === "background" ? underWay.background.get(key) : undefined);
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

function keyOf({ text, role }: EmbedRequest): string {
  return `${role} ${createHash("sha256").update(text).digest("base64")}`;
}
