// Lets go of brains that were erased, wherever they are held in memory beside the store.
import type { BrainId } from "../domain/brain.ts";
import type { RememberingEmbedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";

export interface ForgetBrainsDeps {
  readonly vectors: Pick<VectorIndex, "forget">;
  readonly words: Pick<LexicalIndex, "forget" | "forgetTexts">;
  readonly embedder: Pick<RememberingEmbedder, "forget">;
}

/** Brains of one account. */
export function forgetBrains(deps: ForgetBrainsDeps, account: string, brains: readonly BrainId[]): void {
  for (const brain of brains) {
    deps.vectors.forget(brain);
    deps.words.forget(brain);
  }
  deps.words.forgetTexts(account);
  deps.embedder.forget(account);
}
