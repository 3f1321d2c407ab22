// What of a draft words alone do not settle, beside what the user told that may be about it: for a model that reads both.
import type { Steps } from "../base/steps.ts";
import type { FoundDoubt, ToldPassage } from "../domain/ports/text-reading.ts";
import type { Draft } from "./draft.ts";
import { foreignShare } from "./function-words.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Statement } from "./statement.ts";

/** An answer that claims more is judged by words alone: reading it took several times as long as its embedding. */
const CLAIM_WORDS_MAX = 40;
/** Messages beside a claim, as the model was taught, and words of each: whole sentences around the one that is most about the claim. */
const TOLD_MAX = 5;
const TOLD_WORDS_MAX = 38;
/** Function words of other languages among all: the model was taught in English. "Remind me" has one that is English too. */
const FOREIGN_SHARE_MAX = 0.12;
/** How much a word of the answer tells of what it is about, beside one of the question. */
const ANSWER_PART = 0.8;

/** A statement of the user, and how much it is about a claim. */
interface About {
  readonly statement: RememberedStatement;
  readonly score: number;
}

/** null: words are all there is to go by. */
export function* findDoubt(draft: Draft): Steps<FoundDoubt | null> {
  const claims = draft.claims.filter((claim) => !draft.isOwn(claim));
  const claim = textOf(claims);
  if (claims.length === 0 || wordsIn(claim) > CLAIM_WORDS_MAX) return null;
  if (foreignShare([...draft.asked, ...claims]) > FOREIGN_SHARE_MAX) return null;
  const byQuestion = draft.memory.topics(draft.focus);
  const byAnswer = draft.memory.topics(new Set(claims.flatMap(({ stems }) => [...stems])));
  const ofTurn = new Map<number, About[]>();
  for (const statement of draft.memory.all) {
    if (!statement.byUser) continue;
    const about = { statement, score: byQuestion[statement.at]! + ANSWER_PART * byAnswer[statement.at]! };
    const others = ofTurn.get(statement.turn);
    if (others === undefined) ofTurn.set(statement.turn, [about]);
    else others.push(about);
  }
  yield;
  const turns = [...ofTurn].map(([turn, all]) => ({ turn, all, best: bestOf(all) }));
  const nearest = turns.sort((a, b) => b.best.score - a.best.score || b.turn - a.turn).slice(0, TOLD_MAX);
  if ((nearest[0]?.best.score ?? 0) === 0) return null;
  nearest.sort((a, b) => a.turn - b.turn);
  return { claim, told: nearest.map(({ turn, all, best }) => passage(draft, claims, turn, all, best)) };
}

function bestOf(all: readonly About[]): About {
  return all.reduce((best, each) => (each.score > best.score ? each : best));
}

function passage(
  draft: Draft,
  claims: readonly Statement[],
  turn: number,
  all: readonly About[],
  best: About,
): ToldPassage {
  const about = ({ stems }: Statement) => draft.memory.sharedWeight(stems, best.statement.stems);
  const claim = claims.reduce((nearest, each) => (about(each) > about(nearest) ? each : nearest));
  const saidBefore = draft.memory.all.some(
    (earlier) =>
      earlier.byUser && earlier.turn < turn && draft.memory.sharedWeight(claim.stems, earlier.stems) > about(claim),
  );
  return {
    memory: turn,
    text: textOf(cutAround(all, best).map(({ statement }) => statement)),
    remembered: best.statement.text,
    sentence: claim.text,
    kind: saidBefore ? "outdated" : "value",
  };
}

/** Whole sentences, first those behind the best, then those before it. */
function cutAround(all: readonly About[], best: About): readonly About[] {
  let from = all.indexOf(best);
  let to = from + 1;
  let left = TOLD_WORDS_MAX - wordsIn(best.statement.text);
  const fits = (at: number) => at >= 0 && at < all.length && wordsIn(all[at]!.statement.text) <= left;
  for (;;) {
    if (fits(to)) left -= wordsIn(all[to++]!.statement.text);
    else if (fits(from - 1)) left -= wordsIn(all[--from]!.statement.text);
    else return all.slice(from, to);
  }
}

function textOf(statements: readonly Statement[]): string {
  return statements.map(({ text }) => text).join(" ");
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}
