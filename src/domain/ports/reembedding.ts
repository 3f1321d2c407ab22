// What makes anew the embeddings of data that another model embedded.
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
   * Whether some of the brain's packets have no embedding of this model, and are found by their words alone. Asking
   * says that somebody uses the brain: it goes before those that nobody uses.
   */
  isUnfinished(brain: BrainId): Promise<boolean>;
  /** The same, but for what could not be embedded: nobody need wait for that. */
  isUnderWay(brain: BrainId): Promise<boolean>;
  /** Embeds these packets now, as far as another model embedded them; for few, because somebody waits. */
  renew(brain: BrainId, seqs: readonly Seq[]): Promise<void>;
  /** The same for all lessons of the brain. */
  renewLessons(brain: BrainId): Promise<void>;
}
