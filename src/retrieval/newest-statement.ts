// Of two packets that state nearly the same, the newer goes first: facts change, and the last word counts.
import { cosineOf, similarityOf } from "../domain/similarity.ts";

export interface Statement {
  readonly seq: number;
  readonly score: number;
  readonly confidence: number;
  /** How well it lies in the time that the question names, 0 to 1; 0 where it names none. */
  readonly timeFit: number;
  /** Its embedding; null where it has none yet. */
  readonly vector: Float32Array | null;
  /** The words of what the user said, without numbers: these are what changes. */
  readonly words: () => Promise<ReadonlySet<string>>;
  /** Whether what the user said may end what was said before. */
  readonly tellsChange: () => Promise<boolean>;
}

export interface SameStatementRule {
  /** How many of the best are wanted; the others may be lifted or not. */
  readonly limit: number;
  /** Two packets may say the same where their embeddings have at least this similarity. */
  readonly similarity: number;
  readonly cosineBaseline: number;
  /** In a small brain turns about the same are few, and one that tells a change is likely to have ended an older one. */
  readonly isSmall: boolean;
}

/**
 * Two statements say the same where both have at least this share of all their words, and at least this many. With
 * similarity .60 this finds 15 of 15 nearly identical changed facts (test/bench/dialogues/changed-facts.json) and costs
 * LoCoMo's recall nothing; similarity alone takes stock phrases of one evening for changed facts.
 */
const SHARED_WORDS = 0.5;
const SHARED_WORDS_MIN = 2;
/** Of the similarity at which two statements may say the same. */
const ABOUT_THE_SAME = 0.5;
const NEARLY = 1.1;

/**
 * The scores after lifting, in the order given: a newer packet that says nearly the same as an older one gets at least
 * the older one's score, if its confidence is no lower and its time fits no worse. So a claim that is not confirmed is
 * not lifted, and a question about May is not answered with what is true today.
 */
export async function liftNewest(statements: readonly Statement[], rule: SameStatementRule): Promise<number[]> {
  const scores = statements.map(({ score }) => score);
  // A statement that is lifted to less than this stays behind `limit` others.
  const wanted = [...scores].sort((a, b) => b - a)[rule.limit - 1] ?? Number.NEGATIVE_INFINITY;
  const bySeq = statements.map((_, at) => at).sort((a, b) => statements[a]!.seq - statements[b]!.seq);
  const pairs = bySeq.flatMap((newer, place) =>
    bySeq.slice(0, place).flatMap((older): Pair[] => {
      const [one, other] = [statements[older]!, statements[newer]!];
      if (other.confidence < one.confidence || other.timeFit < one.timeFit) return [];
      if (one.vector === null || other.vector === null) return [];
      const likeness = similarityOf(cosineOf(one.vector, other.vector), rule.cosineBaseline) / rule.similarity;
      return likeness < ABOUT_THE_SAME ? [] : [{ older, newer, likeness }];
    }),
  );
  const isOpen = ({ older, newer }: Pair) => scores[newer]! < scores[older]! && scores[older]! >= wanted;
  // All that is likely needed is asked for at once; each is remembered.
  for (const pair of pairs) {
    if (pair.likeness < 1 || !isOpen(pair)) continue;
    for (const at of [pair.older, pair.newer]) statements[at]!.words().catch(() => {});
  }
  for (const pair of pairs) {
    if (!isOpen(pair)) continue;
    const [older, newer] = [statements[pair.older]!, statements[pair.newer]!];
    const isPassed = rule.isSmall && newer.score >= wanted && (await mayReplace(older, newer, pair.likeness));
    if (isPassed || (pair.likeness >= 1 && (await sayTheSame(older, newer)))) scores[pair.newer] = scores[pair.older]!;
  }
  return scores;
}

/** Two statements about the same, by their places. */
interface Pair {
  readonly older: number;
  readonly newer: number;
  /** Of their embeddings, over the similarity at which they may say the same. */
  readonly likeness: number;
}

/** A turn that tells a change stands before an older one about the same, where it fits the question nearly as well. */
async function mayReplace(older: Statement, newer: Statement, likeness: number): Promise<boolean> {
  return newer.score >= (NEARLY - likeness / 2) * older.score && newer.tellsChange();
}

async function sayTheSame(a: Statement, b: Statement): Promise<boolean> {
  const [words, others] = await Promise.all([a.words(), b.words()]);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= SHARED_WORDS_MIN && shared >= SHARED_WORDS * (words.size + others.size - shared);
}
