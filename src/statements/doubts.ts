// What of a draft words alone do not settle, beside what the user told that may be about it: for a model that reads both.
import type { Steps } from "../base/steps.ts";
import type { FoundDoubt, ToldPassage } from "../domain/ports/text-reading.ts";
import type { Draft } from "./draft.ts";
import { areForeign } from "./function-words.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Statement } from "./statement.ts";
import { sameValue, type Value } from "./value.ts";

/** An answer that claims more is judged by words alone: reading it took several times as long as its embedding. */
const CLAIM_WORDS_MAX = 40;
/** Messages beside a claim, as the model was taught, and words of each: whole sentences around the one that is most about the claim. */
const TOLD_MAX = 5;
const TOLD_WORDS_MAX = 38;
/** How much a word of the answer tells of what it is about, beside one of the question. */
const ANSWER_PART = 0.8;

/** Of each message: how alike the answer is to it, from -1 to 1; 0 where that is not known. */
type Similarities = readonly number[];

/** A statement of the user, and how much it is about a claim. */
interface About {
  readonly statement: RememberedStatement;
  readonly score: number;
}

/** A value that is quoted. */
interface Known {
  readonly statement: Statement;
  readonly value: Value;
}

/** null: words are all there is to go by. Passages are of the messages that share most with claim and question, by words and meaning. */
export function* findDoubt(draft: Draft, similarities: Similarities): Steps<FoundDoubt | null> {
  const claims = draft.claims.filter((claim) => !draft.isOwn(claim));
  const words = claims.reduce((sum, { text }) => sum + wordsIn(text), 0);
  if (claims.length === 0 || words > CLAIM_WORDS_MAX) return null;
  // The model was taught in English.
  if (areForeign([...draft.asked, ...claims])) return null;
  const byQuestion = draft.memory.topics(draft.focus);
  const byAnswer = draft.memory.topics(new Set(claims.flatMap(({ stems }) => [...stems])));
  const scored = draft.memory.all
    .filter(({ byUser }) => byUser)
    .map(
      (statement): About => ({ statement, score: byQuestion[statement.at]! + ANSWER_PART * byAnswer[statement.at]! }),
    );
  yield;
  const ofTurn = Map.groupBy(scored, ({ statement }) => statement.turn);
  const most = scored.reduce((greatest, { score }) => Math.max(greatest, score), 0);
  const nearness = ({ statement: { turn }, score }: About) => score / (most || 1) + (similarities[turn] ?? 0);
  // "You're 42.": no word tells what of memory that is about, its meaning may.
  if (!scored.some((each) => nearness(each) > 0)) return null;
  const inTime = (one: About, other: About) => one.statement.turn - other.statement.turn;
  const bests = ofTurn.values().map(bestOf).toArray();
  const nearest = bests.sort((a, b) => nearness(b) - nearness(a) || inTime(b, a)).slice(0, TOLD_MAX);
  const [first] = nearest;
  nearest.sort(inTime);
  const quoted = nearest.map((best) => cutAround(ofTurn.get(best.statement.turn)!, best));
  const told = nearest.map((best, at) => passage(draft, claims, quoted[at]!, best));
  const known = quoted
    .flat()
    .flatMap(({ statement }) => statement.values.map((value): Known => ({ statement, value })));
  const claim = claims.map((each) => spelledAs(each, known)).join(" ");
  return { claim, told, nearest: nearest.indexOf(first!) };
}

function bestOf(all: readonly About[]): About {
  return all.reduce((best, each) => (each.score > best.score ? each : best));
}

/** The claim with its values as the user spelled them, as far as that tells as much: "12 thousand" for "12,000", "15:00" for "3 p.m.". */
function spelledAs(claim: Statement, known: readonly Known[]): string {
  return withValues(claim, (value) => {
    const same = known.findLast((each) => sameValue(each.value, value) && tellsAsMuch(each.value, value));
    return same === undefined ? null : writtenIn(same.statement, same.value);
  });
}

function tellsAsMuch(known: Value, said: Value): boolean {
  if (known.type === "date" && said.type === "date")
    return (known.month === null) === (said.month === null) && (known.year === null) === (said.year === null);
  if (known.type === "amount" && said.type === "amount") return (known.unit === null) === (said.unit === null);
  return known.type === said.type;
}

/** As it was told, with a note behind each value that something replaced: "on Tuesday (no longer)". */
function asItStands(statement: RememberedStatement): string {
  return withValues(statement, (value) =>
    statement.replaced.has(value) ? `${writtenIn(statement, value)} (no longer)` : null,
  );
}

/** The text with some of its values written otherwise; null: as it is. */
function withValues({ text, tokens, values }: Statement, rewrite: (value: Value) => string | null): string {
  let written = "";
  let done = 0;
  for (const value of values) {
    const [from, to] = [tokens[value.from]!.start, tokens[value.to - 1]!.end];
    const other = from < done ? null : rewrite(value);
    if (other === null) continue;
    written += text.slice(done, from) + other;
    done = to;
  }
  return written + text.slice(done);
}

function writtenIn({ text, tokens }: Statement, { from, to }: Value): string {
  return text.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

/** `quoted`: the statements around the one of the turn that is most about the claims. */
function passage(draft: Draft, claims: readonly Statement[], quoted: readonly About[], best: About): ToldPassage {
  const { turn } = best.statement;
  const about = ({ stems }: Statement) => draft.memory.sharedWeight(stems, best.statement.stems);
  const claim = claims.reduce((nearest, each) => (about(each) > about(nearest) ? each : nearest));
  const saidBefore = draft.memory.all.some(
    (earlier) =>
      earlier.byUser && earlier.turn < turn && draft.memory.sharedWeight(claim.stems, earlier.stems) > about(claim),
  );
  return {
    memory: turn,
    text: quoted.map(({ statement }) => asItStands(statement)).join(" "),
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

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}
