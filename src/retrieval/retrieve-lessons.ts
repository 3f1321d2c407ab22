// Finds the lessons that a question is about, and those that stand for every question.
import type { BrainId } from "../domain/brain.ts";
import { isPinned, type Lesson, PINNED_MAX } from "../domain/lesson.ts";
import { bySeq } from "../domain/packet.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { RankedRow, VectorIndex } from "../domain/ports/vector-index.ts";

/** Lessons retrieved for what was asked, and as many more injected because they were reinforced most. */
const LESSONS_RETRIEVED_MAX = 5;
const LESSONS_INJECTED_MAX = 5;
/** About answers in general: near to no question, and there for each. */
const LESSONS_GENERAL_MAX = 10;
/**
 * The nearest others, whatever their similarity: a rule is often near to what it is for without being similar to it. Of
 * 30 rules among 100, 13 are similar enough to the question to be retrieved, and 25 are among the nearest 15: see
 * test/retrieval/purposes.test.ts.
 */
const LESSONS_NEAR_MAX = 10;
/** Below it there is no likeness at all. */
const NEAR_FLOOR = 0.01;
const STANDING_MAX = PINNED_MAX + LESSONS_GENERAL_MAX + LESSONS_INJECTED_MAX;

export interface BriefLessons {
  /** Similar to the input, most similar first: these are used, and renewed. */
  readonly retrieved: readonly Lesson[];
  /** Others, as standing rules: these are shown, and nothing else happens to them. */
  readonly injected: readonly Lesson[];
}

/** Similar to the query, most similar first, and those that are less so but the nearest that are left. */
export interface NearLessons {
  readonly retrieved: readonly Lesson[];
  readonly near: readonly Lesson[];
}

export interface RetrieveLessonsDeps {
  readonly lessons: LessonStore;
  readonly vectors: VectorIndex;
  readonly similarityFloor: number;
}

/** All that are pinned, those about answers in general, the most reinforced, and the nearest, of those not retrieved. */
export async function injectLessons(
  { lessons }: Pick<RetrieveLessonsDeps, "lessons">,
  brain: BrainId,
  { retrieved, near }: NearLessons,
  now: number,
): Promise<Lesson[]> {
  const taken = new Set(retrieved.map(({ seq }) => seq));
  const others = (await lessons.mostReinforced(brain, STANDING_MAX + taken.size, now)).filter(
    ({ seq }) => !taken.has(seq),
  );
  const pinned = others.filter(isPinned).slice(0, PINNED_MAX);
  const unpinned = others.filter((lesson) => !isPinned(lesson));
  const general = unpinned.filter(({ isGeneral }) => isGeneral).slice(0, LESSONS_GENERAL_MAX);
  const most = unpinned.filter((lesson) => !general.includes(lesson));
  most.sort((a, b) => b.useCount - a.useCount || b.seq - a.seq);
  const standing = [...pinned, ...general, ...most.slice(0, LESSONS_INJECTED_MAX)];
  const shown = new Set(standing.map(({ seq }) => seq));
  return [...standing, ...near.filter(({ seq }) => !shown.has(seq))];
}

/**
 * Live lessons by their nearness to the query. Expired lessons keep their vectors until they are
 * swept, so more are asked for until enough live ones are found.
 */
export async function retrieveLessons(
  deps: RetrieveLessonsDeps,
  brain: BrainId,
  query: Float32Array,
  now: number,
): Promise<NearLessons> {
  const wanted = LESSONS_RETRIEVED_MAX + LESSONS_NEAR_MAX;
  for (let limit = wanted; ; limit *= 4) {
    const ranked = await deps.vectors.rank("lessons", brain, { query, limit, floor: NEAR_FLOOR });
    const seqs = ranked.map((row) => row.seq);
    const live = bySeq(await deps.lessons.bySeqs(brain, seqs, now));
    if (live.size < wanted && ranked.length === limit) continue;
    const found = ranked.filter(({ seq }) => live.has(seq)).slice(0, wanted);
    const similar = found
      .slice(0, LESSONS_RETRIEVED_MAX)
      .filter(({ similarity }) => similarity >= deps.similarityFloor);
    const lessonsOf = (rows: readonly RankedRow[]) => rows.flatMap(({ seq }) => live.get(seq) ?? []);
    return {
      retrieved: lessonsOf(similar),
      near: lessonsOf(found.slice(similar.length, similar.length + LESSONS_NEAR_MAX)),
    };
  }
}
