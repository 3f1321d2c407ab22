// Decides whether a new rule takes the place of one that it is similar to.
import type { Seq } from "../domain/packet.ts";

/** What was said with a rule about what was before. */
export interface RuleChange {
  /** The sentence itself says that something is otherwise than before. */
  readonly inSentence: boolean;
  /** Some sentence of the same input does. */
  readonly inInput: boolean;
  /** The live lesson that it changes; null: none is known. */
  readonly lesson: Seq | null;
}

/** Similarities from which a rule is the one that a change is about: of 2,145 pairs of unlike rules 67, 24 and 10 have them. */
export const CHANGED_SIMILARITY = 0.35;
const CHANGED_BESIDE_SIMILARITY = 0.43;
/** From which two rules are about one thing, so that they cannot both stand where one denies the other, or their numbers differ. */
const SAME_THING_SIMILARITY = 0.5;

const DENIES =
  /\b(?:no|not|never|without|stop|avoid|leave(?: \p{L}{1,20}){0,3} out|skip|drop|don['’]?t|doesn['’]?t|cannot|can['’]?t|kein\p{L}*|nicht|nie|ohne|sin|nunca|sans|pas|jamais)\b/iu;
const OF_ONESELF =
  /\b(?:i|i['’]?m|i['’]ve|we|my|our|remember that|user (?:is|has|loves|likes|prefers|does|lives|works))\b/i;
const ALLERGY = /allerg|intoleran|co?eliac|diabet|epipen|anaphyla|alérgic|celíac|zöliak/i;
const NUMBERS =
  /\b\d+(?:[.,:]\d+)*\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty)\b/giu;
/** "Be tough about my running", "be gentle about the running". */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:tough|strict|hard|harsh|blunt)\b/i, /\b(?:gentle|soft|kind|easy|mild|patient)\b/i],
  [/\b(?:short|brief|terse|concise)\b/i, /\b(?:long|longer|detail|detailed|thorough|in-depth)\b/i],
  [/\b(?:formal|formally|stiff)\b/i, /\b(?:casual|informal|relaxed|friendly|chatty)\b/i],
  [/\b(?:before|first|top)\b/i, /\b(?:after|last|end|bottom)\b/i],
  [/\bmore\b/i, /\b(?:less|fewer)\b/i],
];
const OPPOSITE_SIMILARITY = 0.4;
const WORDS = /\p{L}{4,}/gu;
const PREFIX_OF_WORD = 5;
/** Words that rules share whatever they are about. */
const OF_ANY_RULE = new Set(
  `alway never pleas answe reply repli write given gives using avoid user asks says with that this from when what
  where which them they your mine have does like want need eat every thing anyth every keep make only call immer bitte
  siemp toujo jamai leave drop stop witho there their about again into over more less just aller intol coeli celia diabe`.split(
    /\s+/,
  ),
);

/** `said`, `other`: the rules in the user's own words where they quote them; `similarity` of their embeddings. */
export function supersedes(
  { said, change }: { readonly said: string; readonly change: RuleChange | undefined },
  other: string,
  similarity: number,
): boolean {
  if (!mayEnd(said, other)) return false;
  if (similarity >= leastSimilarity(change)) return true;
  if (similarity < OPPOSITE_SIMILARITY || !shareWord(said, other)) return false;
  if (OPPOSITES.some(([one, two]) => areOpposite(said, other, one, two))) return true;
  if (similarity < SAME_THING_SIMILARITY) return false;
  const [denies, denied] = [DENIES.test(said), DENIES.test(other)];
  return differInNumbers(said, other) || denies !== denied || (!denies && isOrder(said) && isOrder(other));
}

/** "Use grams", "sign with Dot": of two alike one holds, where of two bans, or of two likes, both may. */
function isOrder(said: string): boolean {
  return !OF_ONESELF.test(said);
}

/** A second allergy is none instead of the first, however alike the two are said: it must name what the first one names. */
export function mayEnd(said: string, other: string): boolean {
  return !ALLERGY.test(other) || shareWord(said, other);
}

/** Above 1 where nothing was said of what was before. */
export function leastSimilarity(change: Omit<RuleChange, "lesson"> | undefined): number {
  if (change?.inSentence === true) return CHANGED_SIMILARITY;
  return change?.inInput === true ? CHANGED_BESIDE_SIMILARITY : Number.POSITIVE_INFINITY;
}

/** "In three sentences" and "in five sentences". */
export function differInNumbers(a: string, b: string): boolean {
  const [left = [], right = []] = [a, b].map((text): readonly string[] => text.toLowerCase().match(NUMBERS) ?? []);
  return left.length > 0 && right.length > 0 && !left.some((number) => right.includes(number));
}

function areOpposite(a: string, b: string, one: RegExp, two: RegExp): boolean {
  return (
    (one.test(a) && !two.test(a) && two.test(b) && !one.test(b)) ||
    (two.test(a) && !one.test(a) && one.test(b) && !two.test(b))
  );
}

function shareWord(a: string, b: string): boolean {
  const words = wordsOf(a);
  return [...wordsOf(b)].some((word) => words.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = (text.toLowerCase().match(WORDS) ?? []).map((word) => word.slice(0, PREFIX_OF_WORD));
  return new Set(words.filter((word) => !OF_ANY_RULE.has(word)));
}
