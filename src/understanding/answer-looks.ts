// An answer as the rules look at it: its words with their places, and its sentences with what they do.
import { linear } from "../matching/linear-expression.ts";
import { contentStem } from "../statements/sentence-reader.ts";
import { cutTokens, type Token } from "../statements/tokens.ts";

export interface LookedSentence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly negated: boolean;
  readonly proposes: boolean;
  /** It tells to take or eat something, and gives no warning. */
  readonly serves: boolean;
  /** It tells more plainly to take or eat something, or to do it at a meal; no denial, no warning. */
  readonly tells: boolean;
  /** It denies, or warns of something. */
  readonly warns: boolean;
  /** It is about animals, things or works that have the name of a food. */
  readonly isOfOtherThings: boolean;
}

export interface AnswerLooks {
  readonly text: string;
  /** The text without its code. */
  readonly prose: string;
  readonly tokens: readonly Token[];
  /** A word in lower case -> where it stands among the tokens. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly sentences: readonly LookedSentence[];
  /** UTF-16 units from the start of the text, a sentence each, ascending; fewer where the text was cut. */
  readonly starts: readonly number[];
}

/** Whether an answer does what is forbidden. */
export type Ban = (answer: AnswerLooks) => boolean;

/** Broken where one of them is; null: there is none. */
export function anyOf(bans: readonly (Ban | null)[]): Ban | null {
  const some = bans.filter((ban) => ban !== null);
  return some.length === 0 ? null : (answer) => some.some((ban) => ban(answer));
}

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
/** Without the words of an amount, and with the plain ones of a proposal. */
const TELLING = linear(
  /\b(?:(?:suggest|recommend|offer|try|consider|(?:you|we) (?:could|might)|how about|what about|why not|go for|go with|opt for|choose|order|grab|start with|enjoy|treat yourself|fancy|cook|serve|add|fold|sprinkle|chop|toast|mix|stir|bake|roast|top with|blend|garnish|soak|scatter|crush|take|use|eat|fry|grill|sear|simmer|pour|drizzle|marinate|whisk|boil|poach|spread|throw in|toss|melt|grate|brush|finish with|have (?:an?|some)|(?:handful|cup|pinch|spoonful|slice|dash|splash|knob) of|chopped|sliced|grated|melted|toasted|crushed|ground|drink|sip|snack on|slice|dice|beat|combine|whip|layer|braise|steam|sauté|saute|pair|put|(?:brown|season|place|coat|cream|stuff|heat) the|(?:maybe|perhaps) (?:an?|some|try))\b|(?:ingredients|breakfast|lunch|dinner|supper|snack|starter|dessert)(?: ?[:–—]| -))/i,
);
const WARNING = linear(
  /\b(?:free|instead|replac\p{L}*|substitut\p{L}*|swap\p{L}*|allerg\p{L}*|leave out|skip|omit|careful|check|traces?|contains?|hidden|watch out|safe|react\p{L}*|other than|rather than|except|in place of|intoleran\p{L}*|leaving out|stay away|away from|steer clear|you (?:eat|said|told|asked))\b/iu,
);
const OTHER_THINGS =
  /\b(?:bolts?|screws?|washers?|wrench|spanner|pets?|zoo|farm|aquarium|tank|pond|feed|hens|draw|paint|photos?|photograph|toy|toys|costume|films?|movies?|novels?|story|stories|songs?|museum|reef|diving|snorkel|snorkelling|snorkeling|watch)\b/i;
/** A fence of code, closed or not. */
const FENCED = linear(/```[\s\S]*?(?:```|$)/g);
const CODE_SPAN = linear(/`[^`\n]{1,200}`/g);

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
  const looked = sentences.map(({ text: said, stems, negated }): LookedSentence => {
    const proposes = PROPOSING.test(said);
    const warns = negated || WARNING.test(said);
    const serves = (proposes || SERVING.test(said)) && !warns;
    const tells = TELLING.test(said) && !warns;
    return { text: said, stems, negated, proposes, serves, tells, warns, isOfOtherThings: OTHER_THINGS.test(said) };
  });
  return { text, prose: withoutCode(text), tokens, places, sentences: looked, starts: startsOf(text, sentences) };
}

function withoutCode(text: string): string {
  return text.includes("`") ? text.replace(FENCED, "\n").replace(CODE_SPAN, " ") : text;
}

function startsOf(text: string, sentences: readonly SpokenSentence[]): number[] {
  const starts: number[] = [];
  let from = 0;
  for (const { text: said } of sentences) {
    const start = text.indexOf(said, from);
    if (start < 0) break;
    starts.push(start);
    from = start + said.length;
  }
  return starts;
}

/** The sentence that the token stands in. */
export function sentenceOf({ tokens, starts, sentences }: AnswerLooks, at: number): LookedSentence | null {
  const { start } = tokens[at]!;
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= start) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : sentences[low - 1]!;
}

/** Where words stand one after another: the first token, and the one after the last. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A hyphen or a full stop may stand between two words: "Mr. Smith", "tree-nuts". */
export function placesOf({ tokens, places }: AnswerLooks, words: readonly string[]): Place[] {
  const [first = "", ...rest] = words;
  return (places.get(first) ?? []).flatMap((from) => {
    let to = from + 1;
    for (const word of rest) {
      if (isJoint(tokens[to])) to++;
      if (tokens[to]?.lower !== word) return [];
      to++;
    }
    return [{ from, to }];
  });
}

function isJoint(token: Token | undefined): boolean {
  return token !== undefined && (token.lower === "-" || token.lower === "." || token.lower === "‑");
}

const QUOTATION_MARKS = /["“”'‘’«»]/g;

export function wordsOf(text: string): string[] {
  return cutTokens(text.replace(QUOTATION_MARKS, " ")).flatMap(({ kind, lower }) => (kind === "mark" ? [] : [lower]));
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => contentStem(word) ?? []);
}
