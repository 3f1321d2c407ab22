// Reads how a question stands to what was said before: by its structure and closed classes of words, not by phrases.
import type { QuestionStance } from "../domain/question-stance.ts";
import { asksForAdvice } from "./lasting-needs.ts";
import { asksForOccupation, asksOfOwnLife, namesNothing, namesOwnKin } from "./own-life.ts";
import {
  ANSWERS,
  ASKING,
  ASSISTING,
  CONTINUES,
  DAY_TIMES,
  EDITS,
  FIRST_PERSON,
  KNOWN_BEFORE,
  LIGHT,
  MORE_OR_LESS,
  NOW,
  NOW_PAIRS,
  PARTS,
  SOCIAL,
  SOCIAL_BESIDE,
  SOUNDS,
  STANDS_FOR,
  WHICH,
} from "./stance-words.ts";

/** What greets or leans is short; longer texts are read for whose they are alone. */
const SHORT_CHARS_MAX = 240;
const PERSONAL_CHARS_MAX = 2_048;

const CLAUSES = /[^.,!?;:\n()]+/g;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** What an apostrophe leaves over: it's, we'll, don't. */
const ELIDED = /['’](?:s|m|re|ve|ll|d|t)\b/g;
const MARKS = /\p{M}/gu;

/** Words of meaning up to which a text with a pronoun leans on another one. */
const PRONOUN_WORDS_MAX = 5;
/** Words of meaning up to which an order to change something is about what was made before. */
const EDIT_WORDS_MAX = 3;
/** A text of so few words that asks and orders nothing may well go on from what went before; it leans on that by half. */
const FRAGMENT_WORDS_MAX = 8;
const FRAGMENT = 0.5;

/** `functionWords`: of the text's language, without accents. Whether anybody could ask it, words do not tell. */
export function readStance(text: string, functionWords: ReadonlySet<string>): QuestionStance {
  const isAdvice = asksForAdvice(text) && !asksForOccupation(wordsOf(text.slice(0, SHORT_CHARS_MAX)));
  const told = { isPersonal: asksOfOwn(text), asksForAdvice: isAdvice, asksForNow: asksForNow(text) };
  if (text.length > SHORT_CHARS_MAX) {
    return { ...told, asksOfLife: false, isGeneral: false, isSocial: false, leaning: 0 };
  }
  const clauses = [...text.matchAll(CLAUSES)].map(([clause]) => wordsOf(clause)).filter((words) => words.length > 0);
  const means = (word: string) =>
    !(functionWords.has(word) || LIGHT.has(word) || ANSWERS.has(word) || SOUNDS.has(word) || WHICH.has(word)) &&
    !/^\d/.test(word);
  const isSocial = !text.includes("?") && isOnlySocial(clauses, means);
  const words = clauses.flat();
  const ofSelf = words.some((word) => FIRST_PERSON.has(word));
  const isUnsaid = namesNothing(words, means);
  const asksOfLife = !isAdvice && (isUnsaid || asksOfOwnLife(words));
  const isPersonal = told.isPersonal || isUnsaid;
  const leaning = isSocial ? 0 : leaningOf(clauses, means, ofSelf, isAdvice);
  return { ...told, isPersonal, asksOfLife, isGeneral: false, isSocial, leaning };
}

/** Whether the user speaks of themselves or their own, or of what was told before. */
export function asksOfOwn(text: string): boolean {
  const words = wordsOf(text.slice(0, PERSONAL_CHARS_MAX));
  if (namesOwnKin(words)) return true;
  const isOwn = (word: string) => FIRST_PERSON.has(word) || KNOWN_BEFORE.has(word);
  const isLikened = (at: number) => words[at - 1] === "like" && LIKENED.test(words[at + 1] ?? "");
  return words.some(
    (word, at) => (isOwn(word) && !isLikened(at)) || (word === "me" && !ASSISTING.has(words[at - 1] ?? "")),
  );
}

/** "Like I'm five", "like I'm a child". */
const LIKENED = /^(?:\d{1,2}|a|four|five|six|seven|eight|nine|ten|twelve)$/;

function asksForNow(text: string): boolean {
  const words = wordsOf(text.slice(0, SHORT_CHARS_MAX));
  return words.some((word, at) => NOW.has(word) || NOW_PAIRS.has(`${word}-${words[at + 1]}`));
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(ELIDED, "").normalize("NFD").replace(MARKS, "");
  return [...plain.matchAll(WORDS)].map(([word]) => notDrawnOut(word));
}

/** "heyyy" and "soooo" are "hey" and "so". */
function notDrawnOut(word: string): string {
  let kept = "";
  for (let at = 0; at < word.length; ) {
    let end = at + 1;
    while (end < word.length && word[end] === word[at]) end++;
    kept += end - at > 2 ? word[at] : word.slice(at, end);
    at = end;
  }
  return kept;
}

type Means = (word: string) => boolean;

/** Greetings, thanks and goodbyes by closed lists of words alone: what else is one, the head for inputs tells. */
function isOnlySocial(clauses: readonly (readonly string[])[], means: Means): boolean {
  const greets = (word: string, at: number) => SOCIAL.has(word) && (at <= 1 || !DAY_TIMES.has(word));
  const words = clauses.flat();
  return (
    clauses.some((clause) => clause.some(greets)) &&
    words.every((word) => SOCIAL.has(word) || SOCIAL_BESIDE.has(word) || !means(word))
  );
}

/** A text with few words of meaning leans on another where it answers, goes on, or names something by a pronoun. */
function leaningOf(clauses: readonly (readonly string[])[], means: Means, ofSelf: boolean, asks: boolean): number {
  const isSocial = (word: string) => SOCIAL.has(word) || SOCIAL_BESIDE.has(word);
  // "Thanks! And for two?"
  const words = clauses.filter((clause) => !clause.every(isSocial)).flat();
  const [first = ""] = words;
  const meaning = words.filter((word) => means(word) && !MORE_OR_LESS.has(word)).length;
  if (words.length === 0) return 0;
  // "When is the wedding?" has one word of meaning, and needs no other turn.
  const asksItself = ASKING.has(first) && words.length > 2;
  const answers = ANSWERS.has(first) && clauses.length + words.length > 1;
  const goesOn = CONTINUES.has(first) || isWhatAbout(words) || (words.at(-1) === "too" && meaning <= EDIT_WORDS_MAX);
  const refers = words.some((word) => STANDS_FOR.has(word)) && meaning <= PRONOUN_WORDS_MAX;
  const edits = !ofSelf && meaning <= EDIT_WORDS_MAX && (EDITS.has(first) || words.some((word) => PARTS.has(word)));
  const isMore = (word: string) => MORE_OR_LESS.has(word) || (/..er$/.test(word) && !asksItself && !ofSelf);
  const compares = words.some(isMore) && meaning <= 2;
  const isBare = (meaning === 0 && !asksOfOwnLife(words)) || (meaning === 1 && !ofSelf && !asksItself);
  // "Half that, gluten free": no question, no order, and nobody's own.
  const isFragment =
    !ASKING.has(first) && !ofSelf && !asks && meaning <= EDIT_WORDS_MAX && words.length <= FRAGMENT_WORDS_MAX;
  if (isFragment && !(answers || goesOn || refers || edits || compares || isBare)) return FRAGMENT / (1 + meaning / 2);
  if (!(answers || goesOn || refers || edits || compares || isBare || ANSWERS.has(first))) return 0;
  return 1 / (1 + meaning / 2);
}

function isWhatAbout([first, second]: readonly string[]): boolean {
  return (first === "what" || first === "how" || first === "was") && (second === "about" || second === "if");
}
