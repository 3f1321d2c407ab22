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
  /** Which cues its input gave when it was recorded, and ENDED_BY with an id where what it wished is over. */
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

/** A cue that a learning pass adds, before the id of the packet that ended what this one wished. */
const ENDED_BY = "ended-by:";

/** The cues of a packet once `by`, the id of another, has ended what it wished. */
export function endedCues(cues: readonly string[], by: string): string[] {
  return [...cues.filter((cue) => !cue.startsWith(ENDED_BY)), ENDED_BY + by];
}

/** The id of the packet that ended what this one wished; null: it holds, or wished nothing. */
export function endedBy({ cues }: Pick<Packet, "cues">): string | null {
  return cues.find((cue) => cue.startsWith(ENDED_BY))?.slice(ENDED_BY.length) ?? null;
}

/** The text that a client is shown: input, newline, answer; of what nobody answered the input alone. */
export function packetText({ input, answer }: Pick<Packet, "input" | "answer">): string {
  return answer === "" ? input : `${input}\n${answer}`;
}

/** When it happened as far as is known, ms since the epoch. */
export function packetTime({ occurredAt, createdAt }: Pick<Packet, "occurredAt" | "createdAt">): number {
  return occurredAt ?? createdAt;
}

/** What a store gives in no order. */
export function bySeq<T extends { readonly seq: Seq }>(rows: readonly T[]): Map<Seq, T> {
  return new Map(rows.map((row) => [row.seq, row]));
}
