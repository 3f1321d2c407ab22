// What an answer must not call or mention: a form of address, a name that the user gave up, a person, a topic.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { KINSHIP } from "../statements/value-words.ts";
import {
  type AnswerLooks,
  anyOf,
  type Ban,
  type Place,
  placesOf,
  sentenceOf,
  stemsOf,
  wordsOf,
} from "./answer-looks.ts";

const GREETINGS = wordSet(
  "hallo klar gerne danke natürlich salut bonjour merci oui hola gracias vale claro hi hey hello dear thanks sorry sure ok okay yes no right well morning evening afternoon thing welcome course absolutely certainly great noted yep alright congratulations",
);

/** "Never call me buddy": spoken to by it, and not of it. */
export function addressBan(name: string): Ban | null {
  const words = wordsOf(name);
  return words.length === 0 ? null : (answer) => placesOf(answer, words).some((place) => isAddress(answer, place));
}

/** "Hi Joanna, …", "Joanna, …", "Sure, buddy!", "Here it is, Joanna."; and not one of a list of names. */
function isAddress({ text, tokens }: AnswerLooks, { from, to }: Place): boolean {
  const [before, name, last, after] = [tokens[from - 1], tokens[from]!, tokens[to - 1]!, tokens[to]];
  const beginsLine = before === undefined || text.slice(before.end, name.start).includes("\n");
  const endsLine = after === undefined || text.slice(last.end, after.start).includes("\n");
  const closed = endsLine || /^[.!?…]$/.test(after.lower);
  const paused = !endsLine && /^[,;–—-]$/.test(after.lower) && !goesOnAsList(tokens, to);
  const isCalled = !endsLine && after.lower === "!";
  if (beginsLine || /^[.!?…]$/.test(before.lower)) return paused || isCalled;
  if (GREETINGS.has(before.lower)) return closed || paused;
  if (before.lower !== "," && before.lower !== "—" && before.lower !== "–") return false;
  // "Tom, Ben, Joanna." is a list; "Here it is, Joanna." is none.
  const isListed = tokens[from - 3]?.lower === "," || tokens[from - 2]?.capital === true;
  return closed ? !isListed || GREETINGS.has(tokens[from - 2]?.lower ?? "") : paused && opens(tokens, from - 2);
}

/** "Well, Joanna, …": at most two words before. */
function opens(tokens: AnswerLooks["tokens"], at: number): boolean {
  for (let back = at; back > at - 3; back--) {
    const token = tokens[back];
    if (token === undefined || /^[.!?]$/.test(token.lower)) return back < at;
  }
  return false;
}

function goesOnAsList(tokens: AnswerLooks["tokens"], at: number): boolean {
  const [next, then] = [tokens[at + 1], tokens[at + 2]];
  if (next === undefined || then === undefined) return false;
  return next.lower === "and" || (next.capital && next.lower !== "i" && /^(?:,|and|or|&)$/.test(then.lower));
}

const RENAMED = linear(
  /\b(?:call|address|calls|called|name is|name's|goes by|go by|known as|i['’]?m|prefers?)(?: me| the user| us)?(?: as| by)? [^,;:.!?]{1,40}?,? (?:and )?(?:not|never|instead of|rather than|but not) ([\p{L}'’-]+(?: [\p{L}'’-]+)?)\s*(?:$|[,;:.!?”"(]|\bor\b|\bplease\b|\bever\b|\bany ?more\b)/iu,
);
const NO_NAME =
  /^(?:by|in|when|my|the|at|as|with|on|for|if|just|only|anything|something|a|an|any|to|so|very|because|too|his|her|your|vice|sure|ever)\b/i;
const NAMED = /\b(?:call|called|calls|name|named|goes by|go by|known as|address)\b/i;

/** "Call the user Jo, not Joanna." */
export function renameBan(sentence: string): Ban | null {
  const old = RENAMED.exec(sentence)?.[1];
  if (old === undefined || NO_NAME.test(old) || !NAMED.test(sentence)) return null;
  return addressBan(old);
}

/** Names that are words too: at the start of a sentence they need not be names. */
const WORDS_TOO = wordSet(
  "will mark may rose grace hope faith bill jack art drew rich pat sue frank joy dawn summer april june august hunter chase max drama stuff job things story situation grant dean miles penny ruby amber jasmine olive sage",
);
const RELATED = linear(
  /^(?:my|your|the|our|his|her)? ?(?:late )?(ex(?:[- ](?:wife|husband|girlfriend|boyfriend|partner|boss|fianc[eé]e?))?|\p{L}{3,20}),? (?:called |named )?(\p{L}[\p{L}'’-]+)$/iu,
);
const CAPITAL = /^\p{Lu}/u;

interface RelatedPerson {
  readonly relation: string;
  readonly name: string;
}

/** "My ex Maya", "the user's brother Tom"; small letters only after "ex", where nothing but a name follows. */
function relatedPerson(topic: string): RelatedPerson | null {
  const [, relation = "", name = ""] = RELATED.exec(topic.trim()) ?? [];
  const isEx = /^ex\b/i.test(relation);
  if (!isEx && !(KINSHIP.has(relation.toLowerCase()) && CAPITAL.test(name))) return null;
  return name === "" || KINSHIP.has(name.toLowerCase()) || stemsOf(name).length === 0 || name === "partner"
    ? null
    : { relation, name };
}

const VERBS = ["mention", "bring", "talk", "speak", "discuss", "reference"];

/** "Don't mention my ex", "my ex Maya", "Maya or the divorce": a sentence that speaks of it, unless it says that it will not. */
export function topicBan(topic: string, verb: string): Ban | null {
  const verbStems = stemsOf(`${verb} ${VERBS.join(" ")}`);
  return anyOf(alternativesOf(topic).map((each) => banOfTopic(each, verbStems)));
}

function banOfTopic(topic: string, verbStems: readonly string[]): Ban | null {
  const person = relatedPerson(topic);
  const stems = stemsOf(person === null ? topic : person.relation);
  if (stems.length === 0) return null;
  const ofTopic = speaksOf(stems, verbStems);
  if (person === null) return ofTopic;
  // There may be many friends and one of that name, but hardly another ex.
  const isOnly = /^ex\b/i.test(person.relation);
  return (answer) => namesPerson(answer, person.name, verbStems) || (isOnly && ofTopic(answer));
}

function speaksOf(stems: readonly string[], verbStems: readonly string[]): Ban {
  return ({ sentences }) =>
    sentences.some((sentence) => stems.every((stem) => sentence.stems.has(stem)) && !refuses(sentence, verbStems));
}

function refuses(sentence: AnswerLooks["sentences"][number], verbStems: readonly string[]): boolean {
  return sentence.negated && verbStems.some((stem) => sentence.stems.has(stem));
}

function namesPerson(answer: AnswerLooks, name: string, verbStems: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return [lower, `${lower}'s`]
    .flatMap((word) => answer.places.get(word) ?? [])
    .some((at) => {
      const [before, token] = [answer.tokens[at - 1], answer.tokens[at]!];
      if (!token.capital) return false;
      if (WORDS_TOO.has(lower) && (before === undefined || before.kind === "mark")) return false;
      const sentence = sentenceOf(answer, at);
      return sentence === null || !refuses(sentence, verbStems);
    });
}

/** "Porridge or muesli" are two things; "red or white wine" is one, since "red" alone is something else. */
export function alternativesOf(things: string): string[] {
  const parts = things.split(/,? (?:or|nor) (?:about |any )?|, /i).filter((part) => part.trim() !== "");
  const sizes = parts.map((part) => stemsOf(part).length);
  const areAlike = parts.every((part, at) => sizes[at] === sizes[0] || /^(?:the|my|your|any|an?)\b/i.test(part.trim()));
  return areAlike ? parts : [things];
}
