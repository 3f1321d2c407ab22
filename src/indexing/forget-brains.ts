// Drops erased brains from everything that holds them in memory beside the store.
import type { BrainId } from "../domain/brain.ts";
import type { ErasedElsewhere } from "../domain/ports/brain-store.ts";
import type { RememberingEmbedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex } from "../domain/ports/lexical-index.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
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

export interface ForgetErasedDeps extends ForgetBrainsDeps {
  readonly turns: Pick<TurnStore, "forget">;
}

/** The same for what another process has erased, and the turns that are kept. */
export function forgetErased(deps: ForgetErasedDeps, { accounts, brains }: ErasedElsewhere): void {
  if (accounts.length === 0) return;
  for (const account of accounts) forgetBrains(deps, account, brains);
  deps.turns.forget();
}
