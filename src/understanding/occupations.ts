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

/** "head of product": what stands behind the title. */
const AREA = linear(
  /^ of (?!an? |the )([\p{L}&-]+(?: (?:and )?[\p{L}&-]+){0,2}?)(?=[,.;:!?]| (?:at|in|for|with|from|on|who|and|here)\b|$)/u,
);

/** Reads the occupation with which a text begins, its article included; null where none stands there. */
export function readOccupation(text: string, rules: OccupationRules = {}): OccupationPhrase | null {
  const lead = /^ ?(?:(an?|the|your|our) )?/i.exec(text)!;
  const article = lead[1]?.toLowerCase() ?? "";
  const found = /^[^,.;:!?()\n"–—]{1,120}/.exec(text.slice(lead[0].length));
  if (found === null) return null;
  const words: string[] = [];
  for (const word of found[0].replace(/\b(part|full) time\b/gi, "$1-time").split(" ")) {
    if (words.length === WORDS_MAX || !WORD.test(word) || ENDS.has(word.toLowerCase()) || word === "of") break;
    words.push(word);
  }
  let rest = text.slice(lead[0].length + words.join(" ").length);
  const lower = words.map((word) => word.toLowerCase().replace(/[.]$/, ""));
  const head = lower.at(-1);
  if (head === undefined || lower.some((word) => SPOILERS.has(word))) return null;
  const area = AREA.exec(rest);
  const isTitle = TITLE.test(head) || RANKS.has(head) || TITLE.test(lower.join(" "));
  const known =
    isHead(head) ||
    (head === "lead" && lower.length > 1) ||
    /^stay-at-home (?:mom|mum|mother|dad|father|parent)$/.test(lower.join(" ")) ||
    (area !== null && isTitle) ||
    (lower.length === 1 && RANKS.has(head));
  if (
    !known &&
    !(
      rules.anyHead &&
      article !== "" &&
      lower.length <= 4 &&
      !/^(?:team|group|pair|unit|duo|part|whole|result|favou?r|rule|hobby|volunteer|couple|family|kid|child|teenager)$/.test(
        head,
      )
    )
  )
    return null;
  if (/^'s\b/.test(rest)) return null;
  if (
    !rules.anyHead &&
    (article === "the" || (article === "" && !rules.bare)) &&
    !isTitle &&
    !/^(?:lead|chief|head|principal|senior)$/.test(lower[0]!)
  )
    return null;
  // "the driver today", "the owner of a dog": a part that is played, or a possession.
  if (
    article === "the" &&
    lower.length === 1 &&
    !RANKS.has(head) &&
    !/^ (?:of (?!an? (?:dog|cat|car|house|pet)|the (?:dog|cat|car|house)|two|three|my|this|that)|at|for|in|here|there|on)\b/i.test(
      rest,
    )
  )
    return null;
  if (
    /^ (?:of (?:an? (?:dog|cat|car|house|horse|pet|boat)|two|three|my)\b|at heart\b|of life\b|no (?:more|longer)\b|anymore\b|any more\b|turned\b|in crime\b|today\b|tonight\b|in (?:this|the|my|that) (?:game|story|play|film|movie|novel|dream)\b|by now\b)/i.test(
      rest,
    )
  )
    return null;
  let value = words.filter((_, at) => at === words.length - 1 || !isDecoration(lower[at]!));
  if (
    area !== null &&
    /^(?:head|director|vp|vice president|president|manager|chief|dean|coordinator|supervisor|lead)$/.test(
      TITLE.test(lower.join(" ")) ? lower.join(" ") : head,
    )
  ) {
    value = [...value, "of", ...area[1]!.split(" ")];
    rest = rest.slice(area[0].length);
  }
  return { value: value.join(" "), rest };
}
