// Lets go of brains that were erased, wherever they are held in memory beside the store.
import type { BrainId } from "./brain.ts";
import type { RememberingEmbedder } from "./embedder.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import type { VectorIndex } from "./vector-index.ts";

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
