// Finds the rules that a sentence takes back: "forget what I said about bullet points".
import { filterAsync } from "../base/filter-async.ts";
import type { Brain } from "../domain/brain.ts";
import { saidInLesson } from "../domain/lesson.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { MessageClassifier } from "../domain/ports/message-classifier.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import { areAboutTheSame } from "../domain/wish.ts";
import { mayEnd, NAMED_SIMILARITY, namedIn, speaksOfAnswer } from "./change-signs.ts";
import type { Wish } from "./find-wishes.ts";
import { type NearestLessonDeps, nearestLesson } from "./nearest-lesson.ts";
import type { AboutDeps, LiveRule } from "./rule-about.ts";
import { speaksOfOthers } from "./speaks-of-others.ts";
import { saidAt, type TaughtRule } from "./taught-rules.ts";

export interface EndedRulesDeps extends NearestLessonDeps, AboutDeps {
  readonly embedder: Embedder;
  /** null: words decide alone. */
  readonly classifier: MessageClassifier | null;
}

/** Rules that are over: those that live, and those that the same pass taught before. */
export interface EndedRules {
  readonly lessons: readonly Seq[];
  readonly taught: readonly TaughtRule[];
}

/** "Drop the last question from the quiz": as likely it is of what is worked on. Of 18 that end a rule none says .7. The second was chosen on the seen parts of bench:learning. */
const ONCE_SHARE = 0.85;
const OVER_SHARE = 0.8;

interface Standing {
  readonly live: readonly LiveRule[];
  /** Of the same pass: a sentence takes back what was said before it. */
  readonly taught: readonly TaughtRule[];
  readonly now: number;
}

/** By the sentence that takes them back; sentences that mean none are not in it. */
export async function endedBy(
  deps: EndedRulesDeps,
  brain: Brain,
  sentences: readonly Wish[],
  { live, taught, now }: Standing,
): Promise<ReadonlyMap<Wish, EndedRules>> {
  const ended = new Map<Wish, EndedRules>();
  const embed = rememberVectors(deps, brain);
  for (const sentence of sentences) {
    if (speaksOfAnswer(sentence.masked)) continue;
    const earlier = taught.filter((rule) => saidAt(rule) < sentence.seq);
    const isSame = (rule: LiveRule | TaughtRule) => areAboutTheSame(rule, sentence);
    const ofKind = { lessons: live.filter(isSame).map(({ seq }) => seq), taught: earlier.filter(isSame) };
    const isKnown = ofKind.lessons.length + ofKind.taught.length > 0;
    const ofAll = sentence.takesBackAll ? { lessons: live.map(({ seq }) => seq), taught: earlier } : null;
    const named = ofAll ?? (isKnown ? ofKind : null);
    const meant = named ?? (await nearestTo(deps, brain, sentence, { taught: earlier, now, embed }));
    if (meant === null) continue;
    const lessons = live.filter(({ seq }) => meant.lessons.includes(seq));
    const isOver = async (rule: LiveRule | TaughtRule) => {
      // Who wants no special treatment any more has the allergy all the same.
      if (ofAll !== null) return mayEnd(sentence.masked, rule.text);
      if (await isForOnce(deps, sentence, rule)) return false;
      const said = saidInLesson(rule.text);
      return !(await speaksOfOthers(deps, brain.key.account, sentence.masked, { ...rule, said }));
    };
    const left = {
      lessons: (await filterAsync(lessons, isOver)).map(({ seq }) => seq),
      taught: await filterAsync(meant.taught, isOver),
    };
    if (left.lessons.length + left.taught.length > 0) ended.set(sentence, left);
  }
  return ended;
}

/** By the sentence, where the classifier, given the rule too, is not sure that the rule is over. */
async function isForOnce(
  { classifier }: EndedRulesDeps,
  { classified, masked }: Wish,
  rule: { readonly text: string },
) {
  if (classifier === null || classified === null) return false;
  const once = await classifier.intentOf(masked).then(
    (shares) => shares.once,
    () => 0,
  );
  if (once < ONCE_SHARE) return false;
  const relation = await classifier.relationOf(masked, saidInLesson(rule.text)).catch(() => null);
  return relation !== null && relation.ends + relation.replaces < OVER_SHARE;
}

interface LookNear {
  readonly taught: readonly TaughtRule[];
  readonly now: number;
  readonly embed: (text: string) => Promise<Float32Array>;
}

async function nearestTo(
  deps: EndedRulesDeps,
  { id }: Brain,
  { masked, before }: Wish,
  { taught, now, embed }: LookNear,
): Promise<EndedRules | null> {
  const { cosineBaseline } = deps.embedder.model;
  const named = namedIn(masked);
  let [best, most]: [EndedRules | null, number] = [null, 0];
  // What names nothing points back: "The poem thing was funny for a week. You can bin it."
  for (const text of named === null ? new Set([masked, `${before} ${masked}`.trim()]) : [masked, named]) {
    const vector = await embed(text);
    const near = await nearestLesson(deps, id, { query: vector, floor: NAMED_SIMILARITY, now });
    if (near !== null && near.similarity > most) {
      [best, most] = [{ lessons: [near.seq], taught: [] }, near.similarity];
    }
    for (const rule of taught) {
      const similarity = similarityOf(cosineOf(vector, await embed(saidInLesson(rule.text))), cosineBaseline);
      if (similarity < NAMED_SIMILARITY || similarity <= most) continue;
      [best, most] = [{ lessons: [], taught: [rule] }, similarity];
    }
  }
  return best;
}

function rememberVectors({ embedder }: EndedRulesDeps, { key }: Brain) {
  const known = new Map<string, Promise<Float32Array>>();
  return (text: string) => {
    const request = { text, role: "passage", lane: "background", account: key.account } as const;
    const vector = known.get(text) ?? embedder.embed(request).then((embedded) => embedded.vector);
    known.set(text, vector);
    return vector;
  };
}
