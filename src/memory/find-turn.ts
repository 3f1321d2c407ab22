// Finds the turn of a token for the brain that the request selected.
import { type BrainKey, sameBrain } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import { type KeyIdentity, keyReaches } from "../domain/key.ts";
import type { TurnStore } from "../domain/ports.ts";
import type { PreparedTurn } from "../domain/turn.ts";
import { sha256 } from "./sha256.ts";

export interface TurnRequest {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey;
  readonly turnToken: string;
}

/**
 * Throws `token_not_found` for a token that this key could use under no headers, as for one that never was, and
 * `token_other_brain` for one that it could use under others.
 */
export async function findTurn(turns: TurnStore, request: TurnRequest): Promise<PreparedTurn> {
  const turn = await turns.find(sha256(request.turnToken));
  if (turn === null || !keyReaches(request.identity, turn.brain.key)) {
    throw new MemoryError("token_not_found", "there is no such turn token");
  }
  if (!sameBrain(turn.brain.key, request.brain)) {
    throw new MemoryError(
      "token_other_brain",
      "this turn was prepared in another brain: send the X-Memory-User and X-Memory-Core of its /prepare",
    );
  }
  return turn;
}
