// A lesson is a standing rule of one brain.
import type { BrainId } from "./brain.ts";
import type { Seq } from "./packet.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** From creation or from the last retrieval. */
export const LESSON_TTL_MS = 30 * DAY_MS;

/** When a pinned lesson expires: the end of the calendar. As clients see it, they may compare it with this very text. */
export const PINNED_UNTIL_SHOWN = "9999-12-31T23:59:59Z";
export const PINNED_UNTIL = Date.parse(PINNED_UNTIL_SHOWN);

/** Of a brain, so that all of them stand in every brief. */
export const PINNED_MAX = 20;

export function isPinned({ expiresAt }: Pick<Lesson, "expiresAt">): boolean {
  return expiresAt >= PINNED_UNTIL;
}

/** A replaced lesson is kept for so long, to be shown where somebody asks for it. */
export const SUPERSEDED_KEPT_MS = 30 * DAY_MS;

const QUOTES_USER = /^The user (?:asks|says): “([^“”]*)”$/;

/** A rule in the user's own words. */
export function quotedOrder(said: string): string {
  return quoted("asks", said);
}

/** The same of what the user tells rather than asks. */
export function quotedNeed(said: string): string {
  return quoted("says", said);
}

function quoted(verb: "asks" | "says", said: string): string {
  return `The user ${verb}: “${said.replace(/[“”]/g, '"')}”`;
}

/** The user's own words in a lesson that quotes them, else the lesson: what is embedded of it, and compared. */
export function saidInLesson(text: string): string {
  return QUOTES_USER.exec(text)?.[1] ?? text;
}

export interface Lesson {
  readonly id: string;
  readonly brain: BrainId;
  readonly seq: Seq;
  readonly text: string;
  /** Times retrieved; being injected as a standing rule does not count. */
  readonly useCount: number;
  readonly createdAt: number;
  /** PINNED_UNTIL: an admin pinned it. */
  readonly expiresAt: number;
  /** Ids of the packets that it was distilled from. */
  readonly sourceLink: readonly string[];
  /** What distilling it cost; null for a rule added by hand. */
  readonly llmCost: number | null;
  /** The lesson that took its place; null for one that holds. A replaced lesson counts as expired. */
  readonly supersededBy: string | null;
  /** Its words are about answers in general, such as their language or length, and not about what is asked. */
  readonly isGeneral: boolean;
}
