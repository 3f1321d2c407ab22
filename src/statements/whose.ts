// Tells whose a statement is, and of what kind the thing is: what is told of Zoé's class or of the haircut is not told of mine or of the dentist.

import { oncePer } from "../base/once-per.ts";
import { ARTICLES, OWN, THEIRS } from "../base/person-words.ts";
import { wordSet } from "../base/word-set.ts";
import { functionWords } from "./function-words.ts";
import { isWrittenAsName } from "./read-statements.ts";
import { isChangeVerb } from "./says-changed.ts";
import { contentStem } from "./sentence-reader.ts";
import { holderOf, SELF } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { KINSHIP } from "./value-words.ts";

const BEFORE_THINGS = ARTICLES.union(OWN);
/** Between a thing and whose it is, or of what kind. */
const OF = wordSet("of von vom de del du des d'");
const WITH = wordSet("at with for in bei beim mit im chez con en für pour para au avec");
/** A thing behind one of these is where something is, and not what is told of. */
const PLACED = wordSet(
  "to at in on from for with by of zu zum zur in im an am bei beim mit von nach a en con de del à au chez dans avec",
);
const GENITIVES = wordSet("meiner meines unserer unseres seiner seines ihrer ihres deiner deines der des");
const PEOPLE = wordSet(
  "friends neighbours neighbors colleagues cousins landlord ex kollegen vecinos amigos compañero compañera collègues copain copine",
);
/** They say which of the same things, and not which thing. */
const NO_KINDS = wordSet(
  "whole entire new next weekly daily monthly regular usual first second final last big annual yearly other same old planned upcoming",
);
const KIND_WORDS_MAX = 3;

/** A statement of the user's or of an answer, and which turn said it. */
interface Said extends Statement {
  readonly turn: number;
  readonly byUser: boolean;
}

interface Memory {
  readonly all: readonly Said[];
  stemsOfTurn(turn: number): ReadonlySet<string>;
}

interface Described {
  /** Who it is of, but the user. */
  readonly owners: ReadonlySet<string>;
  /** It is the user's own. */
  readonly own: boolean;
  /** Stem of a thing -> the words that tell it from its like. */
  readonly kinds: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether a statement tells of somebody else's, or of a thing of another kind, than an earlier one does. */
export function isOfAnothers(memory: Memory, statement: Statement, earlier: Said): boolean {
  const [one, other] = [describe(statement), describe(earlier)];
  if (one.owners.size > 0 && !isSpokenOf(memory, one.owners, earlier)) return true;
  const isOwn = one.own && !other.own && other.owners.size > 0 && one.owners.size === 0;
  if (isOwn && other.owners.isDisjointFrom(holdersIn(statement))) return true;
  return [...one.kinds].some(([stem, kinds]) => {
    const others = other.kinds.get(stem);
    if (others === undefined || others.size === 0 || kinds.size === 0) return false;
    const isApart = kinds.isDisjointFrom(memory.stemsOfTurn(earlier.turn)) && others.isDisjointFrom(statement.stems);
    return isApart && !areTied(memory, kinds, others);
  });
}

/** Whether a statement tells of the user, as far as it says of whom it tells. */
export function isOfUser({ tokens }: Statement): boolean {
  const [first, second] = tokens;
  if (first === undefined || SELF.has(first.lower)) return true;
  return !isPerson(tokens, BEFORE_THINGS.has(first.lower) ? 1 : 0) && second?.lower !== "'s";
}

/** Whether an earlier statement speaks of one of these people, by a name or as whose relative they are known. */
export function isSpokenOf(memory: Memory, people: ReadonlySet<string>, earlier: Said): boolean {
  const spoken = holdersIn(earlier);
  if (!people.isDisjointFrom(spoken) || !people.isDisjointFrom(memory.stemsOfTurn(earlier.turn))) return true;
  const kin = spoken.intersection(KIN);
  const names = new Set(
    earlier.tokens.flatMap((token, at) => {
      const name = holderOf(plainWord(token));
      const isName = isWrittenAsName(earlier.tokens, at) || describe(earlier).owners.has(name ?? "");
      return isName && name !== null ? name : [];
    }),
  );
  return memory.all.some((each) => {
    const holders = holdersIn(each);
    const meant = people.intersection(holders);
    if (!each.byUser || each === earlier || meant.size === 0) return false;
    return !holders.isDisjointFrom(kin) || (!meant.isDisjointFrom(KIN) && !holders.isDisjointFrom(names));
  });
}

const KIN: ReadonlySet<string> = new Set(KINSHIP.values());

function areTied(memory: Memory, kinds: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return memory.all.some(
    ({ byUser, stems }) => byUser && !kinds.isDisjointFrom(stems) && !others.isDisjointFrom(stems),
  );
}

/** Everybody and everything that a statement names. */
const holdersIn = oncePer(({ tokens }: Statement): ReadonlySet<string> => {
  const words = tokens.filter(({ kind }) => kind === "word");
  return new Set(words.flatMap((token) => holderOf(plainWord(token)) ?? []));
});

const describe = oncePer((statement: Statement): Described => {
  const { tokens } = statement;
  const isEmpty = functionWords(statement);
  const days = new Set(
    statement.values.flatMap((value) =>
      value.type === "choice" && value.of !== "weekday"
        ? []
        : Array.from({ length: value.to - value.from }, (_, at) => value.from + at),
    ),
  );
  const telling = tokens.map((token, at) => {
    const word = plainWord(token);
    const isTelling = token.kind === "word" && !isEmpty(token) && !isChangeVerb(token) && !days.has(at);
    return isTelling && contentStem(word) !== null && !NO_KINDS.has(word) ? word : null;
  });
  const owners = new Set<string>();
  const kinds = new Map<string, ReadonlySet<string>>();
  for (const [at, word] of telling.entries()) {
    if (word === null) continue;
    const before = telling.slice(Math.max(0, at - KIND_WORDS_MAX), at);
    const from = at - before.length + before.lastIndexOf(null) + 1;
    const isPlaced = PLACED.has(tokens[from - 1]?.lower ?? "") || PLACED.has(tokens[from - 2]?.lower ?? "");
    const owner = tokens.slice(from, at).findIndex((_, place) => isPossessive(tokens, from + place));
    const possessor = owner < 0 ? null : holderOf(withoutEnding(tokens[from + owner]!));
    const behind = wordBehind(tokens, telling, at);
    if (!isPlaced && possessor !== null) owners.add(possessor);
    if (!isPlaced && behind?.isOwner === true) owners.add(holderOf(behind.word) ?? behind.word);
    if (THEIRS.has(tokens[from - 1]?.lower ?? "")) for (const each of subjectOf(tokens, telling)) owners.add(each);
    const own = telling.slice(Math.max(from, from + owner + 1), at);
    if (behind !== null && !behind.isOwner) own.push(behind.word);
    kinds.set(contentStem(word)!, new Set(own.flatMap((each) => (each === null ? [] : (contentStem(each) ?? [])))));
  }
  for (const owner of movedInto(tokens, telling)) owners.add(owner);
  const isOwn = tokens.some(
    ({ lower }, at) =>
      (SELF.has(lower) && lower !== "on") || (OWN.has(lower) && !isPerson(tokens, at + 1) && !GENITIVES.has(lower)),
  );
  return { owners, own: isOwn, kinds };
});

/** "The Webers moved to flat 9": the flat is theirs. */
function movedInto(tokens: readonly Token[], telling: readonly (string | null)[]): string[] {
  const at = tokens.findIndex(
    ({ lower }, verb) =>
      lower === "moved" &&
      tokens[verb + 1]?.lower === "to" &&
      telling[verb + 2] != null &&
      tokens[verb + 3]?.kind === "number",
  );
  const who = telling[at - 1];
  return at < 0 || who == null ? [] : [holderOf(who) ?? who];
}

/** "Zoé's class", "Toms class", "Annas Kurs". */
function isPossessive(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (plainWord(token) !== token.lower) return true;
  return at === 0 && token.capital && /\p{L}{2}s$/u.test(token.text) && tokens[1]?.kind === "word";
}

function withoutEnding(token: Token): string {
  const word = plainWord(token);
  return word === token.lower && !KINSHIP.has(word) ? word.replace(/s$/, "") : word;
}

function isPerson(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== "word") return false;
  const word = plainWord(token);
  return KINSHIP.has(word) || PEOPLE.has(word);
}

/** "The class of my son", "der Kurs meiner Tochter", "le rdv de Paul"; "cours de danse", "appointment at the dentist". */
function wordBehind(
  tokens: readonly Token[],
  telling: readonly (string | null)[],
  at: number,
): { readonly word: string; readonly isOwner: boolean } | null {
  const link = tokens[at + 1]?.lower ?? "";
  if (GENITIVES.has(link) && telling[at + 2] != null && (isPerson(tokens, at + 2) || !/^(?:der|des)$/.test(link)))
    return { word: telling[at + 2]!, isOwner: true };
  if (link.startsWith("d'") && link.length > 2) return { word: link, isOwner: false };
  if (!OF.has(link) && !WITH.has(link)) return null;
  const place = BEFORE_THINGS.has(tokens[at + 2]?.lower ?? "") ? at + 3 : at + 2;
  const word = telling[place];
  if (word == null) return null;
  const isOwner = OF.has(link) && (isPerson(tokens, place) || isWrittenAsName(tokens, place));
  return { word, isOwner };
}

/** Who a statement begins with, but the user. */
function subjectOf(tokens: readonly Token[], telling: readonly (string | null)[]): string[] {
  const from = BEFORE_THINGS.has(tokens[0]?.lower ?? "") ? 1 : 0;
  const end = telling.indexOf(null, from);
  const last = telling.slice(from, Math.min(from + KIND_WORDS_MAX, end < 0 ? telling.length : end)).at(-1);
  const owner = last == null ? null : holderOf(last);
  return owner === null ? [] : [owner];
}
