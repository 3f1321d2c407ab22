// Persists what was answered: one packet, on disk before this returns.
import type { BrainKey } from "../domain/brain.ts";
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { KeyIdentity } from "../domain/key.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { TurnStore } from "../domain/ports.ts";
import type { EmbeddingBacklog } from "./embedding-backlog.ts";
import { findTurn } from "./find-turn.ts";
import { newId, sha256 } from "./new-id.ts";

export interface RecordTurnDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly turns: TurnStore;
  readonly backlog: EmbeddingBacklog;
}

export interface RecordTurnInput {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey;
  readonly turnToken: string;
  readonly answer: string;
  /** The caller says that the input corrects what went before. */
  readonly correction: boolean;
}

/** Throws `token_not_found`, `token_other_brain`, `token_consumed`, `token_expired`; nothing is stored or consumed then. */
export async function recordTurn(deps: RecordTurnDeps, input: RecordTurnInput): Promise<void> {
  const turn = await findTurn(deps.turns, input);
  const kind = input.correction ? "correction" : "raw";
  const { recorded, seq } = await deps.turns.record({
    tokenHash: sha256(input.turnToken),
    brain: turn.brain.id,
    answer: input.answer,
    answerHash: sha256(input.answer),
    packetId: newId(deps.random, "mem"),
    kind,
    confidence: CONFIDENCE[kind],
    now: deps.clock.now(),
  });
  if (recorded) deps.backlog.add(turn.brain.id, seq);
}
