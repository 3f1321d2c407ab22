// Finds what a draft tells of somebody in words that memory has of somebody else alone: "Sofie can't have milk", where Emil can't.
import { oncePer } from "../base/once-per.ts";
import { wordSet } from "../base/word-set.ts";
import type { Draft } from "./draft.ts";
import { isOfPast } from "./ended-statements.ts";
import { areForeign } from "./function-words.ts";
import { clausesOf, isNegated, namesIn } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { KINSHIP } from "./value-words.ts";

/** What a part of a sentence tells, and of whom. */
interface Part<S extends Statement> {
  readonly of: S;
  /** Names, relations, and SELF. */
  readonly holders: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly hasValue: boolean;
  readonly negated: boolean;
  /** It may speak of who was named before. */
  readonly pointsBack: boolean;
}

const SELF = "";
/** Words and marks of an answer: a longer one tells how it came. */
const TOKENS_MAX = 16;
const PARTS_MAX = 12;
const TOLD_MAX = 512;
const I = wordSet("i i'm im i've i'll i'd me myself");
const YOU = wordSet("you you're you've you'll you'd yourself");
/** What follows a name that begins a sentence. */
const AFTER_FIRST = wordSet(
  "is was has had does did gets got can can't cannot will won't plays takes needs wants goes works lives likes loves hates drives and",
);
const POINTING = wordSet("he she her his him they them their it its who that this these those one both");
/** English words that say that things were exchanged, or why they are otherwise: a sentence with one of them is left to the judge. */
const EXCHANGES = wordSet(
  "swap swaps swapped swopped swapping trade traded exchanged exchange switched switch changed instead now since as after because took takes over handed used no longer anymore",
);

/** null where memory tells it of that person too, of several, or of nobody. */
export function swappedWords(draft: Draft, statement: Statement): RememberedStatement | null {
  const { answerTokens, composed } = draft.features;
  if (answerTokens! > Math.log1p(TOKENS_MAX) || composed === 1) return null;
  if (isExchange(statement) || statement.changes || isOfPast(statement) || areForeign([...draft.asked, statement]))
    return null;
  const people = peopleOf(draft);
  for (const part of partsOf(statement, people, YOU)) {
    const [holder, ...more] = part.holders;
    if (holder === undefined || more.length > 0) continue;
    const told = toldIn(draft);
    const isOwn = ({ holders }: Part<RememberedStatement>) => holders.has(holder);
    // "Who can't have milk?" "Sofie."
    const asks = part.pointsBack || (part.stems.size === 0 && !part.hasValue);
    const stems = asks
      ? [...part.stems, ...[...draft.focus].filter((stem) => !isPerson(people, stem))]
      : [...part.stems];
    if (told.some((each) => isOwn(each) && stems.some((stem) => each.stems.has(stem)))) continue;
    for (const stem of stems) {
      const others = told.filter((each) => each.stems.has(stem));
      const last = others.at(-1);
      if (last === undefined || !others.every((each) => isOfOne(each) && each.negated === part.negated)) continue;
      const isBeside = (each: Part<RememberedStatement>) =>
        each.of.turn === last.of.turn &&
        isOwn(each) &&
        each.holders.size === 1 &&
        (each.stems.size > 0 || each.hasValue);
      if (told.some(isBeside) && !mayHaveChanged(draft, last, { holder, stem })) return last.of;
    }
  }
  return null;
}

function isOfOne({ holders, pointsBack }: Part<Statement>): boolean {
  return holders.size === 1 && !holders.has(SELF) && !pointsBack;
}

function isExchange({ tokens }: Statement): boolean {
  return tokens.some(({ lower }) => EXCHANGES.has(lower));
}

function mayHaveChanged(
  { memory }: Draft,
  { of }: Part<RememberedStatement>,
  { holder, stem }: { readonly holder: string; readonly stem: string },
): boolean {
  if (isExchange(of)) return true;
  return memory.all.some(
    (later) =>
      later.byUser &&
      later.at > of.at &&
      (later.changes || isExchange(later)) &&
      (later.turn === of.turn || later.stems.has(stem) || later.tokens.some((token) => plainWord(token) === holder)),
  );
}

const peopleOf = oncePer(
  ({ memory, claims }: Draft): ReadonlySet<string> =>
    new Set([
      ...memory.names,
      ...[...memory.all.filter(({ byUser }) => byUser), ...claims].flatMap(({ tokens }) =>
        namesIn(tokens, AFTER_FIRST).map(plainWord),
      ),
    ]),
);

function isPerson(people: ReadonlySet<string>, stem: string): boolean {
  return people.has(stem) || KINSHIP.has(stem);
}

const toldIn = oncePer((draft: Draft): readonly Part<RememberedStatement>[] =>
  draft.memory.all
    .filter(({ byUser, claims }) => byUser && claims)
    .flatMap((each) => partsOf(each, peopleOf(draft), I))
    .slice(-TOLD_MAX),
);

function partsOf<S extends Statement>(of: S, people: ReadonlySet<string>, self: ReadonlySet<string>): Part<S>[] {
  const inValues = new Set(of.values.flatMap(({ from, to }) => of.tokens.slice(from, to)));
  return clausesOf(of)
    .slice(0, PARTS_MAX)
    .map((tokens) => {
      const holders = new Set<string>();
      const stems = new Set<string>();
      for (const token of tokens) {
        const word = plainWord(token);
        const stem = token.kind === "word" && !inValues.has(token) ? contentStem(word) : null;
        if (self.has(token.lower)) holders.add(SELF);
        else if (people.has(word)) holders.add(word);
        else if (KINSHIP.has(word)) holders.add(KINSHIP.get(word)!);
        else if (stem !== null) stems.add(stem);
      }
      return {
        ...{ of, holders, stems, negated: isNegated(tokens) },
        hasValue: tokens.some((token) => inValues.has(token)),
        pointsBack: tokens.some(({ lower }) => POINTING.has(lower)),
      };
    });
}
