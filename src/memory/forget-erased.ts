// Lets go of what another process has erased: the vectors, words and turns of it that are held in memory.
import type { BrainId } from "../domain/brain.ts";
import { type ForgetBrainsDeps, forgetBrains } from "../domain/forget-brains.ts";
import type { TurnStore } from "../domain/ports.ts";

export interface ForgetErasedDeps extends ForgetBrainsDeps {
  readonly turns: Pick<TurnStore, "forget">;
}

export function forgetErased(deps: ForgetErasedDeps, brains: readonly BrainId[]): void {
  if (brains.length === 0) return;
  forgetBrains(deps, brains);
  deps.turns.forget();
}
