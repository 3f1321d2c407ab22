// Shows what a turn would be given, and begins none.
import type { RetrievalMode } from "../domain/account-settings.ts";
import {
  type ComposeTurnDeps,
  type ComposeTurnInput,
  findGate,
  heldBack,
  questionOf,
  recallForTurn,
  type Turn,
  writeTurn,
} from "./compose-turn.ts";

export interface PreviewTurnInput extends ComposeTurnInput {
  /** How memory is ranked. Absent: as the account chose. */
  readonly mode?: RetrievalMode | undefined;
}

/**
 * What `prepareTurn` would answer, without a token, and nothing else: no turn is counted, no lesson renewed, no brain made.
 * Throws as that does, except for what is left of the plan.
 */
export async function previewTurn(deps: ComposeTurnDeps, input: PreviewTurnInput): Promise<Turn> {
  const { constitution, gate } = await findGate(deps, input);
  if (gate !== null) return heldBack(gate.reason);
  const asked = await questionOf(deps, input);
  const recalled = await recallForTurn(deps, input, { ...asked, mode: input.mode });
  return writeTurn(deps, { constitution, input: input.input, now: asked.now }, recalled, null);
}
