// Reads what a rule forbids as a person would: a word, a topic, a proposal, a form of address, a unit, the form of answers.
import { linear } from "../matching/linear-expression.ts";
import { contentStem } from "../statements/sentence-reader.ts";
import { cutTokens, type Token } from "../statements/tokens.ts";
import { UNITS } from "../statements/value-words.ts";
import { withoutAddressee } from "./rule-addressee.ts";

/** An answer as bans look at it. */
export interface AnswerLooks {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** A word in lower case -> where it stands among the tokens. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Sentence by sentence: its content words, and whether it denies or proposes. */
  readonly sentences: readonly {
    readonly stems: ReadonlySet<string>;
    readonly negated: boolean;
    readonly proposes: boolean;
    /** It tells to take or eat something, and gives no warning. */
    readonly serves: boolean;
  }[];
}

/** Whether an answer does what is forbidden. */
export type Ban = (answer: AnswerLooks) => boolean;

interface SpokenSentence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly negated: boolean;
}

const PROPOSING =
  /\b(?:suggest\w*|recommend\w*|propos\w*|offer\w*|try|consider|could|might|maybe|perhaps|how about|what about|why not|go for|opt for|pick|choose|order|grab|cook|serve|option|idea)\b/i;
/** An amount of it, or what is done with it. */
const SERVING = linear(
  /\b(?:\d+ ?(?:g|grams?|kg|ml|oz|ounces?|cups?|tbsp|tsp|tablespoons?|teaspoons?|handfuls?|mg)|(?:handful|cup|pinch|spoonful|slice|dash) of|add|fold|sprinkle|chop(?:ped)?|toast(?:ed)?|mix|stir|bake|roast|top|blend|garnish|soak|ground|scatter|crush(?:ed)?|serve|take|use|eat)\b/i,
);
const WARNING = linear(
  /\b(?:free|instead|replac\p{L}*|substitut\p{L}*|swap\p{L}*|allerg\p{L}*|leave out|skip|omit|careful|check|traces?|contains?|hidden|watch out|safe|react\p{L}*|other than|except)\b/iu,
);

/** The first 65,536 UTF-16 units of an answer are looked at. */
const LOOKED_UNITS_MAX = 65_536;

export function looksOf(answer: string, sentences: readonly SpokenSentence[]): AnswerLooks {
  const text = answer.slice(0, LOOKED_UNITS_MAX);
  const tokens = cutTokens(text);
  const places = new Map<string, number[]>();
  for (const [at, { lower }] of tokens.entries()) {
    const found = places.get(lower);
    if (found === undefined) places.set(lower, [at]);
    else found.push(at);
  }
  const read = sentences.map(({ text: said, stems, negated }) => {
    const proposes = PROPOSING.test(said);
    return { stems, negated, proposes, serves: (proposes || SERVING.test(said)) && !negated && !WARNING.test(said) };
  });
  return { text, tokens, places, sentences: read };
}

/** What answers may look like, and the words for it. */
const FORMS: readonly (readonly [named: RegExp, shown: RegExp])[] = [
  [/^(?:emojis?|emoticons?|smileys?)$/, /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u],
  [/^(?:bullets?|bullet points?|bulleted lists?)$/, /^[ \t]*[-*•]\s/m],
  [/^numbered lists?$/, /^[ \t]*\d{1,3}[.)]\s/m],
  [/^lists?$/, /^[ \t]*(?:[-*•]|\d{1,3}[.)])\s/m],
  [/^exclamation (?:marks?|points?)$/, /!/],
  [/^(?:headings?|headers?)$/, /^#{1,6}\s/m],
  [/^(?:bold|bold text|markdown)$/, /\*\*|^#{1,6}\s|```/m],
  [/^tables?$/, /^[ \t]*\|/m],
  [/^code blocks?$/, /```/],
  [/^semicolons?$/, /;/],
  [/^(?:em )?dashes$/, /—/],
  [/^hashtags?$/, /#\p{L}/u],
  [/^(?:links?|urls?)$/, /https?:\/\//],
  [/^question marks?$/, /\?/],
  [/^ellips[ie]s$/, /…|\.\.\./],
];

/** Verbs of answering, and what an answer is called: beside these a form is forbidden in every answer. */
const ANSWERING = new Set(
  "use using write writing answer answering reply replying end ending start starting add adding put putting include including give giving send sending in with your my the any a an more of at to me us and or answers answer replies reply responses response messages message texts text chat sentences sentence please ever again anymore all".split(
    " ",
  ),
);

const SAID_WORD = linear(
  /^(?:use|say|write|type|utter|using|saying) (?:the )?(?:words?|terms?|phrases?|expressions?) (.+)$/i,
);
const ADDRESS = linear(/^(?:call|address|calling|addressing) (?:me|us|the user)(?: as| by)? (.+)$/i);
const MENTION = linear(
  /^(mention|mentioning|bring up|bringing up|talk about|talking about|speak of|discuss|discussing|reference) (.+)$/i,
);
const PROPOSE = linear(
  /^(?:suggest|suggesting|recommend|recommending|propose|proposing|offer|offering) (?:me |us |the user )?(.+)$/i,
);
/** An answer says "your ex" of what the rule calls "the user's ex". */
const OF_USER = /\bthe user['’]s\b/gi;
const QUOTATION_MARKS = /["“”'‘’«»]/g;

/** `thing`: what follows "never" or "do not" in a rule, up to its reason or exception. */
export function banOf(thing: string): Ban | null {
  const text = withoutAddressee(thing.trim().replace(/\s+/g, " ")).replace(OF_USER, "your");
  const word = SAID_WORD.exec(text)?.[1];
  if (word !== undefined) return wordBan(word);
  const address = ADDRESS.exec(text)?.[1];
  if (address !== undefined) return addressBan(address);
  const mention = MENTION.exec(text);
  if (mention !== null) return topicBan(mention[2]!, mention[1]!);
  const proposal = PROPOSE.exec(text)?.[1];
  if (proposal !== undefined) return proposalBan(proposal);
  return formBan(text) ?? unitBan(text);
}

function wordsOf(text: string): string[] {
  return cutTokens(text.replace(QUOTATION_MARKS, " ")).flatMap(({ kind, lower }) => (kind === "mark" ? [] : [lower]));
}

function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => contentStem(word) ?? []);
}

/** Where the words stand one after another, as token indexes. */
function placesOf({ tokens, places }: AnswerLooks, words: readonly string[]): number[] {
  const [first = "", ...rest] = words;
  return (places.get(first) ?? []).filter((at) => rest.every((word, next) => tokens[at + 1 + next]?.lower === word));
}

/** "Never use the words synergy or leverage": any of them, wherever it stands. */
function wordBan(said: string): Ban | null {
  const phrases = said
    .split(/ or |, /)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  return phrases.length === 0 ? null : (answer) => phrases.some((words) => placesOf(answer, words).length > 0);
}

const GREETINGS = new Set("hi hey hello dear thanks sorry sure ok okay yes no right well morning evening".split(" "));

/** "Never call me buddy": spoken to by it, and not of it. */
function addressBan(name: string): Ban | null {
  const words = wordsOf(name);
  if (words.length === 0) return null;
  return (answer) =>
    placesOf(answer, words).some((at) => {
      const [before, after] = [answer.tokens[at - 1], answer.tokens[at + words.length]];
      const opens = before === undefined || before.kind === "mark" || GREETINGS.has(before.lower);
      return opens && (after === undefined || after.kind === "mark");
    });
}

/** "Don't mention my ex": a sentence that speaks of it, unless it says that it will not. */
function topicBan(topic: string, verb: string): Ban | null {
  const stems = stemsOf(topic);
  const verbStems = stemsOf(verb);
  if (stems.length === 0) return null;
  return ({ sentences }) =>
    sentences.some(
      (sentence) =>
        stems.every((stem) => sentence.stems.has(stem)) &&
        !(sentence.negated && verbStems.some((stem) => sentence.stems.has(stem))),
    );
}

/** "Allergic to walnuts and pecans", "a penicillin allergy", up to what is said of it. */
const ALLERGIC = linear(/\b(?:allergic|anaphylactic|intolerant) to ([^.;:!?“”"()]{1,200})/iu);
const ALLERGY = linear(/\b(\p{L}{3,30}) (?:allergy|allergies|intolerance)\b/iu);
const ALLERGEN_ENDS = /,|\/|\b(?:and|or|since|as|for|from|in|at|which|that|so|but|because|like|when|who|have|has)\b/i;
const NO_ALLERGEN = /^(?:an?|the|my|your|his|her|our|any|no|food|severe|bad|have|has|had|of|this|that|user's|with)$/i;
const ALLERGENS_MAX = 8;

/** A rule that tells of an allergy forbids to serve what it is to. */
export function allergyBans(rule: string): Ban[] {
  const [, named = ""] = ALLERGIC.exec(rule) ?? [];
  const [, ofAllergy = ""] = ALLERGY.exec(rule) ?? [];
  const allergens = [...named.split(ALLERGEN_ENDS), NO_ALLERGEN.test(ofAllergy) ? "" : ofAllergy];
  return allergens.slice(0, ALLERGENS_MAX).flatMap((allergen) => {
    const stems = stemsOf(allergen);
    if (stems.length === 0) return [];
    return ({ sentences }: AnswerLooks) =>
      sentences.some(({ serves, stems: said }) => serves && stems.every((stem) => said.has(stem)));
  });
}

function proposalBan(thing: string): Ban | null {
  const stems = stemsOf(thing);
  if (stems.length === 0) return null;
  return ({ sentences }) =>
    sentences.some(
      ({ negated, proposes, stems: said }) => proposes && !negated && stems.every((stem) => said.has(stem)),
    );
}

/** "Never use bullet points", "no emojis": what every answer must not look like. */
function formBan(thing: string): Ban | null {
  const named = wordsOf(thing)
    .filter((word) => !ANSWERING.has(word))
    .join(" ");
  const form = FORMS.find(([names]) => names.test(named));
  return form === undefined ? null : ({ text }) => form[1].test(text);
}

/** "Never use inches": a number in them. */
function unitBan(thing: string): Ban | null {
  const [named, ...others] = wordsOf(thing).filter((word) => !ANSWERING.has(word));
  const unit = named === undefined || others.length > 0 ? undefined : UNITS.get(named);
  if (unit === undefined) return null;
  const words = [...UNITS].filter(([, { name }]) => name === unit.name).map(([word]) => word);
  return ({ tokens, places }) =>
    words.some((word) => (places.get(word) ?? []).some((at) => tokens[at - 1]?.kind === "number"));
}
