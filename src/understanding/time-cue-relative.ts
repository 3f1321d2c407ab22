// Finds times relative to today in a text: "last week", "three days ago".
import type { TimeCue } from "../domain/time-cue.ts";
import { linear } from "../matching/linear-expression.ts";
import { PHRASES, type Phrases, type Unit } from "./time-cue-phrases.ts";

const DAY_MS = 86_400_000;
const UNITS: readonly Unit[] = ["day", "week", "month", "year", "weekend"];

/** A cue and where it stands. */
export interface FoundCue {
  readonly start: number;
  readonly end: number;
  readonly cue: TimeCue;
  /** The year's number, where the cue is one whole year that the text names without a number ("last year"). */
  readonly relativeYear?: number;
}

/** Midnight UTC of the first day of the unit that is `offset` units from the reference's. */
function unitStart(unit: Unit, offset: number, reference: number): number {
  const date = new Date(reference);
  const today = Math.floor(reference / DAY_MS) * DAY_MS;
  const monday = today - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  switch (unit) {
    case "day":
      return today + offset * DAY_MS;
    case "week":
      return monday + offset * 7 * DAY_MS;
    case "weekend":
      return monday + (offset * 7 + 5) * DAY_MS;
    case "month":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
    case "year":
      return Date.UTC(date.getUTCFullYear() + offset, 0, 1);
  }
}

function unitRange(unit: Unit, offset: number, reference: number): TimeCue {
  const from = unitStart(unit, offset, reference);
  return {
    kind: "range",
    from,
    to: unit === "weekend" ? from + 2 * DAY_MS : unitStart(unit, offset + 1, reference),
  };
}

/** From `count` units before today to the end of today. */
function rangeUpToToday(unit: Unit, count: number, reference: number): TimeCue {
  const to = unitStart("day", 1, reference);
  if (unit === "day") return { kind: "range", from: to - count * DAY_MS, to };
  if (unit === "week") return { kind: "range", from: to - count * 7 * DAY_MS, to };
  const date = new Date(reference);
  const months = unit === "year" ? 12 * count : count;
  // No month ends before its 28th, so the first day stays in its month.
  const day = Math.min(date.getUTCDate(), 28);
  return { kind: "range", from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, day), to };
}

function lastWeekdayRange(weekday: number, ofLastWeek: boolean, reference: number): TimeCue {
  const today = unitStart("day", 0, reference);
  const monday = unitStart("week", 0, reference);
  const thisWeeks = monday + weekday * DAY_MS;
  const from = ofLastWeek || thisWeeks >= today ? thisWeeks - 7 * DAY_MS : thisWeeks;
  return { kind: "range", from, to: from + DAY_MS };
}

type Groups = Readonly<Record<string, string | undefined>>;

interface Rule {
  readonly pattern: RegExp;
  /** Unit and offset, where the match names one whole unit. */
  unit(groups: Groups): readonly [Unit, number] | null;
  /** What else it names. */
  cue?(groups: Groups, reference: number): TimeCue;
}

function named(prefix: string, forms: readonly string[]): string {
  return `(?:${forms.map((form, index) => `(?<${prefix}${index}>${form})`).join("|")})`;
}

/** The index of the form made by `named` that the match holds; -1 for none. */
function indexIn(groups: Groups, prefix: string): number {
  for (let index = 0; index < 7; index += 1) if (groups[`${prefix}${index}`] !== undefined) return index;
  return -1;
}

function numberWords(numbers: string): ReadonlyMap<string, number> {
  return new Map(
    numbers
      .split(" ")
      .flatMap((forms, index) =>
        forms.split("|").map((form): [string, number] => [form.replaceAll("_", " "), index + 1]),
      ),
  );
}

/** A language's rules, those of longer phrases first: what overlaps an earlier match is left out. */
function rulesOf(phrases: Phrases): readonly Rule[] {
  const numbers = numberWords(phrases.numbers);
  const longestFirst = [...numbers.keys()].sort((a, b) => b.length - a.length);
  const fill = (template: string): RegExp => {
    const filled = template
      .replaceAll("{one}", named("one", phrases.one))
      .replaceAll("{many}", named("many", phrases.many))
      .replaceAll("{weekday}", named("weekday", phrases.weekdays.split(" ")))
      .replaceAll("{n}", `(?<n>\\d{1,3}|${longestFirst.join("|")})`);
    return phrases.triggers === null
      ? linear(`(?<![\\d月一二三四五六七八九十]|\\d[.,])(?:${filled})`, "gu")
      : linear(`(?<![\\p{L}\\p{M}\\p{N}_]|\\d[.,])(?:${filled})(?![\\p{L}\\p{M}\\p{N}_])`, "gu");
  };
  const countOf = (groups: Groups): number =>
    groups.n === undefined ? 1 : (numbers.get(groups.n) ?? Number(groups.n));
  const counted = (groups: Groups): Unit => UNITS[indexIn(groups, "many")] ?? UNITS[indexIn(groups, "one")] ?? "day";
  // "The last day" and "this day" mean a day of something else, not one relative to today.
  const single = (groups: Groups, offset: number): readonly [Unit, number] | null => {
    const unit = UNITS[indexIn(groups, "one")] ?? "day";
    return unit === "day" ? null : [unit, offset];
  };
  const ofLastWeek = phrases.triggers === null;
  return [
    {
      pattern: fill(phrases.lastWeekday),
      unit: () => null,
      cue: (groups, reference) => lastWeekdayRange(indexIn(groups, "weekday"), ofLastWeek, reference),
    },
    {
      pattern: fill(phrases.past),
      unit: () => null,
      cue: (groups, reference) => rangeUpToToday(counted(groups), countOf(groups), reference),
    },
    { pattern: fill(phrases.ago), unit: (groups) => [counted(groups), -countOf(groups)] },
    ...phrases.fixed.map(
      ([unit, offset, pattern]): Rule => ({ pattern: fill(pattern), unit: () => [unit, offset] as const }),
    ),
    ...(phrases.last === null ? [] : [{ pattern: fill(phrases.last), unit: (groups: Groups) => single(groups, -1) }]),
    ...(phrases.current === null
      ? []
      : [{ pattern: fill(phrases.current), unit: (groups: Groups) => single(groups, 0) }]),
  ];
}

const LANGUAGES = PHRASES.map((phrases) => {
  let made: readonly Rule[] | null = null;
  return {
    triggers: phrases.triggers === null ? null : phrases.triggers.split(" "),
    // Made when the language is first read: making all of them would slow every start.
    rules(): readonly Rule[] {
      made ??= rulesOf(phrases);
      return made;
    },
  };
});

/** `text` in lower case with single spaces; `words` are its words. */
export function relativeCues(text: string, words: ReadonlySet<string>, reference: number): FoundCue[] {
  const found: FoundCue[] = [];
  const isCjk = /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);
  for (const { triggers, rules } of LANGUAGES) {
    if (triggers === null ? !isCjk : !triggers.some((word) => words.has(word))) continue;
    for (const rule of rules()) {
      for (const match of text.matchAll(rule.pattern)) {
        const start = match.index;
        const end = start + match[0].length;
        if (found.some((other) => start < other.end && other.start < end)) continue;
        const groups: Groups = match.groups ?? {};
        const unit = rule.unit(groups);
        const cue = unit === null ? rule.cue?.(groups, reference) : unitRange(...unit, reference);
        if (cue === undefined) continue;
        const isYear = unit !== null && unit[0] === "year";
        found.push({
          start,
          end,
          cue,
          ...(isYear ? { relativeYear: new Date(reference).getUTCFullYear() + unit[1] } : {}),
        });
      }
    }
  }
  return found;
}
