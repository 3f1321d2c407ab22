// Finds the live lessons that a sentence takes back: "forget what I said about bullet points".
import type { Brain } from "../domain/brain.ts";
import { type Lesson, saidInLesson } from "../domain/lesson.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import type { Wish } from "./find-wishes.ts";
import { type AboutDeps, aboutOf, areAboutTheSame } from "./rule-about.ts";

export interface EndedRulesDeps extends AboutDeps {
  readonly embedder: Embedder;
  readonly lessons: LessonStore;
}

const LESSONS_READ_MAX = 1_000;
/** A lesson at least this near to the sentence is the one that is meant, where no kind of wish tells. */
const MEANT_SIMILARITY = 0.33;

/** By the sentence that takes them back; sentences that mean none are not in it. */
export async function endedBy(
  deps: EndedRulesDeps,
  brain: Brain,
  sentences: readonly Wish[],
  now: number,
): Promise<ReadonlyMap<Wish, readonly Lesson[]>> {
  const ended = new Map<Wish, readonly Lesson[]>();
  if (sentences.length === 0) return ended;
  const live = await deps.lessons.list(brain.id, { limit: LESSONS_READ_MAX, before: null }, now);
  for (const sentence of sentences) {
    const meant = await meantBy(deps, brain, sentence, live);
    if (meant.length > 0) ended.set(sentence, meant);
  }
  return ended;
}

async function meantBy(
  deps: EndedRulesDeps,
  { key }: Brain,
  sentence: Wish,
  live: readonly Lesson[],
): Promise<readonly Lesson[]> {
  const { account } = key;
  const ofKind: Lesson[] = [];
  for (const lesson of live) {
    if (areAboutTheSame(await aboutOf(deps, lesson.text, account), sentence)) ofKind.push(lesson);
  }
  if (ofKind.length > 0) return ofKind;
  const embed = async (text: string) =>
    (await deps.embedder.embed({ text, role: "passage", lane: "background", account })).vector;
  // "The poem thing was funny for a week. You can bin it."
  const asked = [await embed(sentence.masked), await embed(`${sentence.before} ${sentence.masked}`.trim())];
  let nearest: Lesson | null = null;
  let most = MEANT_SIMILARITY;
  for (const lesson of live) {
    const vector = await embed(saidInLesson(lesson.text));
    const cosine = Math.max(...asked.map((each) => cosineOf(each, vector)));
    const similarity = similarityOf(cosine, deps.embedder.model.cosineBaseline);
    if (similarity < most) continue;
    nearest = lesson;
    most = similarity;
  }
  return nearest === null ? [] : [nearest];
}
