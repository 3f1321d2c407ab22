// Shows what a turn would be given, and begins none.
import type { RetrievalMode } from "../domain/account-settings.ts";
import { embedQuestion } from "../retrieval/embed-question.ts";
import {
  type ComposeTurnDeps,
  type ComposeTurnInput,
  contextOf,
  findGate,
  heldBack,
  questionOf,
  recallForTurn,
  sourceOf,
  type Turn,
  writeBrief,
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
  const found = await embedQuestion(deps, input.brain, { ...asked, mode: input.mode }, input.signal);
  const recalled = await recallForTurn(deps, found, input, asked);
  const context = await contextOf(deps.cores, input.brain);
  const messages = await writeBrief(deps, { constitution, context, found, recalled, input: input.input });
  const { sources, coherence } = recalled;
  return { messages, coherence, sources: sources.map(sourceOf), allowed: true, reason: null, turnToken: null };
}
