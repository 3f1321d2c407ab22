// Tells what memory says of another thing than the question names: the budget meeting where it asks for the design meeting.
import { oncePer } from "../base/once-per.ts";
import { ARTICLES, POSSESSIVES, THEIRS } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import { stemsByToken } from "./near-words.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { Statement } from "./statement.ts";

/** They stand before a thing that is named. */
const BEFORE_THINGS = ARTICLES.union(POSSESSIVES).union(THEIRS).union(wordSet("its this that"));
/** Things that a question names, and words of one. */
const THINGS_MAX = 8;
const THING_WORDS_MAX = 3;

/** What is named behind an article: "the design meeting". */
interface Thing {
  readonly stems: readonly string[];
  /** Somebody's own. */
  readonly owned: boolean;
  /** What the whole statement is about. */
  readonly begins: boolean;
}

/** Whether all that the question names in words of its own stands under another name there. */
export function isOfOtherThing(draft: Draft, remembered: RememberedStatement): boolean {
  if (draft.question.kinds.size === 0) return false;
  const asked = draft.asked.flatMap(thingsOf).slice(0, THINGS_MAX);
  if (asked.length === 0) return false;
  const ofTurn = draft.memory.contextOfTurn(remembered.turn);
  const known = thingsOf(remembered);
  return asked.some((thing) => known.some((other) => areOfTwo(draft, thing, other, ofTurn)));
}

/** Neither has the word that tells the other from its like. */
function areOfTwo(draft: Draft, asked: Thing, known: Thing, ofTurn: ReadonlySet<string>): boolean {
  const isOwn = (one: string, other: string) => !ofTurn.has(one) && !draft.focus.has(other) && !isTold(draft, other);
  for (const [at, stem] of asked.stems.entries()) {
    const there = known.stems.indexOf(stem);
    if (at > 0 && there > 0) return isOwn(asked.stems[at - 1]!, known.stems[there - 1]!);
  }
  // "My gf Catarina" is no other than "my girlfriend" where the answer speaks of Catarina.
  if (known.stems.slice(1).some((stem) => isTold(draft, stem))) return false;
  return asked.owned && known.owned && known.begins && isOwn(asked.stems[0]!, known.stems[0]!);
}

function isTold({ statements }: Draft, stem: string): boolean {
  return statements.some(({ stems }) => stems.has(stem));
}

const thingsOf = oncePer((statement: Statement) =>
  statement.tokens.flatMap(({ lower }, at) => (BEFORE_THINGS.has(lower) ? thingBehind(statement, at) : [])),
);

function thingBehind(statement: Statement, article: number): Thing[] {
  const stems: string[] = [];
  for (const stem of stemsByToken(statement).slice(article + 1, article + 1 + THING_WORDS_MAX)) {
    if (stem === null) break;
    stems.push(stem);
  }
  const { lower } = statement.tokens[article]!;
  return stems.length === 0 ? [] : [{ stems, owned: POSSESSIVES.has(lower), begins: article === 0 }];
}
