// A packet is one remembered turn: what the user said, and what was answered.
import type { BrainId } from "./brain.ts";
import type { Metadata } from "./metadata.ts";

export type PacketKind = "raw" | "correction";

/** Confidence by kind, as the contract has it; ranking multiplies the similarity by it. */
export const CONFIDENCE = { raw: 0.5, correction: 0.7, unconfirmedOverwrite: 0.15 } as const;

/** Position of a packet or lesson within its brain: 1 to 2^28 - 1, growing, never given twice. */
export type Seq = number;

export interface Packet {
  readonly id: string;
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly kind: PacketKind;
  readonly input: string;
  readonly answer: string;
  readonly confidence: number;
  /** The turn states a self-attribute that differs from the confirmed one. */
  readonly unconfirmedOverwrite: boolean;
  /** Which cues its input gave when it was recorded. */
  readonly cues: readonly string[];
  /** The caller's own name of the conversation; null where none was given. */
  readonly session: string | null;
  /** When the turn happened, ms since the epoch; null where the caller did not say. */
  readonly occurredAt: number | null;
  /** When it was recorded, ms since the epoch. */
  readonly createdAt: number;
  readonly metadata: Metadata;
}

/** Wherever it may stand. */
export type UnplacedPacket = Omit<Packet, "brain" | "seq">;

/** The text that a client is shown: input, newline, answer; of what nobody answered the input alone. */
export function packetText({ input, answer }: Pick<Packet, "input" | "answer">): string {
  return answer === "" ? input : `${input}\n${answer}`;
}

/** When it happened as far as is known, ms since the epoch. */
export function packetTime({ occurredAt, createdAt }: Pick<Packet, "occurredAt" | "createdAt">): number {
  return occurredAt ?? createdAt;
}
