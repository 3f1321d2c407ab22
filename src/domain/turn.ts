// A turn is prepared, answered by the caller's model, then recorded.
import type { Brain } from "./brain.ts";
import type { TurnSignals } from "./learning.ts";
import type { Metadata } from "./metadata.ts";
import type { Seq } from "./packet.ts";
import type { Explanation, ScoreParts } from "./retrieved.ts";

/** Of the caller's name of a conversation. */
export const SESSION_CHARS_MAX = 128;
export const TURN_TOKEN_TTL_MS = 24 * 60 * 60 * 1000;

/** A prepared turn as it is stored under the hash of its token. */
export interface PreparedTurn {
  readonly brain: Brain;
  readonly constitution: string;
  /** null once it was recorded, or forgotten after it expired. */
  readonly input: string | null;
  /** The caller's name of the conversation; null where none was given. */
  readonly session: string | null;
  readonly metadata: Metadata;
  /** What the input teaches; null like the input. */
  readonly signals: TurnSignals | null;
  /** Packets that the messages show: those in the brief, best first, then the turns of the session, oldest first. */
  readonly sourceSeqs: readonly Seq[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** null until the turn is recorded. */
  readonly consumed: { readonly at: number; readonly answerHash: Uint8Array } | null;
}

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A memory entry as a client sees it; `score` is similarity x confidence. */
export interface Source {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  /** null where nobody asked. */
  readonly explanation: Explanation | null;
  /** The id of the source that replaced what it states; null: none did. */
  readonly supersededBy: string | null;
}

/** A memory entry that did not come among the sources, because it did not enter. */
export interface EntryBelow {
  readonly id: string;
  readonly text: string;
  readonly score: number;
  /** null where nobody asked. */
  readonly parts: ScoreParts | null;
}
