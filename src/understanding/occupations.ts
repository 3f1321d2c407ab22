// Knows occupations by their head noun: "senior software engineer" is one because "engineer" is.
import { linear } from "../matching/linear-expression.ts";
import { DECORATION, ENDS, isHead, RANKS, SPOILERS, TITLE } from "./occupation-words.ts";

const WORD = /^[\p{L}\d][\p{L}\p{M}\d'&/+#.-]*$/u;
const WORDS_MAX = 7;

export interface OccupationPhrase {
  /** In the words of the text, without article and praise. */
  readonly value: string;
  /** What follows the phrase, punctuation included. */
  readonly rest: string;
}

export interface OccupationRules {
  /** Read a noun phrase with an unknown head too: the words before it leave no doubt. */
  readonly anyHead?: boolean;
  /** Read an occupation without an article too. */
  readonly bare?: boolean;
}

/** Praise, manner and age: "experienced", "34-year-old". */
function isDecoration(word: string): boolean {
  return DECORATION.has(word) || /^\d+(?:-years?-old)?$|^years?$/.test(word);
}

/** "head of product": what follows the title. */
const AREA = linear(
  /^ of (?!an? |the )([\p{L}&-]+(?: (?:and )?[\p{L}&-]+){0,2}?)(?=[,.;:!?]| (?:at|in|for|with|from|on|who|and|here|now|nowadays|these days|currently|again|today|since|as|but|so|because)\b|$)/u,
);

/** What follows a role that is only played, or a possession: "the driver today", "the owner of a dog". */
const PLAYED = linear(
  /^ (?:of (?:an? (?:dog|cat|car|house|horse|pet|boat)|two|three|my)\b|at heart\b|of life\b|no (?:more|longer)\b|anymore\b|any more\b|turned\b|in crime\b|of (?:the|my|our) (?:[a-z-]+ )?(?:team|side|squad|game)\b|today\b|tonight\b|in (?:this|the|my|that) (?:game|story|play|film|movie|novel|dream)\b|by now\b)/i,
);
/** What must follow "the driver" for it to be an occupation. */
const PLACE =
  /^ (?:of (?!an? (?:dog|cat|car|house|pet)|the (?:dog|cat|car|house)|two|three|my|this|that)|at|for|in|here|there|on)\b/i;
const NO_PERSON =
  /^(?:team|group|pair|unit|duo|part|whole|result|favou?r|rule|hobby|volunteer|couple|family|kid|child|teenager)$/;
const AREA_TITLE = /^(?:head|director|vp|vice president|president|manager|chief|dean|coordinator|supervisor|lead)$/;

interface Phrase {
  /** Lower case; "" for none. */
  readonly article: string;
  readonly words: readonly string[];
  /** The words in lower case, without full stops. */
  readonly lower: readonly string[];
  /** The last of `lower`. */
  readonly head: string;
  readonly rest: string;
}

/** Reads the occupation at the beginning of a text, its article included; null where there is none. */
export function readOccupation(text: string, rules: OccupationRules = {}): OccupationPhrase | null {
  const phrase = readPhrase(text);
  if (phrase === null) return null;
  const { words, lower, head, rest } = phrase;
  const whole = lower.join(" ");
  const area = AREA.exec(rest);
  const isTitle = TITLE.test(head) || RANKS.has(head) || TITLE.test(whole);
  if (!isKnown(phrase, area !== null && isTitle) && !(rules.anyHead && mayBeUnknown(phrase))) return null;
  if (/^'s\b/.test(rest)) return null;
  if (!rules.anyHead && lacksArticle(phrase, rules) && !isTitle) return null;
  if (isPlayed(phrase)) return null;
  const value = words.filter((_, at) => at === words.length - 1 || !isDecoration(lower[at]!));
  if (area === null || !AREA_TITLE.test(TITLE.test(whole) ? whole : head)) return { value: value.join(" "), rest };
  const withArea = [...value, "of", ...area[1]!.split(" ")];
  return { value: withArea.join(" "), rest: rest.slice(area[0].length) };
}

/** The noun phrase at the beginning of a text; null where there is none, or where a word in it rules it out. */
function readPhrase(text: string): Phrase | null {
  const lead = /^ ?(?:(an?|the|your|our) )?/i.exec(text)!;
  const found = /^[^,.;:!?()\n"–—]{1,120}/.exec(text.slice(lead[0].length));
  if (found === null) return null;
  const words: string[] = [];
  for (const word of found[0].replace(/\b(part|full) time\b/gi, "$1-time").split(" ")) {
    if (words.length === WORDS_MAX || !WORD.test(word) || ENDS.has(word.toLowerCase()) || word === "of") break;
    words.push(word);
  }
  const lower = words.map((word) => word.toLowerCase().replace(/[.]$/, ""));
  const head = lower.at(-1);
  if (head === undefined || lower.some((word) => SPOILERS.has(word))) return null;
  const rest = text.slice(lead[0].length + words.join(" ").length);
  return { article: lead[1]?.toLowerCase() ?? "", words, lower, head, rest };
}

function isKnown({ lower, head }: Phrase, isTitleOfArea: boolean): boolean {
  return (
    isHead(head) ||
    (head === "lead" && lower.length > 1) ||
    /^stay-at-home (?:mom|mum|mother|dad|father|parent)$/.test(lower.join(" ")) ||
    isTitleOfArea ||
    (lower.length === 1 && RANKS.has(head))
  );
}

/** Whether it may be an occupation that is not in the lists. */
function mayBeUnknown({ article, lower, head }: Phrase): boolean {
  return article !== "" && lower.length <= 4 && !NO_PERSON.test(head);
}

/** Whether the phrase needs an "a" and has none; titles and ranks need none. */
function lacksArticle({ article, lower }: Phrase, rules: OccupationRules): boolean {
  if (/^(?:lead|chief|head|principal|senior)$/.test(lower[0]!)) return false;
  return article === "the" || (article === "" && !rules.bare);
}

function isPlayed({ article, lower, head, rest }: Phrase): boolean {
  if (article === "the" && lower.length === 1 && !RANKS.has(head) && !PLACE.test(rest)) return true;
  return PLAYED.test(rest);
}
