// Lets go of what another process has erased: the vectors, words and turns of it that are held in memory.
import type { ErasedElsewhere } from "../domain/ports/brain-store.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import { type ForgetBrainsDeps, forgetBrains } from "./forget-brains.ts";

export interface ForgetErasedDeps extends ForgetBrainsDeps {
  readonly turns: Pick<TurnStore, "forget">;
}

export function forgetErased(deps: ForgetErasedDeps, { accounts, brains }: ErasedElsewhere): void {
  if (accounts.length === 0) return;
  for (const account of accounts) forgetBrains(deps, account, brains);
  deps.turns.forget();
}
