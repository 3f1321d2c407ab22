// What a learning pass leaves in the store, whatever engine writes it.
import { hashOfWording } from "../../base/hash-of-wording.ts";
import { decideLessons, type LessonsDecision, type StandingMemory } from "../../domain/decide-pass.ts";
import type { Lesson } from "../../domain/lesson.ts";
import type { Seq } from "../../domain/packet.ts";
import type { FinishedPass, ForeseenLesson, LearnedLesson, PassOutcome } from "../../domain/ports/learning-store.ts";

/** Passes of a brain that are kept for the operator to look at. */
export const PASSES_KEPT = 100;
/** So long an expired plan is still told from one that never was. */
export const EXPIRED_PLAN_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export const NOTHING_LEARNED: PassOutcome = { lessons: [], unmade: 0, replaced: [] };

/** The row of the pass itself, for the operator. */
export function passRow(pass: FinishedPass, { lessons, unmade }: PassOutcome) {
  const { brain, distiller, status, packetsScanned, clusters, skipped, writeFailed, llmCost, error, now } = pass;
  return {
    ...{ brain, distiller, status, packetsScanned, clusters, writeFailed, llmCost, error, finishedAt: now },
    ...{ lessonsCreated: lessons.length, skipped: skipped + unmade },
  };
}

/** `standing`: looked up in the write itself, so that a rule that is deleted while the pass runs does not come back by it. */
export function lessonsOf(pass: FinishedPass, standing: StandingMemory): LessonsDecision<LearnedLesson> {
  const lessons = pass.lessons.map((lesson) => ({ ...lesson, wording: hashOfWording(lesson.text) }));
  return decideLessons({ ...pass, lessons }, standing);
}

export function foreseen({ made }: LessonsDecision<LearnedLesson>): ForeseenLesson[] {
  return made.map(({ lesson: { text }, sourceLink }) => ({ text, sourceLink }));
}

/** A packet whose wish is over, by its id, and the id of the one that ended it. */
export interface EndedPacket {
  readonly id: string;
  readonly by: string;
}

/** Lessons that a pass may end, whose packets are to be looked up before they go. */
export function lessonsToEnd({ ended }: Pick<FinishedPass, "ended">): Seq[] {
  return [...new Set(ended.flatMap(({ lessons }) => lessons))];
}

/** Packets that a pass names in what it ended. */
export function packetsOfEnded({ ended }: Pick<FinishedPass, "ended">): Seq[] {
  return [...new Set(ended.flatMap(({ packets, by }) => [...packets, by]))];
}

/** What became of the lessons that a pass may end. */
export interface EndedLessons {
  /** Ids of the packets of each, as they were before. */
  readonly sources: ReadonlyMap<Seq, readonly string[]>;
  readonly gone: readonly Seq[];
}

/** `ids`: of the packets that are there. */
export function endedPackets(
  { ended }: Pick<FinishedPass, "ended">,
  { sources, gone }: EndedLessons,
  ids: ReadonlyMap<Seq, string>,
): EndedPacket[] {
  const found = new Map<string, string>();
  for (const { lessons, packets, by: seq } of ended) {
    const by = ids.get(seq);
    if (by === undefined) continue;
    const told = lessons.filter((lesson) => gone.includes(lesson)).flatMap((lesson) => sources.get(lesson) ?? []);
    for (const id of [...told, ...packets.flatMap((packet) => ids.get(packet) ?? [])]) if (id !== by) found.set(id, by);
  }
  return [...found].map(([id, by]) => ({ id, by }));
}

export function learnedLesson(
  { brain, now: createdAt, llmCost }: FinishedPass,
  { id, text, expiresAt, isGeneral }: LearnedLesson,
  place: { readonly seq: Seq; readonly sourceLink: readonly string[] },
): Lesson {
  return { id, brain, ...place, text, useCount: 0, createdAt, expiresAt, isGeneral, llmCost, supersededBy: null };
}
