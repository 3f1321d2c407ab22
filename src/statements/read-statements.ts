// Reads sentences as statements, in English; numbers, days, denials and changes in German, Spanish and French too.

import { OWN, SPEAKERS } from "../base/person-words.ts";
import type { Steps } from "../base/steps.ts";
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { readValues } from "./read-values.ts";
import { hasChanged, saysChanged } from "./says-changed.ts";
import { contentStem, type SentenceReader } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { cutTokens, partAround, type Token } from "./tokens.ts";
import { comparable, type Value } from "./value.ts";
import { MONTHS, SMALL_NUMBERS, WEEKDAYS } from "./value-words.ts";

/** A longer sentence is a list or a program: its beginning is read. UTF-16 units. */
const SENTENCE_UNITS_MAX = 2_000;
/** Of a question; longer ones bring material with them. */
export const QUESTION_SENTENCES_MAX = 32;
const STEMS_MAX = 64;
const VALUES_MAX = 64;

const CONDITIONS = wordSet(
  "if unless would could might perhaps maybe suppose imagine wenn falls würde könnte si sería podría serait pourrait",
);
/** What begins a condition that reaches over the rest of its sentence. */
const IFS = wordSet("if unless wenn falls si");
const USUAL = wordSet(
  "usually typically generally mostly normally often average most many some people commonly anything several meist meistens normalerweise üblich generalmente habituellement",
);
/** What a correction begins with, and what it says anywhere. */
const CORRECTION_STARTS = wordSet(
  "no nope nah sorry oops ups wait actually correction scratch scrap nein nee ne nö quatsch sondern perdón perdona pardon non",
);
const CORRECTION_WORDS = wordSet(
  "meant mean mixed mistake typo correction mistyped misread zahlendreher tippfehler vertippt verlesen vertan liado equivocado trompé trompée",
);
/** How far into a sentence a correction begins: "oh wait, sorry". */
const CORRECTION_START_TOKENS = 3;
/** What comes beside what is, and takes no place. */
export const ADDING = wordSet(
  "second another also too additional extra other others else besides auch zweite anderen andere también otro otra aussi autre deuxième",
);
const HISTORY =
  /\b(?:originally|at first|first planned|to begin with|your first|began with|started (?:with|at)|switched|moved (?:from|to)|went (?:to|from)|formerly|before|previously|initially|earlier|later|the day after|a week after|planned|no longer|any ?more|instead|rather|was due|were due|d'abord|prévue?s?|avait|devais|devait|ursprünglich|zuerst|erst|wären|gewesen|antes|primero|iba a|era el)\b/i;
const DENYING = wordSet("not no never nicht kein keine keinen statt pas than");
const NONES = wordSet("no kein keine keinen");
const SEGMENT_ENDS: ReadonlySet<string> = new Set([",", ";", ":", ".", "–", "—", "(", ")", "?", "!"]);
/** "You could write: …" gives words that are meant. */
const WORDED = linear(/\bcould (?:write|say|put|text)\b[^:"“]{0,40}[:"“]/i);
/** A day in German, cut off from its month by the sentence reader: "Am 4. März". */
const ENDS_IN_DAY = /(?:^|\D)\d{1,2}\.$/;

/** The first `most` sentences of a text; a long one without marks is cut before its conjunctions. */
export function* readStatements(reader: SentenceReader, text: string, most: number): Steps<Statement[]> {
  const sentences: string[] = [];
  for (const sentence of yield* reader.split(text, most)) {
    const last = sentences.at(-1);
    const [first = ""] = sentence.split(" ", 1);
    if (last !== undefined && ENDS_IN_DAY.test(last) && MONTHS.has(first.toLowerCase().replace(/[.,;:!?]$/, ""))) {
      sentences[sentences.length - 1] = `${last} ${sentence}`;
    } else sentences.push(...cutSentence(sentence.slice(0, SENTENCE_UNITS_MAX)).flatMap(cutQuestion));
    yield;
  }
  const statements: Statement[] = [];
  for (const sentence of sentences.slice(0, most)) {
    statements.push(readStatement(sentence));
    yield;
  }
  return statements;
}

/** A sentence of more tokens is taken apart. */
const RUN_ON_TOKENS = 24;
const PART_TOKENS_LEAST = 6;
const ABBREVIATIONS = wordSet("mr mrs ms dr prof st vs eg ie etc approx no ca zb bzw jr sr ave rd");

/** Where people write no capitals a full stop ends a sentence all the same; where they write no stops, "and" does. */
function cutSentence(sentence: string): string[] {
  const tokens = cutTokens(sentence);
  const cuts: number[] = [];
  let last = 0;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (before === undefined || token.kind === "mark") continue;
    const ends = before.text === "." && !token.capital && token.start > before.end;
    const stop = ends && !MONTHS.has(token.lower) && isSentenceEnd(tokens[at - 2]);
    const joined = tokens.length > RUN_ON_TOKENS && CONJUNCTIONS.has(token.lower) && at - last >= PART_TOKENS_LEAST;
    if (!stop && !(joined && tokens.length - at >= PART_TOKENS_LEAST)) continue;
    cuts.push(token.start);
    last = at;
  }
  return [0, ...cuts].map((from, at) => sentence.slice(from, cuts[at]).trim());
}

/** What a question begins with, and what begins none that tells something first. */
const ASKING = linear(
  /^\W*(?:who|whose|whats?|what['’]s|when|where|why|how|which|is|isn['’]t|are|am|do|does|don['’]t|did|can|could|should|shall|would|will|have|has|had|was|were|if|any|anything|ideas?|thoughts|wer|wie|was|wann|wo|warum|welche\p{L}*|ist|sind|bin|kann|soll|sollte|muss|darf|hast|hat|gibt|qui|que|quoi|quand|où|pourquoi|comment|combien|est-ce|quel\p{L}*|tu peux|quién|qué|cuándo|dónde|cómo|cuánt\p{L}*|puedo|puedes|es|si|wenn)(?!\p{L})/iu,
);
const TOLD_TOKENS_LEAST = 4;

/** "My plan is 20 gb for €15, is that dear?": what is told before the question. */
function cutQuestion(sentence: string): string[] {
  if (!sentence.endsWith("?") || ASKING.test(sentence)) return [sentence];
  const comma = Math.max(sentence.lastIndexOf(", "), sentence.lastIndexOf("; "), sentence.lastIndexOf(" - "));
  const [told, asked] = [sentence.slice(0, comma).trim(), sentence.slice(comma + 1).trim()];
  const tokens = cutTokens(told);
  if (comma < 0 || told.includes("?") || tokens.length < TOLD_TOKENS_LEAST) return [sentence];
  const [first = ""] = tokens.map(({ lower }) => lower);
  if (!ASKING.test(asked) && !SPEAKERS.has(first) && !OWN.has(first)) return [sentence];
  return [told, asked];
}

/** Sentences whose end the assistant speaks of itself in: "it is due on the 9th, so I'd start now" claims, and then offers. */
export function cutOffers(statement: Statement): Statement[] {
  const { text, tokens } = statement;
  if (!statement.claims || /["“”„«»]/.test(text)) return [statement];
  const offer = tokens.findIndex(
    (_, at) => at >= PART_LEAST && tokens.length - at >= PART_LEAST && offersAt(tokens, at),
  );
  if (offer < 0 || tokens.slice(0, offer).some(({ lower }) => IFS.has(lower))) return [statement];
  const cut = tokens[offer - 1]!;
  return [text.slice(0, cut.start), text.slice(cut.end)].map((part) => readStatement(part.trim()));
}

const PART_LEAST = 4;
const LINKS = wordSet("so and but then");
const OFFERS = wordSet("i'd i'll you'd");

/** Behind a mark, "so I'd …" begins. */
function offersAt(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at - 1]!;
  if (mark.kind !== "mark" || !SEGMENT_ENDS.has(mark.text)) return false;
  const [first = "", second = ""] = [tokens[at]?.lower, tokens[at + 1]?.lower];
  return OFFERS.has(LINKS.has(first) ? second : first);
}

function isSentenceEnd(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== "mark" && token.text.length > 1 && !ABBREVIATIONS.has(token.lower);
}

export function readStatement(sentence: string): Statement {
  const text = sentence;
  const tokens = cutTokens(text);
  const has = (words: ReadonlySet<string>) => tokens.some(({ lower }) => words.has(lower));
  const values = readValues(tokens).slice(0, VALUES_MAX);
  const starts = tokens.slice(0, CORRECTION_START_TOKENS).some(({ lower }) => CORRECTION_STARTS.has(lower));
  const corrects = starts || has(CORRECTION_WORDS);
  const conditional = !WORDED.test(text) && tokens.some(isCondition);
  return {
    text,
    tokens,
    stems: stemsOf(tokens),
    values,
    denied: new Set(values.filter((value) => isDenied(tokens, value) || isTakenBack(tokens, value, values))),
    conditional: new Set(conditional ? values.filter((value) => isConditional(tokens, value)) : []),
    negated: isNegated(tokens),
    claims: !tokens.some((token) => token.text === "?" || token.text === "¿"),
    general: has(USUAL),
    changes: corrects || saysChanged(text, tokens, values),
    corrects,
    adds: has(ADDING),
    ofSpeaker: has(SPEAKER),
    relativeTime: has(RELATIVE_TIMES),
    tellsHistory: HISTORY.test(text),
  };
}

const NEGATIONS = wordSet(
  "not no never none nobody nothing nowhere neither nor without cannot nicht kein keine nie sin ni nunca pas jamais",
);

/** "No, it is Wednesday" denies what went before, not the sentence. */
export function isNegated(tokens: readonly Token[]): boolean {
  const rest =
    tokens.length > 1 && REPLIES.has(tokens[0]!.lower) && tokens[1]!.kind === "mark" ? tokens.slice(1) : tokens;
  return rest.some(({ lower }) => NEGATIONS.has(lower) || lower.endsWith("n't"));
}

const RELATIVE_TIMES = wordSet(
  "yesterday today tonight tomorrow ago last next gestern heute morgen letzte letzten nächste ayer hoy mañana hier demain",
);
const SPEAKER = wordSet("i i'm i've i'll i'd my me mine we we're our us ich mein meine wir yo mi je mon ma nous");
const REPLIES = wordSet("no nope nah nein non");

function stemsOf(tokens: readonly Token[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "word") continue;
    const word = plainWord(token);
    const stem = SMALL_NUMBERS.has(word) ? null : contentStem(word);
    if (stem !== null) stems.add(stem);
    if (stems.size === STEMS_MAX) break;
  }
  return stems;
}

function isCondition({ lower }: Token): boolean {
  return CONDITIONS.has(lower) || lower.endsWith("'d");
}

/** Within the four words before it, or right after it ("Wednesdays any more"), the value is denied. */
function isDenied(tokens: readonly Token[], { from, to }: Value): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 4); at--) {
    const { lower } = tokens[at]!;
    if (SEGMENT_ENDS.has(lower)) break;
    // "No driving for 8 weeks" denies the driving.
    if (NONES.has(lower) && from - at > 2) break;
    if (DENYING.has(lower) || lower.endsWith("n't") || lower === "cant") return true;
    if (lower === "of" && tokens[at - 1]?.lower === "instead") return true;
  }
  if (isLeft(tokens, from, to)) return true;
  const [first = "", second = "", third = ""] = tokens.slice(to, to + 3).map(({ lower }) => lower);
  const more = (one: string, other: string) =>
    (one === "any" && other === "more") || (one === "no" && other === "longer");
  return [first, second, third].includes("anymore") || more(first, second);
}

/** "For Sunday … I mean Saturday": what stands behind takes its place. */
function isTakenBack(tokens: readonly Token[], value: Value, values: readonly Value[]): boolean {
  const next = values.find((other) => other.from >= value.to && comparable(other, value));
  if (next === undefined || next.from - value.to > TAKEN_BACK_TOKENS_MAX) return false;
  const between = tokens.slice(value.to, next.from).map(({ lower }) => lower);
  return TAKES_BACK.test(` ${between.join(" ")} `);
}

const TAKEN_BACK_TOKENS_MAX = 8;
const TAKES_BACK = / i (?:mean|meant) | (?:no|oh) wait | sorry | scratch that | make that | or rather /;

const SLIPS = wordSet(
  "typo mistake wrong slip error zahlendreher tippfehler fehler falsch versehen erreur faute coquille errata",
);

/** "From Mondays to Fridays", "was 7 now it's 8.30", "the 85 was a typo". */
function isLeft(tokens: readonly Token[], from: number, to: number): boolean {
  const after = tokens.slice(to, to + 3).map(({ lower }) => lower);
  if (/^(?:was|is|were|war|waren|était|era|fue)$/.test(after[0] ?? "") && after.some((word) => SLIPS.has(word)))
    return true;
  const before = [tokens[from - 1]?.lower ?? "", tokens[from - 2]?.lower ?? ""];
  if (before.includes("was") || before.includes("war") || before.includes("era"))
    return after.some((word) => NOWS.has(word));
  return (
    before.includes("from") &&
    after[0] === "to" &&
    (hasChanged(tokens, from) ||
      tokens.some(({ lower }) => lower === "moved" || lower === "changed" || lower === "switched"))
  );
}

const NOWS = wordSet("now jetzt ahora maintenant");

/** Its own part of the sentence has a condition, or a part before it says "if". */
function isConditional(tokens: readonly Token[], value: Value): boolean {
  const { start, end } = partAround(tokens, value, ({ text }) => SEGMENT_ENDS.has(text));
  return tokens.slice(start, end).some(isCondition) || tokens.slice(0, start).some(({ lower }) => IFS.has(lower));
}

/** The parts of a statement between its commas and conjunctions. */
export function clausesOf({ tokens }: Statement): Token[][] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    const ends = SEGMENT_ENDS.has(token.text) || CONJUNCTIONS.has(token.lower) || CONTRASTING.has(token.lower);
    if (ends) clauses.push([]);
    else clauses.at(-1)!.push(token);
  }
  return clauses.filter((clause) => clause.length > 0);
}

const CONTRASTING = wordSet("though although while whereas however yet obwohl während aunque mientras quoique");
const CONJUNCTIONS = wordSet("but and because aber und weil pero y porque mais et");

const NO_NAMES = wordSet(
  "i i'm i've i'll i'd ok dear hi hello hey thanks thank best kind regards love mr mrs ms dr prof the a an",
);

/** Whether a token is written as a name: with a capital, within a sentence. */
export function isWrittenAsName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.kind !== "word" || !token.capital || token.text.length < 2) return false;
  const word = plainWord(token);
  if (NO_NAMES.has(word) || WEEKDAYS.has(word) || MONTHS.has(word)) return false;
  const before = tokens[at - 1];
  return (
    before !== undefined &&
    (before.kind !== "mark" || before.text === "," || before.text === "(" || before.text === "&")
  );
}

/** Tokens that are written as names; the first of a sentence too, where it has a capital and one of `afterFirst` follows: "Bo is 9". */
export function namesIn(tokens: readonly Token[], afterFirst: ReadonlySet<string>): Token[] {
  const [first, second] = tokens;
  const begins = first?.capital === true && afterFirst.has(second?.lower ?? "") && contentStem(first.lower) !== null;
  return tokens.filter((_, at) => isWrittenAsName(tokens, at) || (at === 0 && begins));
}
