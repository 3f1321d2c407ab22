// The port to the embedding model.
import type { Embedding, EmbeddingRole, ModelSpec } from "../model-spec.ts";

/** `interactive` work goes before `background` work; only the former is refused when the queue is full. */
export type EmbeddingLane = "interactive" | "background";

/** Whether somebody waits for a piece of background work by now: it then goes with the interactive work. */
export type IsAwaited = () => boolean;

export interface Embedder {
  readonly model: ModelSpec;
  /**
   * Deterministic: equal texts give equal bytes, and may be given one and the same vector, which nobody may change.
   * Throws MemoryError `overloaded` where the interactive queue is full. Interactive work is done for one account after
   * another, each in turn, however much of it one of them asks for. Where `signal` is aborted nobody waits any more: it
   * rejects at once, and what nobody else has asked for is not embedded.
   */
  embed(
    text: string,
    role: EmbeddingRole,
    lane: EmbeddingLane,
    isAwaited?: IsAwaited,
    account?: string,
    signal?: AbortSignal,
  ): Promise<Embedding>;
}

/** An embedder that remembers texts seen lately, for each account those of its own; work without an account is not. */
export interface RememberingEmbedder extends Embedder {
  /** Whoever erases a text of the account calls this, so that its embedding goes with it. */
  forget(account: string): void;
}
