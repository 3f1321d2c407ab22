// Reads how a question stands to what was said before: by its structure and closed classes of words, not by phrases.
import type { QuestionStance } from "../domain/question-stance.ts";
import { asksForAdvice } from "./lasting-needs.ts";
import {
  ANSWERS,
  CONTINUES,
  FIRST_PERSON,
  LIGHT,
  MORE_OR_LESS,
  SOCIAL,
  SOCIAL_BESIDE,
  STANDS_FOR,
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
/** Words of meaning that a clause of thanks may have: "thanks for the recipe". */
const THANKED_WORDS_MAX = 2;

/** `functionWords`: of the text's language, without accents. */
export function readStance(text: string, functionWords: ReadonlySet<string>): QuestionStance {
  const isPersonal = asksOfOwn(text);
  const stance = { isPersonal, asksForAdvice: asksForAdvice(text) };
  if (text.length > SHORT_CHARS_MAX) return { ...stance, isSocial: false, leaning: 0 };
  const clauses = [...text.matchAll(CLAUSES)].map(([clause]) => wordsOf(clause)).filter((words) => words.length > 0);
  const means = (word: string) => !(functionWords.has(word) || LIGHT.has(word) || ANSWERS.has(word));
  const isSocial = isOnlySocial(clauses, means) && (!text.includes("?") || asksHowYouAre(clauses.flat()));
  return { ...stance, isSocial, leaning: isSocial ? 0 : leaningOf(clauses, means, isPersonal) };
}

/** Whether the user speaks of themselves or their own. */
export function asksOfOwn(text: string): boolean {
  return wordsOf(text.slice(0, PERSONAL_CHARS_MAX)).some((word) => FIRST_PERSON.has(word));
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().replace(ELIDED, "").normalize("NFD").replace(MARKS, "");
  return [...plain.matchAll(WORDS)].map(([word]) => word);
}

type Means = (word: string) => boolean;

function isOnlySocial(clauses: readonly (readonly string[])[], means: Means): boolean {
  const isBeside = (word: string) => SOCIAL.has(word) || SOCIAL_BESIDE.has(word) || !means(word);
  const hasCore = (clause: readonly string[]) => clause.some((word) => SOCIAL.has(word));
  const closes = clauses.some((clause) => {
    const first = clause.find((word) => !ANSWERS.has(word) && word !== "right");
    return CLOSING.has(first ?? "") && clause.every(isBeside) && clause.some((word) => CLOSES.has(word));
  });
  if (!closes && !clauses.some(hasCore) && !asksHowYouAre(clauses.flat())) return false;
  return clauses.every((clause) => {
    const others = clause.filter((word) => !isBeside(word)).length;
    const isThanked = (hasCore(clause) && clause.some((word) => FOR.has(word))) || PRAISED.has(clause[0] ?? "");
    return others === 0 || (isThanked && others <= THANKED_WORDS_MAX);
  });
}

/** "How are you?", "What's up?" */
function asksHowYouAre(words: readonly string[]): boolean {
  const asks = words.some((word) => ASKS_HOW.has(word)) && words.some((word) => YOU.has(word));
  return asks && words.every((word) => [SOCIAL, SOCIAL_BESIDE, ASKS_HOW, YOU, BEING].some((list) => list.has(word)));
}

const ASKS_HOW: ReadonlySet<string> = new Set("how hows what whats wie como comment come hoe que".split(" "));
const YOU: ReadonlySet<string> = new Set("you u things life up dir ihnen tal va estas stai gehts vas allez".split(" "));
const BEING: ReadonlySet<string> = new Set("are is it r been your the this and with hope geht ist est".split(" "));
const PRAISED: ReadonlySet<string> = new Set("you youre youve ur du sie tu vous eres sei".split(" "));
const CLOSING: ReadonlySet<string> = new Set("that thats thatll im i enough".split(" "));
const CLOSES: ReadonlySet<string> = new Set(["all", "done", "enough"]);
const FOR: ReadonlySet<string> = new Set(["for", "fur", "pour", "por", "per", "voor"]);

/** A text with few words of meaning leans on another where it answers, goes on, or names something by a pronoun. */
function leaningOf(clauses: readonly (readonly string[])[], means: Means, isPersonal: boolean): number {
  const isSocial = (word: string) => SOCIAL.has(word) || SOCIAL_BESIDE.has(word);
  // "Thanks! And for two?"
  const words = clauses.filter((clause) => !clause.every(isSocial)).flat();
  const [first = ""] = words;
  const meaning = words.filter((word) => means(word) && !MORE_OR_LESS.has(word)).length;
  if (words.length === 0) return 0;
  const answers = ANSWERS.has(first) && clauses.length + words.length > 1;
  const goesOn = CONTINUES.has(first) || isWhatAbout(words);
  const refers = words.some((word) => STANDS_FOR.has(word)) && meaning <= PRONOUN_WORDS_MAX;
  const compares = words.some((word) => MORE_OR_LESS.has(word) || /..er$/.test(word)) && meaning <= 2;
  const isBare = meaning === 0 || (meaning === 1 && !isPersonal);
  if (!(answers || goesOn || refers || compares || isBare || ANSWERS.has(first))) return 0;
  return 1 / (1 + meaning / 2);
}

function isWhatAbout([first, second]: readonly string[]): boolean {
  return (first === "what" || first === "how" || first === "was") && (second === "about" || second === "if");
}
