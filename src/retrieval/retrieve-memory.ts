// Finds what a brain knows about a text: packets in the account's mode of retrieval, and the lessons that belong to it.
import type { RetrievalMode } from "../domain/account-settings.ts";
import type { BrainId } from "../domain/brain.ts";
import { isPinned, type Lesson, PINNED_MAX } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import type { Lookup } from "./lookup.ts";
import { type OrderSupersededDeps, orderSuperseded } from "./order-superseded.ts";
import { retrieveCosine } from "./retrieve-cosine.ts";
import { type RetrieveHybridDeps, retrieveHybrid } from "./retrieve-hybrid.ts";
import { retrieveUnfinished } from "./retrieve-unfinished.ts";

/** Lessons retrieved for what was asked, and as many more injected because they were reinforced most. */
const LESSONS_RETRIEVED_MAX = 5;
const LESSONS_INJECTED_MAX = 5;

export interface Retrieval extends Lookup {
  readonly mode: RetrievalMode;
  /** Whether some packets have no embedding of this model yet: these are found by their words in either mode. */
  readonly isUnfinished: boolean;
  /** Packets that are shown elsewhere: they take no place, and others move up. Absent: none. */
  readonly without?: ReadonlySet<Seq>;
}

export interface RetrieveMemoryDeps extends RetrieveHybridDeps, OrderSupersededDeps {}

/** The best packets, best first; one that is erased while this runs is left out. */
export async function retrievePackets(deps: RetrieveMemoryDeps, retrieval: Retrieval): Promise<RetrievedPacket[]> {
  const { limit, without } = retrieval;
  if (without === undefined || without.size === 0) return retrieveInMode(deps, retrieval);
  const found = await retrieveInMode(deps, { ...retrieval, limit: limit + without.size });
  return found.filter(({ packet }) => !without.has(packet.seq)).slice(0, limit);
}

async function retrieveInMode(deps: RetrieveMemoryDeps, retrieval: Retrieval): Promise<RetrievedPacket[]> {
  const { mode, isUnfinished } = retrieval;
  if (mode === "hybrid") {
    return orderSuperseded(deps, await retrieveHybrid(deps, retrieval), retrieval.question.account);
  }
  return isUnfinished ? retrieveUnfinished(deps, retrieval) : retrieveCosine(deps, retrieval);
}

export interface BriefLessons {
  /** Similar to the input, most similar first: these are used, and renewed. */
  readonly retrieved: readonly Lesson[];
  /** The pinned others, then the most reinforced: these are shown, and nothing else happens to them. */
  readonly injected: readonly Lesson[];
}

export interface RetrieveLessonsDeps {
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
  readonly similarityFloor: number;
}

/** All that are pinned, then the most reinforced, of the lessons that were not retrieved. */
export async function injectLessons(
  { lessons }: Pick<RetrieveLessonsDeps, "lessons">,
  brain: BrainId,
  retrieved: readonly Lesson[],
  now: number,
): Promise<Lesson[]> {
  const taken = new Set(retrieved.map((lesson) => lesson.seq));
  const most = await lessons.mostReinforced(brain, PINNED_MAX + LESSONS_INJECTED_MAX + taken.size, now);
  const others = most.filter((lesson) => !taken.has(lesson.seq));
  const pinned = others.filter(isPinned).slice(0, PINNED_MAX);
  return [...pinned, ...others.filter((lesson) => !isPinned(lesson)).slice(0, LESSONS_INJECTED_MAX)];
}

/**
 * Live lessons that are similar to the query, most similar first. Expired lessons keep their vectors until they are
 * swept, so more are asked for until enough live ones are found.
 */
export async function retrieveLessons(
  deps: RetrieveLessonsDeps,
  brain: BrainId,
  query: Float32Array,
  now: number,
): Promise<Lesson[]> {
  for (let limit = LESSONS_RETRIEVED_MAX; ; limit *= 4) {
    const ranked = await deps.vectors.rank("lessons", brain, { query, limit, floor: deps.similarityFloor });
    const live = await deps.lessons.bySeqs(
      brain,
      ranked.map((row) => row.seq),
      now,
    );
    if (live.length < LESSONS_RETRIEVED_MAX && ranked.length === limit) continue;
    const bySeq = new Map(live.map((lesson) => [lesson.seq, lesson]));
    return ranked.flatMap(({ seq }) => bySeq.get(seq) ?? []).slice(0, LESSONS_RETRIEVED_MAX);
  }
}

/** Mean similarity of the sources weighted by confidence, 0 to 1; null without sources. */
export function coherenceOf(sources: readonly RetrievedPacket[]): number | null {
  let weighted = 0;
  let weight = 0;
  for (const { packet, similarity } of sources) {
    weighted += similarity * packet.confidence;
    weight += packet.confidence;
  }
  return weight === 0 ? null : Math.min(1, weighted / weight);
}
