// Tells questions about the user's own life by their form.
import { wordSet } from "../base/word-set.ts";
import { FIRST_PERSON, OWN_KIN } from "./stance-words.ts";

const SUBJECTS = wordSet("i we");
const ARTICLES = wordSet("a an");
/** Before "i" or "we" they ask how things are with the user, and not what they may or should do. */
const STATES = wordSet("do did have had am was are were will");
/** "How do I get out wax" asks how it is done, and "how many dogs do I have" what there is. */
const WAYS = wordSet("why how");
const MEASURES = wordSet("old many much long often far tall big late early soon");
/** Of what is found, bought and used anywhere: "where do I find truffles". */
const ANYWHERE = wordSet("find buy get use put click start report apply file look watch begin call");
const ASKING_WHO = wordSet("who whom when where");
const YOU = wordSet("you u your");

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
