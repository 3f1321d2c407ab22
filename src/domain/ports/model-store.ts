// Which model the stored embeddings were made with.
import type { Doer } from "../audit.ts";

/** Which model the stored embeddings were made with. */
export interface ModelStore {
  current(): Promise<{ id: string; sha256: string } | null>;
  /**
   * Makes it the one, at once however much data there is: what others made is not read from then on, and is made anew
   * by whoever calls `StaleStore`.
   */
  adopt(model: { id: string; sha256: string }, by?: Doer): Promise<void>;
  /** From now on only what this model made is read here; nothing is written. */
  readAs(model: { sha256: string }): Promise<void>;
}
