// Lets go of what another process has erased: the vectors, words and turns of it that are held in memory.
import type { BrainId } from "../domain/brain.ts";
import type { RememberingEmbedder } from "../domain/embedder.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { TurnStore } from "../domain/ports.ts";
import type { VectorIndex } from "../domain/vector-index.ts";

export interface ForgetErasedDeps {
  readonly vectors: Pick<VectorIndex, "forget">;
  readonly words: Pick<LexicalIndex, "forget">;
  readonly embedder: Pick<RememberingEmbedder, "forget">;
  readonly turns: Pick<TurnStore, "forget">;
}

export function forgetErased(deps: ForgetErasedDeps, brains: readonly BrainId[]): void {
  if (brains.length === 0) return;
  for (const brain of brains) {
    deps.vectors.forget(brain);
    deps.words.forget(brain);
  }
  deps.embedder.forget();
  deps.turns.forget();
}
