// Turns as both engines store them: what is read back of one, and the packet that its record appends.
import { bytesOfVector } from "../../base/vector-bytes.ts";
import type { Brain } from "../../domain/brain.ts";
import { type Metadata, NO_METADATA } from "../../domain/metadata.ts";
import type { AppendedPacket } from "../../domain/ports/packet-store.ts";
import type { RecordedTurn } from "../../domain/ports/turn-store.ts";
import type { PreparedTurn } from "../../domain/turn.ts";

/** `metadata` null: it is forgotten. */
interface StoredTurn extends Omit<PreparedTurn, "brain" | "metadata" | "consumed"> {
  readonly metadata: Metadata | null;
  readonly consumedAt: number | null;
  readonly answerHash: Uint8Array | null;
}

export function preparedTurn(turn: StoredTurn, brain: Brain): PreparedTurn {
  const { constitution, input, session, signals, sourceSeqs, createdAt, expiresAt, consumedAt, answerHash } = turn;
  return {
    ...{ brain, constitution, input, session, signals, sourceSeqs, createdAt, expiresAt },
    metadata: turn.metadata ?? NO_METADATA,
    consumed: consumedAt === null || answerHash === null ? null : { at: consumedAt, answerHash },
  };
}

/** What a turn no longer has to know once it is recorded, or too late for that. */
export const FORGOTTEN = { input: null, inputVector: null, signals: null, metadata: null };

/** With what was prepared. */
type WholeTurn = Pick<
  AppendedPacket,
  "input" | "session" | "occurredAt" | "inputTokens" | "inputVector" | "inputModel"
> & {
  readonly metadata: Metadata | null;
};

/** Of what was prepared, or of what is stored instead; `generation`: of the model that has embedded that. */
export function recordedPacket(turn: WholeTurn, recorded: RecordedTurn, generation: number): AppendedPacket {
  const { packetId: id, kind, confidence, answer, cues, attributes, now: createdAt, restated } = recorded;
  const { inputVector, ...restatement } = restated ?? {};
  const { input, session, metadata, inputTokens } = { ...turn, ...restatement };
  const said = { input, answer, session, occurredAt: turn.occurredAt, createdAt, metadata: metadata ?? NO_METADATA };
  const embedded =
    inputVector === undefined
      ? { inputVector: turn.inputVector, inputModel: turn.inputModel }
      : { inputVector: bytesOfVector(inputVector), inputModel: generation };
  return { id, kind, confidence, cues, ...said, inputTokens, ...embedded, attributes };
}
