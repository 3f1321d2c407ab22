// The port to what replaces the embeddings of another model.
import type { BrainId } from "../brain.ts";
import type { Seq } from "../packet.ts";

/** Packets in all, and those that this model has embedded. */
export interface ReembeddingProgress {
  readonly total: number;
  readonly done: number;
}

export interface Reembedding {
  /** null where nothing of another model is left. */
  progress(): ReembeddingProgress | null;
  /**
   * Whether some of the brain's packets have no embedding of this model, and are found by their words alone. A brain that
   * is asked about is in use, and is re-embedded before the others.
   */
  isUnfinished(brain: BrainId): Promise<boolean>;
  /** The same, but packets that could not be embedded do not count: nobody need wait for them. */
  isUnderWay(brain: BrainId): Promise<boolean>;
  /** Embeds now those of these packets that have another model's embedding. For few: a request waits for it. */
  renew(brain: BrainId, seqs: readonly Seq[]): Promise<void>;
  /** The same for all lessons of the brain. */
  renewLessons(brain: BrainId): Promise<void>;
}
