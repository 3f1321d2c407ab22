// Finds the turn of a token for the brain that the request selected.
import { sha256 } from "../base/sha256.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import { requireTokenOf, type TokenUse } from "../domain/token-brain.ts";
import type { PreparedTurn } from "../domain/turn.ts";

export interface TurnRequest extends TokenUse {
  readonly turnToken: string;
}

/** Throws `token_not_found`, `token_other_brain`. */
export async function findTurn(turns: TurnStore, request: TurnRequest): Promise<PreparedTurn> {
  return requireTokenOf(await turns.find(sha256(request.turnToken)), request, {
    unknown: "there is no such turn token",
    otherBrain: "this turn was prepared in another brain: send the X-Memory-User and X-Memory-Core of its /prepare",
  });
}
