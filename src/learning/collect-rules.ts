// Sorts the rules of a pass: new lessons, further sources for lessons that exist, and how many were skipped.

import type { RandomSource } from "../base/chance.ts";
import { newId } from "../base/new-id.ts";
import type { Brain } from "../domain/brain.ts";
import { LESSON_TTL_MS, saidInLesson } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import type { Seq } from "../domain/packet.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { EndedWishes, FinishedPass, LearnedLesson } from "../domain/ports/learning-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { cosineOf, similarityOf } from "../domain/similarity.ts";
import { type About, contradict } from "../domain/wish.ts";
import { type RedactDeps, redactFor } from "../redaction/redact-for.ts";
import { differInNumbers } from "./change-signs.ts";
import { type NearestLessonDeps, nearestLesson } from "./nearest-lesson.ts";
import { aboutOf, liveRules } from "./rule-about.ts";

export interface DistilledCluster {
  readonly seqs: readonly Seq[];
  /** null: the cluster was considered, and holds nothing durable. */
  readonly rule: string | null;
  /** The live lessons that it takes the place of, by what was said with it; absent: none. */
  readonly replaces?: readonly Seq[];
}

export type CollectedRules = Pick<
  FinishedPass,
  "lessons" | "merges" | "skipped" | "writeFailed" | "replaced" | "ended"
> & {
  /** What went wrong with the rules that failed; null where none did. */
  readonly error: string | null;
};

export interface CollectRulesDeps extends NearestLessonDeps, RedactDeps {
  readonly embedder: Embedder;
  readonly reading: Pick<TextReading, "redact" | "readWishes">;
  readonly random: RandomSource;
  readonly limits: Pick<Limits, "lessonCharsMax">;
}

/** A rule that cannot be embedded counts as failed; the others are stored all the same. */
export async function collectRules(
  deps: CollectRulesDeps,
  brain: Brain,
  distilled: readonly DistilledCluster[],
  now: number,
): Promise<CollectedRules> {
  const lessons: MadeLesson[] = [];
  const merges: { lessonSeq: Seq; sourceSeqs: readonly Seq[] }[] = [];
  let skipped = 0;
  let writeFailed = 0;
  let error: string | null = null;
  for (const { seqs, rule: worded, replaces = [] } of distilled) {
    if (worded === null) {
      skipped += 1;
      continue;
    }
    try {
      // The packets it was learned from may be older than the setting `redact`.
      const rule = await redactFor(deps, brain.key.account, worded, deps.limits.lessonCharsMax);
      const { vector } = await deps.embedder.embed({
        text: saidInLesson(rule),
        role: "passage",
        lane: "background",
        account: brain.key.account,
      });
      const known = await lessonThatSays(deps, brain, { rule, vector, replaces, now });
      const twin = known === null ? lessons.find((made) => isSameRule(deps, made.vector, vector)) : undefined;
      if (known !== null) merges.push({ lessonSeq: known, sourceSeqs: seqs });
      else if (twin !== undefined) twin.sourceSeqs.push(...seqs);
      else {
        const about = await aboutOf(deps, rule, brain.key.account);
        const made = { id: newId(deps.random, "les"), text: rule, vector, sourceSeqs: [...seqs], about, replaces };
        lessons.push({ ...made, expiresAt: now + LESSON_TTL_MS, isGeneral: about.isGeneral });
        continue;
      }
      skipped += 1;
    } catch {
      // The message of what was thrown may quote the rule, so it is not kept.
      writeFailed += 1;
      error = "a rule could not be embedded";
    }
  }
  const replaced = await replacedBy(deps, brain, lessons, now);
  return { lessons, merges, skipped, writeFailed, error, replaced, ended: successions(lessons, replaced) };
}

/** A rule that takes another's place ends it where it was said last. */
function successions(lessons: readonly LearnedLesson[], replaced: FinishedPass["replaced"]): EndedWishes[] {
  return lessons.flatMap(({ id, sourceSeqs }) => {
    const gone = replaced.filter(({ by }) => by === id).map(({ lessonSeq }) => lessonSeq);
    return gone.length === 0 ? [] : [{ lessons: gone, packets: [], by: Math.max(...sourceSeqs) }];
  });
}

interface Worded {
  readonly rule: string;
  readonly vector: Float32Array;
  readonly replaces: readonly Seq[];
  readonly now: number;
}

/** The live lesson that means the same; null: none does. */
async function lessonThatSays(
  deps: CollectRulesDeps,
  brain: Brain,
  { rule, vector, replaces, now }: Worded,
): Promise<Seq | null> {
  const floor = deps.embedder.model.sameRuleSimilarity;
  const near = await nearestLesson(deps, brain.id, { query: vector, floor, now });
  if (near === null) return null;
  const [said, known] = [saidInLesson(rule), saidInLesson(near.lesson.text)];
  // A wish that changes a lesson may be near it all the same; word for word it changes nothing.
  return said === known || (!replaces.includes(near.seq) && !differInNumbers(said, known)) ? near.seq : null;
}

interface MadeLesson extends LearnedLesson {
  readonly sourceSeqs: Seq[];
  readonly about: About;
  readonly replaces: readonly Seq[];
}

/** Live lessons about the same thing as a new one, that say otherwise. */
async function replacedBy(
  deps: CollectRulesDeps,
  brain: Brain,
  made: readonly MadeLesson[],
  now: number,
): Promise<FinishedPass["replaced"]> {
  const replaced = made.flatMap(({ id, replaces }) => replaces.map((lessonSeq) => ({ lessonSeq, by: id })));
  if (!made.some(({ about }) => about.topic !== null || about.kinds.length > 0)) return replaced;
  for (const about of await liveRules(deps, brain, now)) {
    const successor = made.findLast((rule) => contradict(about, rule.about) || isSameTopic(about, rule.about));
    if (successor !== undefined) replaced.push({ lessonSeq: about.seq, by: successor.id });
  }
  return replaced;
}

function isSameTopic(a: About, b: About): boolean {
  return a.topic !== null && a.topic === b.topic;
}

function isSameRule(deps: CollectRulesDeps, a: Float32Array, b: Float32Array): boolean {
  const { cosineBaseline, sameRuleSimilarity } = deps.embedder.model;
  return similarityOf(cosineOf(a, b), cosineBaseline) >= sameRuleSimilarity;
}
