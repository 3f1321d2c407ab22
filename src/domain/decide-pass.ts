// What becomes of a learning pass, from what stands in the store when it ends.
import { MemoryError } from "./errors.ts";
import type { Seq } from "./packet.ts";
import { sameBytes } from "./same-bytes.ts";
import { cosineOf, similarityOf } from "./similarity.ts";

/** A rule that was deleted for good: known by its embedding, or by its wording where another model made that. */
export interface ForgottenRule {
  readonly seq: Seq;
  readonly vector: Float32Array;
  /** Whether the embedding is of the model in use. */
  readonly isCurrent: boolean;
  /** Hash of its wording; null: it was deleted before that was kept. */
  readonly wording: Uint8Array | null;
}

export interface WordedLesson {
  readonly vector: Float32Array;
  /** The hash of its words, made as that of a forgotten rule. */
  readonly wording: Uint8Array;
}

type SourcedLesson = WordedLesson & { readonly sourceSeqs: readonly Seq[] };

interface EndedPass {
  readonly status: "ok" | "partial" | "failed";
  /** The watermark that it began at. */
  readonly after: Seq;
  /** The plan that it records; null for a pass of the service. */
  readonly tokenHash: Uint8Array | null;
}

/**
 * `gone`: its brain was deleted while it ran, and nothing is written. `nothing`: it failed, or another pass has taught the
 * same packets meanwhile; that it ran is written. `keep`: what it learned is, and its packets count as scanned.
 * `through`: the brain's watermark; null: there is no such brain. `isPlanOpen`: of the plan that it records.
 * Throws `token_consumed`.
 */
export function decidePass(
  pass: EndedPass,
  { isPlanOpen, through }: { readonly isPlanOpen: boolean; readonly through: Seq | null },
): "gone" | "nothing" | "keep" {
  if (pass.tokenHash !== null && !isPlanOpen) {
    throw new MemoryError("token_consumed", "this plan was recorded, or overtaken by another pass");
  }
  if (through === null) return "gone";
  const isOvertaken = pass.tokenHash === null && through !== pass.after;
  return pass.status === "failed" || isOvertaken ? "nothing" : "keep";
}

interface Likeness {
  /** A rule at least this similar to one that was deleted for good is not made. */
  readonly forgottenSimilarity: number;
  readonly cosineBaseline: number;
}

/** The first rule, deleted for good, that the lesson would bring back; null: none. */
export function wasForgotten(
  lesson: WordedLesson,
  rules: readonly ForgottenRule[],
  { forgottenSimilarity, cosineBaseline }: Likeness,
): ForgottenRule | null {
  const isSame = ({ vector, isCurrent, wording }: ForgottenRule) =>
    isCurrent
      ? similarityOf(cosineOf(lesson.vector, vector), cosineBaseline) >= forgottenSimilarity
      : wording !== null && sameBytes(wording, lesson.wording);
  return rules.find(isSame) ?? null;
}

export interface LessonsDecision<L> {
  /** Each with the ids of its packets that are left, one at least. */
  readonly made: readonly { readonly lesson: L; readonly sourceLink: readonly string[] }[];
  /** Lessons that are left, and the packets that confirm them. */
  readonly merged: readonly { readonly lessonSeq: Seq; readonly sourceLink: readonly string[] }[];
  /** Lessons that are not made: a rule of the same meaning was deleted for good, or all of their packets were erased. */
  readonly unmade: number;
  /** Rules met by their wording: from now on they are known by the embedding of the model in use. */
  readonly renewed: readonly { readonly seq: Seq; readonly vector: Float32Array }[];
}

/** What stands when the pass ends: rules may have been deleted, packets and lessons erased, while it ran. */
export interface StandingMemory {
  /** By seq. */
  readonly rules: readonly ForgottenRule[];
  /** Ids of those packets that the pass names and that are there. */
  readonly packetIds: ReadonlyMap<Seq, string>;
  /** Those lessons that it merges into and that are there. */
  readonly lessons: ReadonlySet<Seq>;
}

interface LearnedThings<L> extends Likeness {
  readonly lessons: readonly L[];
  /** Live lessons that it only confirmed. */
  readonly merges: readonly { readonly lessonSeq: Seq; readonly sourceSeqs: readonly Seq[] }[];
}

export function decideLessons<L extends SourcedLesson>(
  pass: LearnedThings<L>,
  standing: StandingMemory,
): LessonsDecision<L> {
  const rules = [...standing.rules];
  const renewed: { seq: Seq; vector: Float32Array }[] = [];
  const wanted = pass.lessons.filter((lesson) => {
    const rule = wasForgotten(lesson, rules, pass);
    if (rule !== null && !rule.isCurrent) {
      const { vector } = lesson;
      renewed.push({ seq: rule.seq, vector });
      rules[rules.indexOf(rule)] = { ...rule, vector, isCurrent: true };
    }
    return rule === null;
  });
  const linkTo = (seqs: readonly Seq[]) =>
    [...new Set(seqs)].flatMap((seq) => standing.packetIds.get(seq) ?? []).sort();
  const made = wanted
    .map((lesson) => ({ lesson, sourceLink: linkTo(lesson.sourceSeqs) }))
    .filter(({ sourceLink }) => sourceLink.length > 0);
  return {
    made,
    merged: pass.merges
      .filter(({ lessonSeq }) => standing.lessons.has(lessonSeq))
      .map(({ lessonSeq, sourceSeqs }) => ({ lessonSeq, sourceLink: linkTo(sourceSeqs) })),
    unmade: pass.lessons.length - made.length,
    renewed,
  };
}
