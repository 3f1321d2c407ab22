// Finds who or what gave way: "Sumit left. Now Bhaskar", "Mayfair is full, booked Hans Coco Palms", "quit Lakeline, too slow".
import { SPEAKERS } from "../base/person-words.ts";
import type { Steps } from "../base/steps.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import type { Draft } from "./draft.ts";
import { functionWords } from "./function-words.ts";
import { MARK, tellsSuccessor, type WayKind, waysIn } from "./given-way-cues.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { RememberedStatements } from "./remembered-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { KINSHIP, MONTHS, WEEKDAYS } from "./value-words.ts";

/** Who or what gave way. */
export interface GivenWay {
  /** Stems of its name. */
  readonly names: ReadonlySet<string>;
  /** Stems of whose it was; empty: the user's, or its own. */
  readonly of: ReadonlySet<string>;
  /** Where the user told that it gave way. */
  readonly by: RememberedStatement;
  readonly kind: WayKind;
  /** Stems of the turns that told of it before, and of what was told since. */
  readonly told: ReadonlySet<string>;
  readonly since: ReadonlySet<string>;
}

/** What is no name of somebody or something. */
const NO_ENTITY = wordSet(
  `day days week weeks month months year years time times today yesterday tomorrow tonight morning afternoon evening night weekend job work
  house home money thing things place people person one ones way lot bit kind sort news number name part end start date hour hours minute minutes
  problem question idea help school class team group office company good new old big last next first second other same more much pay price rent
  so also then now yes yeah no ok okay lol btw cost meeting appointment shift shifts lunch dinner breakfast car`,
);
/** A longer statement is a list or a program. */
const TOKENS_MAX = 80;
/** More of them are not looked at: bounds the work. */
const GIVEN_MAX = 48;
/** A word that tells less names nothing. 1: one turn alone has it. */
const WEIGHT_LEAST = 0.4;
const NOBODY: ReadonlySet<string> = new Set();

/** In the order of the statements. */
export function* findGivenWay(memory: RememberedStatements): Steps<GivenWay[]> {
  const found: GivenWay[] = [];
  for (const by of memory.all) {
    if (found.length >= GIVEN_MAX) break;
    if (!by.byUser || !by.claims || by.turn === 0 || by.tokens.length > TOKENS_MAX) continue;
    found.push(...givenWayIn(memory, by));
    yield;
  }
  return found;
}

function givenWayIn(memory: RememberedStatements, by: RememberedStatement): GivenWay[] {
  const known = knownIn(memory, by);
  if (known.size === 0) return [];
  const words = by.tokens.map(({ lower }) => lower);
  return waysIn(words, marked(by.tokens, known)).flatMap(({ of, holder, kind, rest }): GivenWay[] => {
    if (rest !== null && !isSucceeded(memory, by, rest)) return [];
    const names = namesAt(known, of);
    const told = toldOf(memory, { names, by, kind });
    if (told === null) return [];
    const since = new Set(
      memory.all.filter((each) => each.byUser && each.turn >= by.turn).flatMap((each) => [...each.stems]),
    );
    return [{ names, of: holder === null ? NOBODY : namesAt(known, holder), by, kind, told, since }];
  });
}

/** Stems of the turns that told of it before; null: none did, or it was told once more since. */
function toldOf(
  memory: RememberedStatements,
  { names, by, kind }: Pick<GivenWay, "names" | "by" | "kind">,
): ReadonlySet<string> | null {
  const named = memory.all.filter(({ byUser, stems }) => byUser && names.isSubsetOf(stems));
  const before = named.filter(({ turn }) => turn < by.turn);
  if (before.length === 0 || named.some(({ at }) => at > by.at)) return null;
  if (kind === "moved" && !before.some(({ text }) => HOUSING.test(text))) return null;
  return new Set(before.flatMap(({ turn }) => [...memory.stemsOfTurn(turn)]));
}

/** Behind it stands what takes its place: the user, or somebody or something by name. */
function isSucceeded(memory: RememberedStatements, by: RememberedStatement, rest: string): boolean {
  const later = memory.statementsOfTurn(by.turn).find(({ byUser, at }) => byUser && at > by.at);
  const next = later?.text.toLowerCase() ?? "";
  if (!tellsSuccessor(rest, next)) return false;
  if (`${rest} ${next}`.split(" ").some((word) => SPEAKERS.has(word) || word === "myself")) return true;
  return [by, ...(later === undefined ? [] : [later])].some(({ stems }) => !stems.isDisjointFrom(memory.nameStems));
}

/** Index of a token -> its stem: what the user named in an earlier turn. */
function knownIn(memory: RememberedStatements, by: RememberedStatement): Map<number, string> {
  const isEmpty = functionWords(by);
  const known = new Map<number, string>();
  for (const [at, token] of by.tokens.entries()) {
    const word = plainWord(token);
    if (token.kind !== "word" || isEmpty(token) || NO_ENTITY.has(word)) continue;
    if (KINSHIP.has(word) || WEEKDAYS.has(word) || MONTHS.has(word)) continue;
    const stem = contentStem(word);
    if (stem === null || memory.weight(stem) < WEIGHT_LEAST) continue;
    // "Two agents left".
    if (by.values.some(({ type, to }) => type === "amount" && to === at) && !memory.nameStems.has(stem)) continue;
    if (memory.toldBefore(stem, by.turn)) known.set(at, stem);
  }
  return known;
}

/** A name of several words is marked once. */
function marked(tokens: readonly Token[], known: ReadonlyMap<number, string>): string {
  const words = tokens.flatMap((token, at) => {
    if (!known.has(at)) return [token.lower];
    const name = known.has(at - 1) ? [] : [`${MARK}${at}`];
    return token.lower.endsWith("'s") ? [...name, "'s"] : name;
  });
  return ` ${words.join(" ")}`;
}

/** The words of the name that begins there. */
function namesAt(known: ReadonlyMap<number, string>, at: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let next = at; known.has(next); next++) names.add(known.get(next)!);
  return names;
}

/** What ended that which a claim of the draft states as if it were still so; null: nothing did. */
export function saysGivenWay(
  draft: Draft,
  given: readonly GivenWay[],
  statement: Statement,
): RememberedStatement | null {
  if (given.length === 0 || draft.question.history || draft.tellsOfEnd) return null;
  return given.find((each) => states(draft, statement, each))?.by ?? null;
}

/** Whether a claim that names it speaks of what it was before. */
function states(draft: Draft, statement: Statement, { names, of, kind, told, since }: GivenWay): boolean {
  const { memory, focus } = draft;
  const { stems } = statement;
  if (!names.isSubsetOf(stems) || !of.isSubsetOf(stems.union(focus))) return false;
  if (isGreeted(statement, names) && !names.isDisjointFrom(focus)) return false;
  // It tells of what came since.
  const isNew = (stem: string) => memory.nameStems.has(stem) && since.has(stem) && !told.has(stem) && !names.has(stem);
  if (kind !== "gone" && draft.saidStems.values().some(isNew)) return false;
  const isAbout = (stem: string) => !names.has(stem) && !of.has(stem) && !FAMILY.has(stem);
  const weigh = (words: ReadonlySet<string>) =>
    [...words].reduce((sum, stem) => sum + (isAbout(stem) ? memory.weight(stem) : 0), 0);
  const about = stems.union(focus).intersection(told);
  if (weigh(about.difference(since)) < weigh(stems.intersection(since).difference(told))) return false;
  const isGone = kind === "gone" && names.isSubsetOf(memory.nameStems);
  return of.size > 0 || isGone || weigh(about) >= WEIGHT_LEAST;
}

const HOUSING = linear(
  /(?<!\p{L})(?:room\p{L}*|flat\p{L}*|hous\p{L}*|liv(?:e|es|ed|ing)|lodg\p{L}*|rent\p{L}*|shar(?:e|es|ed|ing)|apartment|tenant|basement|stays?|moved in)(?!\p{L})/iu,
);
const GREETINGS = wordSet("hi hello hey dear hallo liebe lieber hola bonjour cher chère");

/** "Hi Priya, …" */
function isGreeted({ tokens }: Statement, names: ReadonlySet<string>): boolean {
  return tokens.some(
    ({ lower }, at) => GREETINGS.has(lower) && names.has(contentStem(tokens[at + 1]?.lower ?? "") ?? ""),
  );
}

/** Somebody stays a sister whatever they give up; these are so only for a time. */
const FOR_A_TIME = wordSet("flatmate colleague boss neighbour");
const FAMILY: ReadonlySet<string> = new Set(
  [...KINSHIP].flatMap(([word, member]) => (FOR_A_TIME.has(member) ? [] : (contentStem(word) ?? []))),
);
