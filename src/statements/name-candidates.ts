// The names of a sentence, of people and places, each beside a name that memory has in its place.

import { editsBetween } from "../base/nearest-name.ts";
import type { Question } from "./asked.ts";
import { type Candidate, type Features, flag } from "./candidate.ts";
import { isCountry } from "./countries.ts";
import { isDirective } from "./directives.ts";
import { stemsByToken, wordsAround } from "./near-words.ts";
import { isWrittenAsName } from "./read-statements.ts";
import type { RememberedStatement } from "./remembered-statement.ts";
import type { WordPlace } from "./remembered-statements.ts";
import type { Scene } from "./scene.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";
import { KINSHIP } from "./value-words.ts";

const NAMES_MAX = 12;
/** Names in the place of one that are looked at closely. */
const COUNTERS_MAX = 6;
/** What is less about the same thing than the best is no rival of it. */
const RIVAL_SHARE = 0.75;
/** How much it tells that two names stand alike, in words that one turn alone has. */
const ALIKE_WORTH = 0.6;
const SAME_BEFORE_WORTH = 0.3;
const UNWRITTEN_COST = 0.4;
const SLIP_LETTERS_LEAST = 4;
const NO_SLIP = 9;

const TITLES = /^(?:mr|mrs|ms|dr|prof|uncle|aunt|auntie|dear|hi|hey|hello|nurse|sister|frau|herr)$/;
const BEFORE_PLACES = /^(?:in|at|near|to|on|from|of|im|nach|en|à|a)$/;
/** Written with a capital, and no name of anybody. */
const NO_NAME =
  /^(?:yes|yeah|sure|kind|tell|hi|dear|uhr|euro|british|english|french|german|year|grade|level|set|class|please|note|ms|mr|saint|the|bonjour|hola|from|re|pm|am|january|february|christmas|easter)$/;
/** What the thing is that a name names: "Southmead Hospital". */
const KIND_OF_PLACE =
  /^(?:hospital|clinic|school|university|college|church|hotel|station|airport|street|road|avenue|lane|square|park|bridge|hall|museum|library|theatre|theater|farm|island|river|lake|valley|county|city)$/;
const NAME_CASE = /^\p{Lu}\p{Ll}+(?:['’-]\p{L}+)*$/u;
/** What follows a name that begins a sentence. */
const AFTER_FIRST = /^(?:is|was|and|has|will|does|did|,|'s|–|-|!|at|in|\.)$/;

/** A name at a place: behind a title, behind a word of place. */
interface Slot {
  readonly before: string;
  readonly titled: boolean;
  readonly placed: boolean;
}

interface Counter extends WordPlace {
  readonly word: string;
  readonly score: number;
}

export function nameCandidates(scene: Scene): Candidate[] {
  const { tokens } = scene.statement;
  const places = tokens.flatMap((_, at) => (isName(scene, at) ? [at] : [])).slice(0, NAMES_MAX);
  return places.flatMap((at, place) => candidateAt(scene, at, place) ?? []);
}

/** What was not asked for is one more name mostly, and not another. */
function asksForName({ draft: { question } }: Scene): boolean {
  return question.kinds.has("who") || question.kinds.has("where");
}

function isName(scene: Scene, at: number): boolean {
  const { draft, statement } = scene;
  const { tokens } = statement;
  const token = tokens[at]!;
  const word = plainWord(token);
  const { memory } = draft;
  if (token.kind !== "word" || !NAME_CASE.test(token.text) || NO_NAME.test(word)) return false;
  if (KINSHIP.has(word) || draft.askedWords.has(word) || tokens[at - 1]?.kind === "number") return false;
  if (KIND_OF_PLACE.test(word) && tokens[at - 1]?.capital === true) return false;
  if (isCountry(word) && memory.names.has(placeBefore(tokens, at))) return false;
  if (isWrittenAsName(tokens, at) || memory.names.has(word)) return true;
  if (!asksForName(scene) || !isFirst(tokens, at) || memory.words.has(word) || contentStem(word) === null) return false;
  // "Put Audrey's name down."
  if (isDirective(tokens.slice(at))) return false;
  const next = tokens[at + 1];
  return next === undefined || next.capital || AFTER_FIRST.test(next.lower);
}

/** "Recife", of "in Recife, Brazil", "Recife, in Brazil" and "Recife in Brazil"; "" for none. */
function placeBefore(tokens: Statement["tokens"], country: number): string {
  const before = /^(?:in|on)$/.test(tokens[country - 1]?.lower ?? "") ? country - 2 : country - 1;
  const place = tokens[tokens[before]?.text === "," ? before - 1 : before];
  return place === undefined ? "" : plainWord(place);
}

function isFirst(tokens: Statement["tokens"], at: number): boolean {
  return at === 0 || (tokens[at - 1]!.kind === "mark" && !isWrittenAsName(tokens, at));
}

function slotAt({ tokens }: Statement, at: number): Slot {
  const before = tokens[at - 1]?.lower ?? "";
  const second = tokens[at - 2]?.lower ?? "";
  return {
    before,
    titled: TITLES.test(before) || (before === "." && TITLES.test(second)),
    placed: BEFORE_PLACES.test(before) || (before === "the" && BEFORE_PLACES.test(second)),
  };
}

function candidateAt(scene: Scene, at: number, place: number): Candidate | null {
  const { draft, statement } = scene;
  const { memory } = draft;
  const token = statement.tokens[at]!;
  const word = plainWord(token);
  const near = wordsAround(statement, at, at + 1);
  const slip = memory.words.has(word) ? null : slippedFrom(scene, word);
  if (slip === null && (draft.isGerman || !asksForName(scene))) return null;
  const slot = slotAt(statement, at);
  const counters = slip === null ? countersOf(scene, word, slot) : placesOf(scene, slip);
  const counter = bestCounter(scene, counters, near);
  if (counter === null) return null;
  const known = memory.all[counter.at]!;
  const theirs = slotAt(known, counter.place);
  if (draft.question.kinds.has("where") && slot.placed && isMovedTo(scene, word, counter.at)) return null;
  return {
    family: "name",
    kind: "name",
    statement,
    remembered: known,
    said: token.text,
    known: known.tokens[counter.place]!.text,
    features: {
      ...scene.features,
      ...scene.compare(near, known, counter.place, counter.place + 1),
      ...supportOf(scene, word, near, known),
      ...neighbours(scene, at),
      known: flag(memory.words.has(word)),
      knownAsName: flag(memory.names.has(word)),
      counterIsName: flag(memory.names.has(counter.word)),
      place,
      begins: flag(isFirst(statement.tokens, at)),
      before: Math.min(20, at),
      slip: flag(slip !== null),
      slipEdits: slip === null ? NO_SLIP : editsBetween(slip, word),
      letters: word.length,
      sameLetter: flag(counter.word[0] === word[0]),
      titled: flag(slot.titled),
      knownTitled: flag(theirs.titled),
      placed: flag(slot.placed),
      knownPlaced: flag(BEFORE_PLACES.test(theirs.before)),
      rivals: rivalsOf(slip === null ? counters : []),
    },
  };
}

/** A name of memory that this one is nearly; null: none. */
function slippedFrom({ draft }: Scene, word: string): string | null {
  if (word.length < SLIP_LETTERS_LEAST) return null;
  const editsMax = Math.max(2, Math.floor(word.length / 2.5));
  for (const name of draft.memory.names) {
    if (name.length < SLIP_LETTERS_LEAST || name[0] !== word[0] || draft.words.has(name)) continue;
    // Short forms and other forms of one word are no slips.
    if (name.startsWith(word) || word.startsWith(name) || isFormOf(name, word)) continue;
    if (Math.abs(name.length - word.length) > 3) continue;
    if (editsBetween(name, word) <= editsMax) return name;
  }
  return null;
}

/** "Moved Liesel to Laboe", said by the user after the other place. */
function isMovedTo({ draft: { memory } }: Scene, word: string, after: number): boolean {
  return memory.placesOf(word).some(({ at, place }) => {
    const statement = memory.all[at]!;
    return at > after && statement.byUser && statement.changes && slotAt(statement, place).placed;
  });
}

/** "Iceland" and "Icelandic", "Olympian" and "Olympics", "Ägypten" and "Ägypterin". */
function isFormOf(one: string, other: string): boolean {
  const root = rootOf(one);
  if (root.length >= SLIP_LETTERS_LEAST && root === rootOf(other)) return true;
  return isOfCountry(one, other) || isOfCountry(other, one);
}

function isOfCountry(person: string, country: string): boolean {
  const land = country.replace(/(?:en|a)$/, "");
  return (
    land !== country &&
    land.length >= SLIP_LETTERS_LEAST &&
    OF_LAND.test(person) &&
    person.replace(OF_LAND, "") === land
  );
}

const OF_LAND = /(?:er(?:in(?:nen)?)?|isch(?:e[mnrs]?)?)$/;

function rootOf(name: string): string {
  return name.replace(/(?:ians?|ics?|ish|ese|ans?|ers?|s)$/, "");
}

function placesOf({ draft, topics }: Scene, word: string): Counter[] {
  return draft.memory.placesOf(word).map((place) => ({ ...place, word, score: topics[place.at]! }));
}

/** Other names, and words in small letters that stand behind the same word where a user writes no capitals. */
function countersOf(scene: Scene, word: string, slot: Slot): Counter[] {
  const { memory } = scene.draft;
  const known = memory.words.has(word);
  const behind = known || slot.before === "" ? [] : memory.placesOf(slot.before);
  const unwritten = behind
    .map(({ at, place }) => ({ at, place: place + 1 }))
    .filter((place) => mayBeName(scene, place));
  const counters: Counter[] = [];
  for (const place of [...memory.namePlaces, ...unwritten]) {
    const counter = asCounter(scene, place, word, slot);
    if (counter === null || (counters.length === COUNTERS_MAX && counter.score <= counters.at(-1)!.score)) continue;
    counters.push(counter);
    counters.sort((a, b) => b.score - a.score || b.at - a.at);
    if (counters.length > COUNTERS_MAX) counters.pop();
  }
  return counters;
}

function mayBeName({ draft: { memory } }: Scene, { at, place }: WordPlace): boolean {
  const statement = memory.all[at]!;
  const token = statement.tokens[place];
  if (!statement.byUser || token === undefined || token.lower.length < 3) return false;
  return stemsByToken(statement)[place] !== null && !memory.names.has(plainWord(token));
}

function asCounter({ draft, topics }: Scene, { at, place }: WordPlace, word: string, slot: Slot): Counter | null {
  const statement = draft.memory.all[at]!;
  const other = plainWord(statement.tokens[place]!);
  if (
    other === word ||
    isFormOf(other, word) ||
    topics[at]! <= 0 ||
    draft.askedWords.has(other) ||
    draft.words.has(other)
  )
    return null;
  const theirs = slotAt(statement, place);
  if (isOfOtherKind(draft.question, theirs)) return null;
  let score = topics[at]!;
  if (theirs.placed === slot.placed) score += ALIKE_WORTH;
  if (theirs.titled && slot.titled) score += ALIKE_WORTH;
  if (slot.before !== "" && theirs.before === slot.before) score += SAME_BEFORE_WORTH;
  if (!draft.memory.names.has(other)) score -= UNWRITTEN_COST;
  return { at, place, word: other, score };
}

/** "With Deshawn", "called Liesel" and "a Bavaria" are nowhere, "in Leeds" is nobody. */
function isOfOtherKind({ kinds }: Question, { before, titled }: Slot): boolean {
  const [who, where] = [kinds.has("who"), kinds.has("where")];
  if (who === where) return false;
  return where ? NO_PLACE_BEHIND.test(before) || titled : before === "in";
}

const NO_PLACE_BEHIND = /^(?:with|mit|con|avec|called|named|an?)$/;

function bestCounter(scene: Scene, counters: readonly Counter[], near: ReadonlySet<string>): Counter | null {
  let best: { readonly counter: Counter; readonly score: number } | null = null;
  for (const counter of counters) {
    const known = scene.draft.memory.all[counter.at]!;
    const score = counter.score + scene.nearness(near, known, counter.place, counter.place + 1);
    if (best === null || score > best.score) best = { counter, score };
  }
  return best?.counter ?? null;
}

function rivalsOf(counters: readonly Counter[]): number {
  const best = counters[0]?.score ?? 0;
  return new Set(counters.filter(({ score }) => score >= RIVAL_SHARE * best).map(({ word }) => word)).size;
}

function supportOf(scene: Scene, word: string, near: ReadonlySet<string>, known: RememberedStatement): Features {
  const { memory } = scene.draft;
  let [support, supportNear] = [-1, -1];
  for (const { at, place } of memory.placesOf(word)) {
    support = Math.max(support, scene.topics[at]!);
    supportNear = Math.max(supportNear, scene.nearness(near, memory.all[at]!, place, place + 1));
  }
  return { support, supportNear, supportBehind: scene.topics[known.at]! - support };
}

function neighbours({ draft, statement: { tokens } }: Scene, at: number): Features {
  const beside = [at - 1, at + 1].filter((place) => tokens[place] !== undefined && isWrittenAsName(tokens, place));
  return {
    namesHere: tokens.filter((_, place) => isWrittenAsName(tokens, place)).length,
    beside: beside.length,
    besideKnown: flag(beside.some((place) => draft.memory.words.has(plainWord(tokens[place]!)))),
  };
}
