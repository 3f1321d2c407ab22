// Reads what somebody has one of at a time: where they live or a thing is, their work, name, diet, who has a role to them.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { heldDiet } from "./held-diets.ts";
import { askedRole, heldRoles } from "./held-roles.ts";
import { isNegated } from "./read-statements.ts";
import { contentStem } from "./sentence-reader.ts";
import { type HeldState, holderOf, SELF, subjectBefore, USER } from "./state.ts";
import { plainWord, type Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";
import { ENDS_NAME, tellsBeside, toldStates } from "./told-states.ts";
import { CHOICES, MONTHS, WEEKDAYS } from "./value-words.ts";

const LIVING = wordSet("live lives living reside resides residing based located settled");
const BEING = wordSet("is are am i'm we're you're he's she's it's they're im");
/** Of these verbs somebody else is the subject: "lives", "he's". */
const THIRD = /s$|^they're$/;
const MOVED = wordSet("moved relocated resettled emigrated");
const BEFORE_PLACE = wordSet("in at");
/** Between a verb and its place. */
const ADVERBS = wordSet("now currently just still both all back over down up out again finally here home together");
const NEW = wordSet("now nowadays currently");
/** Written with a capital, and places that nobody lives in. */
const NO_PLACES = wordSet(
  `slack teams zoom notion jira linux windows mac macos ios android iphone discord whatsapp signal telegram gmail outlook spotify
  netflix postgres postgresql mysql sqlite mongodb python java javascript typescript rust go kotlin react vue svelte angular github
  gitlab azure aws gcp kubernetes docker sales marketing finance engineering operations management support product design hr it
  excel sheets figma obsidian trello asana linear i`,
);
const PLACE_WORDS_MAX = 3;
/** What may follow a place that is written small. */
const AFTER_PLACE = ENDS_NAME.union(wordSet("two three next"));
/** A stay, something long ago, or what is not so at all. */
const NO_LASTING = linear(
  String.raw`\b(?:if|would|could|might|maybe|perhaps|nearly|almost|wish(?:es|ed)?|want(?:s|ed)?|dream\p{L}*|when (?:i|we) (?:was|were)|years ago|as a (?:kid|child)|back then|in (?:19|20)\d\d|for (?:a|an|the|one|two|three|four|some|work|\d+)|until|till|originally|before (?:that|we|i|moving)|holidays?|vacation|trip|visit\p{L}*|hotel|airbnb|conference)\b`,
  "iu",
);

/** At most one of each kind, but for roles. `cued`: the turn tells of a change of work. */
export function heldStates(statement: Statement, cued: boolean): HeldState[] {
  if (statement.tokens.length > TOKENS_MAX) return [];
  const plain = isNegated(statement.tokens) ? [] : [placeOf(statement), workOf(statement, cued)];
  const found = plain.filter((state) => state !== null);
  const others = [...toldStates(statement, false), ...heldDiet(statement), ...heldRoles(statement)];
  return [...found, ...others.filter(({ kind }) => kind === "role" || !found.some((state) => state.kind === kind))];
}

/** A longer statement tells of many things. */
const TOKENS_MAX = 40;

function placeOf({ tokens, text }: Statement): HeldState | null {
  if (NO_LASTING.test(text)) return null;
  for (const [at, { lower }] of tokens.entries()) {
    const moves = MOVED.has(lower);
    const isThere = BEING.has(lower);
    if (!moves && !isThere && !LIVING.has(lower)) continue;
    const words = placeBehind(tokens, at + 1, moves ? TO : BEFORE_PLACE);
    if (words === null) continue;
    const changes = moves || tokens.some((token) => NEW.has(token.lower));
    const holder = SELF.has(lower) ? USER : subjectBefore(tokens.slice(0, at), THIRD.test(lower));
    // "We're in Porto" may be a journey.
    if (holder === null || (isThere && holder === USER && !changes)) continue;
    return { kind: "place", holder, words, changes };
  }
  return null;
}

const TO = wordSet("to");

function placeBehind(tokens: readonly Token[], from: number, before: ReadonlySet<string>): ReadonlySet<string> | null {
  let at = from;
  while (ADVERBS.has(tokens[at]?.lower ?? "")) at++;
  if (!before.has(tokens[at]?.lower ?? "")) return null;
  at++;
  const isNamed = tokens[at]?.lower === "the" && tokens[at + 1]?.capital === true;
  const words = wordsOfPlace(tokens, isNamed ? at + 1 : at);
  return words.length === 0 || words.some((word) => NO_PLACES.has(word)) ? null : new Set(words);
}

function wordsOfPlace(tokens: readonly Token[], from: number): string[] {
  const words: string[] = [];
  for (const token of tokens.slice(from, from + PLACE_WORDS_MAX)) {
    const isPlace = token.kind === "word" && !WEEKDAYS.has(token.lower) && !MONTHS.has(token.lower);
    if (!isPlace || !token.capital) break;
    words.push(plainWord(token));
  }
  const [first, next] = [tokens[from], tokens[from + 1]];
  if (words.length > 0) return next?.kind === "word" && words.length === 1 && isNoun(next) ? [] : words;
  const isSmall = first?.kind === "word" && contentStem(first.lower) !== null && !WEEKDAYS.has(first.lower);
  const ends = next === undefined || next.kind === "mark" || AFTER_PLACE.has(next.lower);
  return isSmall && ends && !MONTHS.has(first.lower) ? [first.lower] : [];
}

/** "Slovak beer", "Lisbon office": what the capital only describes. */
function isNoun(token: Token): boolean {
  return !AFTER_PLACE.has(token.lower) && contentStem(token.lower) !== null && !TIMES.has(token.lower);
}

const TIMES = wordSet("yesterday today recently finally again together anyway already permanently officially");

/** Whether a statement tells that the user's work is another than before. */
export function tellsNewWork({ text }: Statement): boolean {
  return NEW_WORK.test(text);
}

const NEW_WORK = linear(
  /\b(?:promoted|promotion|(?:new|switched|changed|change of|left my|quit my) (?:jobs?|careers?|positions?)|career change|retrained|requalified|got the job|hired (?:me|as)|started (?:a new|my new|the new) job)\b/i,
);
/** "I'm a nurse", "I work as a nurse". */
const WORKS = linear(
  /(?:^|[\s,;.!(])(?:i am|i['’]m|im|you are|you['’]re|(?:i|you|and) (?:now )?work as|(?:i|you)(?:['’]ve| have)? (?:just |recently )?(?:became|become|been promoted to)|(?:i was|i got|you were|you got) promoted to|(?:my|your) (?:new )?job is|(?:i['’]ve |i )?(?:just )?started as) (?:now )?(?:an? |the )?([\p{L}-]+(?: [\p{L}-]+){0,4})/iu,
);
const AFTER_WORK = /^(?:now|at|in|for|since|and|with|who|here|from|there|these|by|but|as|anymore|today|on)$/;
const OF_AREA = /^(?:head|director|chief|vp|manager|lead|chair|dean|partner)$/;
function workOf(statement: Statement, cued: boolean): HeldState | null {
  const { text } = statement;
  const [whole = "", phrase] = WORKS.exec(text) ?? [];
  if (phrase === undefined || tellsBeside(text, "work") || statement.conditional.size > 0) return null;
  const all = phrase.toLowerCase().split(" ");
  const end = all.findIndex((word) => AFTER_WORK.test(word));
  const words = (end < 0 ? all : all.slice(0, end)).filter((word) => word !== "of" && contentStem(word) !== null);
  const isWork = words.some((word) => CHOICES.get(word)?.of === "role" || OF_AREA.test(word));
  const isPromotion = /promoted to/i.test(whole);
  if (words.length === 0 || (!isWork && !isPromotion)) return null;
  const changes = isPromotion || cued;
  return { kind: "work", holder: USER, words: new Set(words), changes };
}

/** What a question asks for, and of whom; null: no such state. */
export function askedState(question: Statement): Pick<HeldState, "kind" | "holder"> | null {
  const { tokens, text } = question;
  if (MY_NAME.test(text)) return { kind: "name", holder: USER };
  if (MY_WORK.test(text)) return { kind: "work", holder: USER };
  if (MY_EMPLOYER.test(text)) return { kind: "employer", holder: USER };
  if (MY_PLACE.test(text)) return { kind: "place", holder: USER };
  const role = askedRole(question);
  if (role !== null && WHO.test(text)) return { kind: "role", holder: role };
  const where = tokens.findIndex(({ lower }) => lower === "where" || lower === "where's");
  if (where < 0) return null;
  const rest = tokens.slice(where + 1);
  const verb = rest.findIndex(({ lower }) => LIVING.has(lower));
  if (verb > 0) {
    const holder = subjectBefore(rest.slice(0, verb));
    return holder === null ? null : { kind: "place", holder };
  }
  const noun = rest.find((token) => token.kind === "word" && contentStem(plainWord(token)) !== null);
  const holder = noun === undefined ? null : holderOf(plainWord(noun));
  return holder === null ? null : { kind: "place", holder: holder === "home" ? USER : holder };
}

const MY_NAME =
  /\bmy name\b|\bam i called\b|\bheiße ich\b|\bmein name\b|\bje m['’]appelle\b|\bme llamo\b|\bmi nombre\b/i;
const MY_WORK = /\bmy (?:job|occupation|profession|position)\b|\bdo i (?:do|work as)\b|\bwhat am i\b/i;
const MY_EMPLOYER =
  /\bwhere (?:do|am) i (?:now )?work|\bwho do i work for\b|\bmy employer\b|\bwo arbeite ich\b|\bje (?:bosse|travaille) (?:où|chez)|\bd[oó]nde (?:trabajo|curro)\b/iu;
const MY_PLACE =
  /\bwo (?:wohnen? (?:ich|wir)|wohn ich|leben? (?:ich|wir))\b|\b(?:habite|vit|habitons) où\b|\boù (?:est-ce (?:que|qu['’]) ?)?(?:j['’]habite|on habite|on vit|habit)|\bd[oó]nde (?:vivo|vivimos)\b|\bwelcher stadt (?:wohn|leb)|\bquelle ville\b|\bqué ciudad (?:vivo|vivimos)\b/iu;
const WHO =
  /(?<!\p{L})(?:who|who['’]s|name|called|wer|wie heißt|qui|comment s['’]appelle|quién|cómo se llama)(?!\p{L})/iu;

/** The content words of an answer of a few words: "In Porto." */
export function bareWords({ tokens }: Statement): ReadonlySet<string> {
  if (tokens.length > BARE_TOKENS_MAX) return new Set();
  const words = tokens.filter(({ kind, lower }) => kind === "word" && contentStem(lower) !== null);
  return new Set(words.map(plainWord));
}

const BARE_TOKENS_MAX = 6;
