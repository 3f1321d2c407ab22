// Lessons: the standing rules of a brain. Every write is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { BrainId, BrainKey } from "../brain.ts";
import type { Lesson } from "../lesson.ts";
import type { Seq } from "../packet.ts";
import type { PageRequest } from "../page.ts";

export interface NewLesson
  extends Pick<Lesson, "id" | "text" | "createdAt" | "expiresAt" | "isGeneral" | "sourceLink"> {
  readonly brain: BrainKey;
  readonly vector: Float32Array;
}

export interface ChangedLesson {
  readonly brain: BrainId;
  readonly id: string;
  /** null: it stays. */
  readonly wording: { readonly text: string; readonly vector: Float32Array; readonly isGeneral: boolean } | null;
  /** Whether it is pinned from now on; null: that stays. One that is pinned no longer lives as if it were made now. */
  readonly pinned: boolean | null;
  readonly now: number;
}

export interface LessonRemoval {
  readonly brain: BrainId;
  readonly id: string;
  /** Whether its meaning is kept as forgotten, so that no later pass brings it back. */
  readonly forget: boolean;
  readonly now: number;
  readonly by?: Doer | undefined;
}

export interface LessonStore {
  /** Live ones, newest first. */
  list(brain: BrainId, page: PageRequest, now: number): Promise<Lesson[]>;
  /** Those that another one took the place of and that are still kept, newest first. */
  listReplaced(brain: BrainId, page: PageRequest): Promise<Lesson[]>;
  find(brain: BrainId, id: string, now: number): Promise<Lesson | null>;
  /** Live ones among the named, in no order. */
  bySeqs(brain: BrainId, seqs: readonly Seq[], now: number): Promise<Lesson[]>;
  /** Live ones: pinned ones first, then general ones, each by use, then newest first. */
  mostReinforced(brain: BrainId, limit: number, now: number): Promise<Lesson[]>;
  countLive(brain: BrainId, now: number): Promise<number>;
  /** Of the named packets those that a live one was learned from, in no order. */
  teachingPackets(brain: BrainId, packetIds: readonly string[], now: number): Promise<string[]>;
  /** Makes the brain where it is not there yet. Throws `too_many_pinned`. */
  add(lesson: NewLesson, by?: Doer): Promise<Lesson>;
  /** All of the change in one write; null where there is no live lesson of that id. Throws `too_many_pinned`. */
  change(changed: ChangedLesson, by?: Doer): Promise<Lesson | null>;
  /** Erases it, and keeps its meaning as forgotten where `forget` says so; null where there is no such live lesson. */
  remove(brain: BrainId, id: string, forget: boolean, now: number, by?: Doer): Promise<Seq | null>;
  /** Erases expired ones; returns what went, for whoever holds their vectors. */
  sweep(now: number): Promise<{ brain: BrainId; seq: Seq }[]>;
}
