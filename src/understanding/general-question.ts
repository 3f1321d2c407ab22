// Tells questions that anybody could ask from those about the user's own life, by their form.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { DEFINITE, FIRST_PERSON, KNOWN_BEFORE, OWN_KIN } from "./stance-words.ts";

const SUBJECTS = wordSet("i we");
const ANYBODY = wordSet("i we you one people they");
const HOW_TO = wordSet("do can could should would");
const AUXILIARIES = wordSet("is are was were do does did can could should would");
const ARTICLES = wordSet("a an");
/** Before "i" or "we" they ask how things are with the user, and not what they may or should do. */
const STATES = wordSet("do did have had am was are were will");
/** "How do I get out wax" asks how it is done, and "how many dogs do I have" what there is. */
const WAYS = wordSet("why how");
const MEASURES = wordSet("old many much long often far tall big late early soon");
/** Of what is found, bought and used anywhere: "where do I find truffles". */
const ANYWHERE = wordSet("find buy get use put click start report apply file look watch begin call");
const LANGUAGE_TASKS = wordSet("translate spell pronounce define conjugate convert");
const ASKING_WHO = wordSet("who whom when where");
const YOU = wordSet("you u your");

/** "And how do I …" still begins with it, "what class is he taking to learn how to cook" does not. */
const HOW_TO_PLACES = 3;

const TOKENS = /[\p{L}\p{M}]+|[.!?:]/gu;
const QUOTED = linear(/(?:^|[ :])["“„«'‘][^"”“»'’]+["”“»'’](?:[ .,!?]|$)/u);

/**
 * Whether anybody could ask it, whatever they told before: "how do I descale a kettle", "what does a florist earn", "translate
 * 'good night' into Italian". Where it names one certain thing ("the kettle", "her"), it is not.
 */
export function isGeneralQuestion(text: string, words: readonly string[]): boolean {
  if (QUOTED.test(text) && words.slice(0, 4).some((word) => LANGUAGE_TASKS.has(word))) return true;
  const howTo = words.slice(0, HOW_TO_PLACES).findIndex((word, at) => word === "how" && isWay(words, at));
  const isCertain = (word: string, at: number) =>
    DEFINITE.has(word) ||
    KNOWN_BEFORE.has(word) ||
    (FIRST_PERSON.has(word) && !(SUBJECTS.has(word) && at === howTo + 2));
  if (words.some(isCertain) || namesSomebody(text)) return false;
  return howTo >= 0 || words.some((word, at) => ARTICLES.has(word) && AUXILIARIES.has(words[at - 1] ?? ""));
}

/** A capital within a sentence, but for languages and countries: "in Spanish". */
function namesSomebody(text: string): boolean {
  const tokens = text.match(TOKENS) ?? [];
  return tokens.some((token, at) => {
    const before = tokens[at - 1] ?? ".";
    return /^\p{Lu}\p{Ll}/u.test(token) && /^\p{L}/u.test(before) && !/^in(?:to)?$/i.test(before);
  });
}

function isWay(words: readonly string[], how: number): boolean {
  const next = words[how + 1] ?? "";
  return next === "to" || (HOW_TO.has(next) && ANYBODY.has(words[how + 2] ?? ""));
}

/** Whether it asks of what the user has, is or does: "where do I work", "what's my job", "how old are the kids". */
export function asksOfOwnLife(words: readonly string[]): boolean {
  if (namesOwnKin(words)) return true;
  return words.some((word, at) => {
    if (FIRST_PERSON.has(word) && !SUBJECTS.has(word) && !OBJECTS.has(word)) return true;
    return SUBJECTS.has(word) && STATES.has(words[at - 1] ?? "") && isOfState(words, at);
  });
}

/** Whether "do I", "are we" and the like, whose subject is at `at`, ask how things are and not how something is done. */
function isOfState(words: readonly string[], at: number): boolean {
  const verb = words[at + 1] ?? "";
  const way = words.slice(0, at).findIndex((word) => WAYS.has(word));
  if (way < 0) return !ANYWHERE.has(verb);
  if (!MEASURES.has(words[way + 1] ?? "")) return false;
  return words[at - 1] !== "do" || HAVING.has(verb);
}

/** "How much do I pay" is the user's own, and "how much do I tip in Italy" may be anybody's. */
const HAVING = wordSet("have own pay earn owe spend weigh work live still already normally usually");
const OBJECTS = wordSet("im ive weve us mich mir uns moi conmigo mij");

/** "What do I do for a living" asks for no advice, as "what do I do about ants" does. */
export function asksForOccupation(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (word !== "do" || !SUBJECTS.has(words[at + 1] ?? "") || words[at + 2] !== "do") return false;
    const rest = words.slice(at + 3).filter((each) => !ARTICLES.has(each));
    return DAYS.has(rest[0] ?? "") || (rest[0] === "for" && LIVING.has(rest[1] ?? ""));
  });
}

const DAYS = wordSet("on every");
const LIVING = wordSet("living work money fun exercise sport job");

/** "the kids", "the landlord": who speaks of their own so leaves "my" out. */
export function namesOwnKin(words: readonly string[]): boolean {
  return words.some((word, at) => word === "the" && OWN_KIN.has(words[at + 1] ?? "") && words[at + 2] !== "of");
}

/** "Who comes along?" names nothing: only a memory knows what is meant. */
export function namesNothing(words: readonly string[], means: (word: string) => boolean): boolean {
  return words.length > 2 && ASKING_WHO.has(words[0] ?? "") && !words.some((word) => means(word) || YOU.has(word));
}
