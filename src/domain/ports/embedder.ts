// The port to the embedding model.
import type { Embedding, EmbeddingRole, ModelSpec } from "../model-spec.ts";

/** `interactive` work goes before `background` work; only the former is refused when the queue is full. */
export type EmbeddingLane = "interactive" | "background";

/** Whether somebody waits for a piece of background work by now: it then goes with the interactive work. */
export type IsAwaited = () => boolean;

export interface EmbedRequest {
  readonly text: string;
  readonly role: EmbeddingRole;
  readonly lane: EmbeddingLane;
  /** Of background work alone. */
  readonly isAwaited?: IsAwaited | undefined;
  /** For whom it is done; absent: for nobody in particular. */
  readonly account?: string | undefined;
  /** Aborted where nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface Embedder {
  readonly model: ModelSpec;
  /**
   * Deterministic: equal texts give equal bytes, and may be given one and the same vector, which nobody may change.
   * Throws MemoryError `overloaded` where the interactive queue is full. Interactive work is done for one account after
   * another, each in turn, however much of it one of them asks for. Where `signal` is aborted it rejects at once, and what
   * nobody else has asked for is not embedded.
   */
  embed(request: EmbedRequest): Promise<Embedding>;
}

/** An embedder that remembers texts seen lately, each account's apart; those without an account are not remembered. */
export interface RememberingEmbedder extends Embedder {
  /** To be called after a text of the account was erased, so that its embedding goes too. */
  forget(account: string): void;
}
