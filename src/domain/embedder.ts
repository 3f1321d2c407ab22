// The port to the embedding model.
import type { Embedding, EmbeddingRole, ModelSpec } from "./model-spec.ts";

/** `interactive` work goes before `background` work; only the former is refused when the queue is full. */
export type EmbeddingLane = "interactive" | "background";

export interface Embedder {
  readonly model: ModelSpec;
  /** Deterministic: equal texts give equal bytes. Throws MemoryError `overloaded` where the interactive queue is full. */
  embed(text: string, role: EmbeddingRole, lane: EmbeddingLane): Promise<Embedding>;
}
