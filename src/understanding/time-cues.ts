// Reads time cues in questions about the past, in eleven languages: dates, months, years, "last week" and its like.
import type { TimeCue } from "../domain/time-cue.ts";
import { calendarCues } from "./time-cue-calendar.ts";
import { type FoundCue, relativeCues } from "./time-cue-relative.ts";

const CHARS_READ = 1_000;
const CUES_MAX = 4;

/** What may stand between a month and the year it is of: "in May of last year". */
const GAP_TO_YEAR = /^[\s,]?(?:of |in |im |de |del |du |en |em |d['’]|dell['’]|в |у |の|的)?(?:l['’])?$/;

/** Brings characters to one form: composed, not full-width, single spaces. */
function tidied(question: string): string {
  return question
    .slice(0, CHARS_READ)
    .normalize("NFC")
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, " ")
    .slice(0, CHARS_READ);
}

/** "In May last year" is one time: the month takes the year. */
function withYearsOfTheirOwn(text: string, calendar: readonly FoundCue[], relative: readonly FoundCue[]): FoundCue[] {
  const taken = new Set<FoundCue>();
  const dated = calendar.map((found) => {
    if (found.cue.kind !== "calendar" || found.cue.year !== null) return found;
    const year = relative.find(
      (other) =>
        other.relativeYear !== undefined &&
        (GAP_TO_YEAR.test(text.slice(found.end, other.start)) || GAP_TO_YEAR.test(text.slice(other.end, found.start))),
    );
    if (year?.relativeYear === undefined) return found;
    taken.add(year);
    return { ...found, cue: { ...found.cue, year: year.relativeYear } };
  });
  return [...dated, ...relative.filter((found) => !taken.has(found))];
}

/** A title, as in: the song "Yesterday". */
function isQuoted(text: string, { start, end }: FoundCue): boolean {
  return /["“”«„「『]/.test(text[start - 1] ?? "") && /["“”»」』]/.test(text[end] ?? "");
}

function isBounded({ cue }: FoundCue): boolean {
  return cue.kind === "calendar" || (Number.isFinite(cue.from) && Number.isFinite(cue.to));
}

export interface TimeCueReader {
  /**
   * The times that a question names, in the order of the text, at most 4 and each once; `reference` is when it was
   * asked, in ms since the epoch. Reads only the first 1,000 characters, in any of 11 languages, and never throws.
   */
  read(question: string, reference: number): readonly TimeCue[];
}

export function createTimeCueReader(): TimeCueReader {
  return {
    read(question, reference) {
      if (Number.isNaN(new Date(reference).getTime())) return [];
      const written = tidied(question);
      const lower = written.toLowerCase();
      // A letter that becomes two in lower case would shift every place after it.
      const text = lower.length === written.length ? written : lower;
      const words = [...lower.matchAll(/[\p{L}\p{M}]+/gu)].map((match) => ({
        word: match[0],
        start: match.index,
        end: match.index + match[0].length,
      }));
      const calendar = calendarCues(text, lower, words);
      const relative = relativeCues(lower, new Set(words.map(({ word }) => word)), reference).filter(
        ({ start, end }) => !calendar.some((other) => start < other.end && other.start < end),
      );
      const found = withYearsOfTheirOwn(lower, calendar, relative)
        .filter((cue) => !isQuoted(text, cue) && isBounded(cue))
        .sort((a, b) => a.start - b.start);
      const cues = new Map<string, TimeCue>(found.map(({ cue }) => [JSON.stringify(cue), cue]));
      return [...cues.values()].slice(0, CUES_MAX);
    },
  };
}
