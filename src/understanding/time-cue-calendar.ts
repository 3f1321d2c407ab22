// Finds the dates, months and years that a text states.
import { wordSet } from "../base/word-set.ts";
import { linear } from "../matching/linear-expression.ts";
import { CJK_DATES, type DateParser, dateParser, type Lang, MONTHS } from "./time-cue-months.ts";
import type { FoundCue } from "./time-cue-relative.ts";

interface MonthName {
  readonly lang: Lang;
  readonly month: number;
  readonly isShort: boolean;
}

interface Word {
  readonly start: number;
  readonly end: number;
}

/** What the months' rules see: `text` as it was written, `lower` in lower case, of the same length. */
interface Source {
  readonly text: string;
  readonly lower: string;
}

/** A leap year, so that 29 February is a date. What a question leaves open is never filled in from this date. */
const PARSER_REFERENCE = new Date(2024, 0, 15, 12);
/** How many characters before and after a month's name its day and year may stand. */
const WINDOW_BEFORE = 28;
const WINDOW_AFTER = 24;
const MONTH_WORDS_MAX = 16;

/** English months that are names, verbs or adjectives too. */
const AMBIGUOUS = wordSet("april may june august march");
const VERBS = wordSet("may march");

const YEAR = "(?:19|20)\\d\\d";
const ENDS = /^[\s"'’”»)\]]*(?:$|[?.!,;:…])/;
/** Words that follow a time: the word before them is a month, not a verb, and a number is no count. */
const GOES_ON =
  /^ (?:in|at|about|with|for|and|or|to|until|through|regarding|concerning|when|did|do|have|has|had|was|were|is|are|we|i|you|they|he|she|the|my|our|your|this|last|of last|of this)\b/;
const MAY_VERB =
  /^ (?:be|have|not|also|need|well|never|still|only|or may|cause|contain|apply|include|require|want|help)\b/;
const DATE_BEFORE =
  /(?:^|[^\p{L}\p{M}])(?:on|the|since|until|till|by|from|before|after|of|in|around|between|and|to|to the|this|last) $/u;
const JOINED = /^ ?(?:and|or|to|through|until|till|und|oder|bis|et|ou|y|e|o|en|и|та|і|\/|-|–|,) ?$/;

function namesOfMonths(): ReadonlyMap<string, readonly MonthName[]> {
  const names = new Map<string, MonthName[]>();
  const add = (forms: string, name: MonthName) => {
    for (const form of forms.split("|")) {
      const known = names.get(form) ?? [];
      names.set(form, known);
      if (form !== "-" && !known.some((other) => other.lang === name.lang)) known.push(name);
    }
  };
  for (const [lang, { names: full, short }] of Object.entries(MONTHS) as [Lang, (typeof MONTHS)[Lang]][]) {
    for (const [index, forms] of full.split(" ").entries()) add(forms, { lang, month: index + 1, isShort: false });
    for (const [index, forms] of short.split(" ").entries()) add(forms, { lang, month: index + 1, isShort: true });
  }
  return names;
}

const MONTH_NAMES = namesOfMonths();
const BEFORE_MONTH = new Map(
  Object.entries(MONTHS).map(([lang, { before }]) => [lang, linear(`(?:^|[^\\p{L}\\p{M}\\d_-])(${before})[ -]$`, "u")]),
);

function calendar(year: number | null, month: number | null, day: number | null): FoundCue["cue"] {
  return { kind: "calendar", year, month, day };
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const YEAR_FIRST = linear(
  `(?<![\\p{L}\\d_./-])(${YEAR})([-/.])(\\d\\d?)([-/.])(\\d\\d?)(?![\\d_/-]|[.,]\\d|[^t\\P{L}])`,
  "gu",
);
const YEAR_LAST = linear(
  `(?<![\\p{L}\\d_./-]|version )(\\d\\d?)([-/.])(\\d\\d?)([-/.])(${YEAR})(?![\\p{L}\\d_/-]|[.,]\\d)`,
  "gu",
);

/** 2023-05-08, 2023/5/8, 8.5.2023, 05/08/2023; both readings of the last where it has two. */
function numericDates(lower: string): FoundCue[] {
  const found: FoundCue[] = [];
  const add = ({ index, 0: written }: RegExpExecArray, year: string, month: string, day: string) => {
    if (!isDate(Number(year), Number(month), Number(day))) return;
    const cue = calendar(Number(year), Number(month), Number(day));
    found.push({ start: index, end: index + written.length, cue });
  };
  for (const match of lower.matchAll(YEAR_FIRST)) {
    if (match[2] === match[4]) add(match, match[1]!, match[3]!, match[5]!);
  }
  for (const match of lower.matchAll(YEAR_LAST)) {
    if (match[2] !== match[4]) continue;
    add(match, match[5]!, match[3]!, match[1]!);
    if (match[2] === "/" && match[1] !== match[3]) add(match, match[5]!, match[1]!, match[3]!);
  }
  return found;
}

/** "8 May" is a date and "8 may fail" is none, though a parser reads both. */
function isVerb({ text, lower }: Source, word: Word, start: number, end: number): boolean {
  const name = lower.slice(word.start, word.end);
  if (!VERBS.has(name)) return false;
  const dated = lower.slice(start, end);
  const after = lower.slice(end);
  // At the start of a sentence a capital says nothing.
  const isCapital =
    /^\p{Lu}\p{Ll}/u.test(text.slice(word.start)) && (word.start > 0 || /^ (?:at|about|in|last|with)\b/.test(after));
  if (/\d\D+\d{4}/.test(dated)) return false;
  if (isCapital || ENDS.test(after) || / of /.test(dated)) return false;
  return (
    !(DATE_BEFORE.test(lower.slice(0, start)) && GOES_ON.test(after)) && !/^\p{L}+ \d\d?(?:st|nd|rd|th)/u.test(dated)
  );
}

/** The date around the name of a month, where it has a day. */
function dateAround(source: Source, word: Word, name: MonthName, parser: DateParser): FoundCue | null {
  const { text, lower } = source;
  let from = Math.max(0, word.start - WINDOW_BEFORE);
  if (from > 0) from = Math.max(from, text.indexOf(" ", from));
  if (from > word.start) from = word.start;
  for (const result of parser.parse(text.slice(from, word.end + WINDOW_AFTER), PARSER_REFERENCE)) {
    const start = from + result.index;
    const end = start + result.text.length;
    const { start: first, end: last } = result;
    if (start > word.start || end < word.end || !first.isCertain("day") || !first.isCertain("month")) continue;
    if (first.get("month") !== name.month && last?.get("month") !== name.month) continue;
    const before = lower[start - 1] ?? " ";
    if (/[\p{L}\p{N}_.#/-]/u.test(before) || /^(?: \d+)?[%°]|^[\p{L}\d_]|^[-/]\d/u.test(lower.slice(end))) continue;
    // A parser completes "25" to a year: only what is written in full counts.
    const yearOf = (part: typeof first): number | null => {
      const year = part.get("year");
      return part.isCertain("year") && year !== null && year >= 1900 && year < 2100 && result.text.includes(`${year}`)
        ? year
        : null;
    };
    const year = yearOf(first) ?? (last == null ? null : yearOf(last));
    if (name.isShort && name.lang !== "en" && year === null) continue;
    // "may8" is a name in a program.
    if (/[a-z]\d/.test(lower.slice(start, end)) || isVerb(source, word, start, end)) continue;
    const month = first.get("month");
    const day = first.get("day");
    if (month === null || day === null) continue;
    if (last == null || !last.isCertain("day")) return { start, end, cue: calendar(year, month, day) };
    const lastMonth = last.get("month") ?? month;
    if (year !== null) {
      const to = Date.UTC(yearOf(last) ?? year, lastMonth - 1, (last.get("day") ?? day) + 1);
      return { start, end, cue: { kind: "range", from: Date.UTC(year, month - 1, day), to } };
    }
    // Days from one to another, without a year: their month stands for them; of two months, the first day does.
    return { start, end, cue: lastMonth === month ? calendar(null, month, null) : calendar(null, month, day) };
  }
  return null;
}

const YEAR_AFTER = linear(`^\\.?,?(?: (?:of|de|del|di|von|van))? (${YEAR})(?![\\p{L}\\d_%€$°/-]|[.,:]\\d)`, "u");

/** "in May", "since March 2022"; `isJoined`: another month stands right before it, as in "April and May". */
function monthAlone(source: Source, word: Word, name: MonthName, isJoined: boolean): FoundCue | null {
  const { text, lower } = source;
  const written = lower.slice(word.start, word.end);
  const after = lower.slice(word.end);
  const found = (year: number | null, length = 0): FoundCue => ({
    start: word.start,
    end: word.end + length,
    cue: calendar(year, name.month, null),
  });
  const withYear = YEAR_AFTER.exec(after);
  if (withYear !== null && (!name.isShort || name.lang === "en")) {
    const end = word.end + withYear[0].length;
    const isAmount = isVerb(source, word, word.start, end) && !DATE_BEFORE.test(lower.slice(0, word.start));
    if (!isAmount) return found(Number(withYear[1]), withYear[0].length);
  }
  if (name.isShort && (name.lang !== "en" || written === "mar")) return null;
  if (/^['’]s?\b/.test(after) && AMBIGUOUS.has(written)) return null;
  if (/^[_\p{N}\p{L}/-]|^ (?:of )?next year\b/u.test(after)) return null;
  if (isJoined) return found(null);
  const before = lower.slice(Math.max(0, word.start - 24), word.start);
  if (/(?:from|between) $/.test(before) && /^ (?:to|until|till|through|and) \p{L}/u.test(after)) {
    const other = /^ \p{L}+ (\p{L}+)/u.exec(after)?.[1] ?? "";
    return MONTH_NAMES.has(other) && name.lang === "en" ? found(null) : null;
  }
  const preposition = BEFORE_MONTH.get(name.lang)?.exec(before)?.[1];
  if (preposition === undefined) {
    const isRomance = name.lang === "fr" || name.lang === "es" || name.lang === "pt" || name.lang === "it";
    const isPast = /^ (?:dernier|passé|pasado|passado|scorso)(?!\p{L})/u.test(after);
    return isRomance && isPast ? found(null) : null;
  }
  if (name.lang !== "en" || !AMBIGUOUS.has(written)) return found(null);
  const goesOn = ENDS.test(after) || GOES_ON.test(after);
  const isCapital = /^\p{Lu}\p{Ll}/u.test(text.slice(word.start));
  switch (preposition) {
    case "in":
      return MAY_VERB.test(after) && !isCapital ? null : found(null);
    case "during":
    case "throughout":
    case "mid":
      return found(null);
    case "early":
    case "late":
    case "this":
    case "last":
      return ENDS.test(after) || (isCapital && goesOn) ? found(null) : null;
    case "since":
    case "until":
    case "till":
      return goesOn ? found(null) : null;
    case "of":
      return /(?:end|start|beginning|middle|month|weeks?|half|days?) of $/.test(before) && goesOn ? found(null) : null;
    default:
      return null;
  }
}

function monthCues(source: Source, words: readonly Word[]): FoundCue[] {
  const found: FoundCue[] = [];
  let seen = 0;
  for (const word of words) {
    const names = MONTH_NAMES.get(source.lower.slice(word.start, word.end));
    if (names === undefined || names.length === 0) continue;
    seen += 1;
    if (seen > MONTH_WORDS_MAX) break;
    if (found.some((other) => word.start < other.end && other.start < word.end)) continue;
    const previous = found.at(-1);
    const isJoined = previous !== undefined && JOINED.test(source.lower.slice(previous.end, word.start));
    const cue =
      firstOf(names, (name) => dateAround(source, word, name, dateParser(name.lang))) ??
      firstOf(names, (name) => monthAlone(source, word, name, isJoined));
    if (cue !== null) found.push(cue);
  }
  return found;
}

function firstOf<In, Out>(items: readonly In[], read: (item: In) => Out | null): Out | null {
  for (const item of items) {
    const out = read(item);
    if (out !== null) return out;
  }
  return null;
}

const YEAR_BEFORE =
  "in|since|during|until|till|before|after|by|around|throughout|early|late|mid|the year|of the year|(?:end|start|beginning|middle|spring|summer|autumn|fall|winter|rest|most|half) of|" +
  "im jahre?|jahr|seit|bis|anfang|ende|mitte|en|depuis|jusqu'en|l['’]année|année|desde|durante|hasta|el año|año|em|até|o ano|ano|" +
  "nel|dal|del|anno|sinds|sedert|tot|jaar|в|во|с|до|за|у|з|із";
/** What follows a year but not a count of things: an end, or a short word that is no unit. */
const AFTER_YEAR = linear(
  /^(?:['’]s\b|[\s"'’”»)\]]*(?:$|[?!;:…]|[.,](?!\d))| (?:(?:what|when|where|with|about|were|have|that|there|they|from|before|after|году|года|год|році|року|рік)(?![\p{L}\p{N}])|(?!(?:of|de|di|km|px|kg|mg|usd|eur|gbp|mb|kb|gb|ms|min|cm|mm|m|g|h|s|l|x|руб|грн|шт|км|кг)(?![\p{L}\p{N}]))\p{L}{1,3}(?![\p{L}\p{N}])))/u,
);
const YEARS = linear(
  `(?<![\\p{L}\\p{M}\\d_-])(?:${YEAR_BEFORE})[ -](${YEAR})(?:-(0[1-9]|1[0-2]))?(?![\\p{L}\\d_%€$°/-]|[.,:]\\d)`,
  "gu",
);

function yearCues({ lower }: Source): FoundCue[] {
  const found: FoundCue[] = [];
  for (const match of lower.matchAll(YEARS)) {
    const end = match.index + match[0].length;
    if (!AFTER_YEAR.test(lower.slice(end, end + 16))) continue;
    const cue = calendar(Number(match[1]), match[2] === undefined ? null : Number(match[2]), null);
    found.push({ start: match.index, end, cue });
  }
  return found;
}

const KANJI = "一二三四五六七八九十";
const CJK_MONTHS = linear(
  `(?:(?<!\\d)(${YEAR})年の?)?(?<![来來明]年[の的]?)(?<![\\d${KANJI}個个几幾数第每毎])(\\d\\d?|十[一二]?|[${KANJI}])月(?!一次|[${KANJI}\\d]{1,3}[日号號])`,
  "gu",
);
const CJK_YEARS = linear(`(?<![\\d第.])(${YEAR})年(?!間|间|\\d)`, "gu");

/** 2023年5月8日, 5月, 2022年. */
function cjkCues({ text }: Source): FoundCue[] {
  const found: FoundCue[] = [];
  if (!/[月年]/.test(text)) return found;
  const add = (start: number, end: number, cue: FoundCue["cue"]) => {
    if (!found.some((other) => start < other.end && other.start < end)) found.push({ start, end, cue });
  };
  if (/月[^月]{1,4}[日号號]/.test(text)) {
    for (const parser of CJK_DATES) {
      for (const { index, text: dated, start, end } of parser.parse(text, PARSER_REFERENCE)) {
        if (!dated.includes("月") || !start.isCertain("day") || !start.isCertain("month") || end != null) continue;
        const year = start.isCertain("year") && /年/.test(dated) ? start.get("year") : null;
        add(index, index + dated.length, calendar(year, start.get("month"), start.get("day")));
      }
    }
  }
  for (const match of text.matchAll(CJK_MONTHS)) {
    const month = Number(match[2]) || kanjiNumber(match[2]!);
    if (month < 1 || month > 12) continue;
    const year = match[1] === undefined ? null : Number(match[1]);
    add(match.index, match.index + match[0].length, calendar(year, month, null));
  }
  for (const match of text.matchAll(CJK_YEARS)) {
    add(match.index, match.index + match[0].length, calendar(Number(match[1]), null, null));
  }
  return found;
}

function kanjiNumber(digits: string): number {
  return digits.startsWith("十") ? 10 + ((KANJI.indexOf(digits[1] ?? "十") + 1) % 10) : KANJI.indexOf(digits) + 1;
}

/** A find that overlaps one of an earlier kind is part of that one and left out. Two readings by one kind both stay. */
export function calendarCues(text: string, lower: string, words: readonly Word[]): FoundCue[] {
  const source = { text, lower };
  const found = numericDates(lower);
  for (const more of [monthCues(source, words), cjkCues(source), /\d{4}/.test(lower) ? yearCues(source) : []]) {
    found.push(...more.filter((cue) => !found.some((other) => cue.start < other.end && other.start < cue.end)));
  }
  return found;
}
