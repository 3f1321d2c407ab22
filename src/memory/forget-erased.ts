// Lets go of what another process has erased: the vectors, words and turns of it that are held in memory.
import { type ForgetBrainsDeps, forgetBrains } from "../domain/forget-brains.ts";
import type { ErasedElsewhere, TurnStore } from "../domain/ports.ts";

export interface ForgetErasedDeps extends ForgetBrainsDeps {
  readonly turns: Pick<TurnStore, "forget">;
}

export function forgetErased(deps: ForgetErasedDeps, { accounts, brains }: ErasedElsewhere): void {
  if (accounts.length === 0) return;
  for (const account of accounts) forgetBrains(deps, account, brains);
  deps.turns.forget();
}
