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

export interface ForgetGoneDeps extends ForgetBrainsDeps {
  /** What waits to be done for brains. */
  readonly backlog: { forget(brain: BrainId): void };
  readonly learnSoon: { forget(brain: BrainId): void };
}

/** The same of brains that are gone with their user, core or account: their numbers are never given again. */
export function forgetGone(deps: ForgetGoneDeps, account: string, brains: readonly BrainId[]): void {
  forgetBrains(deps, account, brains);
  for (const brain of brains) {
    deps.backlog.forget(brain);
    deps.learnSoon.forget(brain);
  }
}

export interface ForgetErasedDeps extends ForgetGoneDeps {
  readonly turns: Pick<TurnStore, "forget">;
}

/** The same for what another process has erased, and the turns that are kept. */
export function forgetErased(deps: ForgetErasedDeps, { accounts, brains }: ErasedElsewhere): void {
  if (accounts.length === 0) return;
  for (const account of accounts) forgetGone(deps, account, brains);
  deps.turns.forget();
}
