// Reads what a rule forbids as a person would: a word, a topic, a proposal, a food, a form of address, a unit, a form.
import { linear } from "../matching/linear-expression.ts";
import { contentStem } from "../statements/sentence-reader.ts";
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
import { applianceBan } from "./appliance-bans.ts";
import { foodBan } from "./food-bans.ts";
import { formBan } from "./form-bans.ts";
import { addressBan, alternativesOf, topicBan } from "./name-bans.ts";
import { unitBan } from "./unit-bans.ts";

const SAID_WORD = linear(
  /^(?:(?:to )?(?:use|say|write|type|utter|using|saying|writing|hear|see|read)(?: of)? )?(?:the |that )?(?:words?|terms?|phrases?|expressions?) (.+)$/i,
);
/** "Say “journey”", "saying journey". */
const SAID = linear(/^(?:say|saying|utter|write|type) (?:(?:“|"|‘|')(.+?)(?:”|"|’|')|(\p{L}+))$/iu);
/** What is said to be said, and is no word that is banned: "don't say no", "don't say sorry to her". */
const NO_WORD =
  /^(?:yes|no|never|anything|nothing|something|so|that|it|more|much|goodbye|hello|sorry|thanks|please|things|stuff|which|what)$/i;
const ADDRESS = linear(/^(?:call|address|calling|addressing) (?:me|us|the user)(?: as| by)? (.+)$/i);
const MENTION = linear(
  /^(mention|mentioning|bring up|bringing up|talk about|talking about|speak of|discuss|discussing|reference) (.+)$/i,
);
/** "Bring my ex up". */
const BROUGHT_UP = linear(/^bring(?:ing)? (.+) up$/i);
const PROPOSE = linear(
  /^(?:suggest|suggesting|recommend|recommending|propose|proposing|offer|offering|serve|serving|give|giving)(?: me| us| the user)?(?: any)? (.+)$/i,
);
const GIVING = /^giv/i;
/** An answer says "your ex" of what the rule calls "the user's ex". */
const OF_USER = /\bthe user['’]s\b/gi;

/** `thing`: what follows "never" or "do not" in a rule, up to its reason or exception. */
export function banOf(thing: string): Ban | null {
  const text = thing.trim().replace(/\s+/g, " ").replace(OF_USER, "your");
  const word = wordOf(text);
  if (word !== null) return wordBan(word);
  const address = ADDRESS.exec(text)?.[1];
  if (address !== undefined) return addressBan(address);
  const mention = MENTION.exec(text) ?? BROUGHT_UP.exec(text)?.toSpliced(1, 0, "mention");
  if (mention !== undefined && mention !== null) return topicBan(mention[2]!, mention[1]!);
  const proposal = GIVING.test(text) ? undefined : PROPOSE.exec(text)?.[1];
  return anyOf([proposal === undefined ? null : proposalBan(proposal), foodBan(text), applianceBan(text)]);
}

/** "No more porridge suggestions". */
const SUGGESTIONS = linear(/^(?:any )?(.{2,40}) (?:suggestions?|recommendations?|ideas)$/i);

/** A few words after "no" or "don't", anywhere in a rule: only what is surely a word, a form, a unit or a food. */
export function looseBanOf(piece: string): Ban | null {
  const word = SAID_WORD.exec(piece)?.[1];
  if (word !== undefined) return wordBan(word);
  const proposed = SUGGESTIONS.exec(piece)?.[1];
  if (proposed !== undefined) return proposalBan(proposed);
  return formBan(piece) ?? unitBan(piece, "refused") ?? anyOf([foodBan(piece), applianceBan(piece)]);
}

const DECLARED = linear(
  /^[\s“"]*(.{2,60}?) (?:is|are) (?:a |an )?(?:banned|forbidden|off[- ]limits|not allowed|no-go|prohibited|taboo)(?: words?| terms?| phrases?)?\s*(?:$|[.,;!”"]|for\b|from now\b)/iu,
);
const OF_WORDS = /\b(?:words?|terms?|phrases?)\s*(?:$|[.,;!”"])/i;

/** "The word journey is banned", "emojis are forbidden", "journey is a banned word". */
export function declaredBan(sentence: string): Ban | null {
  const [whole = "", thing] = DECLARED.exec(sentence) ?? [];
  if (thing === undefined) return null;
  const word = SAID_WORD.exec(thing)?.[1] ?? (OF_WORDS.test(whole) ? thing : undefined);
  return word === undefined ? formBan(thing) : wordBan(word);
}

function wordOf(text: string): string | null {
  const word = SAID_WORD.exec(text)?.[1];
  if (word !== undefined) return word;
  const [, quoted, bare = ""] = SAID.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  return bare === "" || NO_WORD.test(bare) || contentStem(bare.toLowerCase()) === null ? null : bare;
}

/** "Never use the words synergy or leverage": any of them, wherever it stands. */
export function wordBan(said: string): Ban | null {
  const phrases = said
    .split(/,? (?:or|and|nor) |, /)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .flatMap((words) => [words, ...pluralOf(words)]);
  return phrases.length === 0
    ? null
    : (answer) => phrases.some((words) => placesOf(answer, words).some((place) => !isNamed(answer, place)));
}

/** Shorter words have another sense in the plural: "new", "news". */
const PLURAL_CHARS_MIN = 5;

function pluralOf([word = "", ...others]: readonly string[]): string[][] {
  if (others.length > 0 || word.length < PLURAL_CHARS_MIN || word.endsWith("s")) return [];
  return [[/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`]];
}

/** "I won't use the word journey" keeps the rule. */
function isNamed(answer: AnswerLooks, { from }: Place): boolean {
  const before = [answer.tokens[from - 1], answer.tokens[from - 2]].find((token) => token?.kind === "word");
  return /^(?:word|words|term|phrase)$/.test(before?.lower ?? "") && sentenceOf(answer, from)?.negated === true;
}

const INSTEAD =
  /\b(?:instead of|rather than|in place of|other than|swap(?:ping)?|replac(?:e|es|ing)|besides|except|alternatives? to|unlike|than)\b/gi;
/** UTF-16 units after such a word in which the thing that is not proposed stands. */
const INSTEAD_UNITS = 40;

/** "Never suggest seafood": a sentence that proposes it, and not something in its place. */
function proposalBan(thing: string): Ban | null {
  const alternatives = alternativesOf(thing)
    .map(stemsOf)
    .filter((stems) => stems.length > 0);
  if (alternatives.length === 0) return null;
  return ({ sentences }) =>
    sentences.some(
      ({ text, negated, proposes, tells, stems: said }) =>
        (proposes || tells) &&
        !negated &&
        alternatives.some((stems) => stems.every((stem) => said.has(stem)) && !isReplaced(text, stems)),
    );
}

function isReplaced(sentence: string, stems: readonly string[]): boolean {
  return [...sentence.matchAll(INSTEAD)].some(({ index, 0: { length } }) => {
    const after = sentence.slice(index + length, index + length + INSTEAD_UNITS);
    return stemsOf(after).some((stem) => stems.includes(stem));
  });
}
