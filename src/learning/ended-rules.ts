// Finds the live lessons that a sentence takes back: "forget what I said about bullet points".
import type { Brain } from "../domain/brain.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { Wish } from "./find-wishes.ts";
import { type NearestLessonDeps, nearestLesson } from "./nearest-lesson.ts";
import { type About, areAboutTheSame } from "./rule-about.ts";

export interface EndedRulesDeps extends NearestLessonDeps {
  readonly embedder: Embedder;
}

/** A lesson at least this near to the sentence is the one that is meant, where no kind of wish tells. */
const MEANT_SIMILARITY = 0.33;

/** By the sentence that takes them back; sentences that mean none are not in it. `live`: the live lessons. */
export async function endedBy(
  deps: EndedRulesDeps,
  brain: Brain,
  sentences: readonly Wish[],
  { live, now }: { readonly live: readonly (About & { readonly seq: Seq })[]; readonly now: number },
): Promise<ReadonlyMap<Wish, readonly Seq[]>> {
  const ended = new Map<Wish, readonly Seq[]>();
  for (const sentence of sentences) {
    const ofKind = live.filter((rule) => areAboutTheSame(rule, sentence)).map(({ seq }) => seq);
    const meant = ofKind.length > 0 ? ofKind : await nearestTo(deps, brain, sentence, now);
    if (meant.length > 0) ended.set(sentence, meant);
  }
  return ended;
}

async function nearestTo(deps: EndedRulesDeps, { id, key }: Brain, sentence: Wish, now: number): Promise<Seq[]> {
  let best: Awaited<ReturnType<typeof nearestLesson>> = null;
  // "The poem thing was funny for a week. You can bin it."
  for (const text of new Set([sentence.masked, `${sentence.before} ${sentence.masked}`.trim()])) {
    const request = { text, role: "passage", lane: "background", account: key.account } as const;
    const { vector } = await deps.embedder.embed(request);
    const near = await nearestLesson(deps, id, { query: vector, floor: MEANT_SIMILARITY, now });
    if (near !== null && near.similarity > (best?.similarity ?? 0)) best = near;
  }
  return best === null ? [] : [best.seq];
}
