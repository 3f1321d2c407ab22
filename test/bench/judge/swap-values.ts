// Makes wrong answers of right ones: one value or name of an answer that memory has too is put in place of another.
import type { Candidate } from "../../../src/statements/candidate.ts";
import type { Draft } from "../../../src/statements/draft.ts";
import { isWrittenAsName } from "../../../src/statements/read-statements.ts";
import { plainWord, type Statement } from "../../../src/statements/statement.ts";
import { type Amount, comparable, sameValue, type Value } from "../../../src/statements/value.ts";
import type { Draw } from "./draw.ts";
import { candidatesOf, draftOf, type LabelledBrain } from "./labelled-brains.ts";

export interface SwappedValue {
  readonly brain: string;
  readonly hand: string;
  /** The candidate of what was swapped. */
  readonly candidate: Candidate;
}

/** Kinds of right answer whose values need not be those of memory. */
const NOT_OF_MEMORY = /hypoth|question|offer|unknown|small|general|quoted|estimate/;
const SWAPS_OF_ANSWER = 8;

const WEEKDAYS: Readonly<Record<string, string>> = {
  en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
  de: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
  es: "lunes martes miércoles jueves viernes sábado domingo",
  fr: "lundi mardi mercredi jeudi vendredi samedi dimanche",
};
const OTHERS: Readonly<Record<string, string>> = {
  kinship:
    "mother father sister brother son daughter aunt uncle cousin niece nephew friend neighbour grandmother grandfather colleague",
  side: "left right",
  colour: "red blue green yellow black white",
  sex: "boy girl",
  role: "manager director treasurer engineer designer captain secretary nurse assistant teacher",
};
const NAMES =
  "Amira Bastian Corinne Derek Elsa Fabio Gemma Hector Ingrid Joel Katya Lorenzo Mabel Nadia Otto Petra Quentin Rosa Stefan Tamsin Ulrich Vera Walter Yasmin Zeno Harrogate Lisbon Dudley Exeter Bremen Norwich Verona Sandoval Whitaker Okonkwo Lindholm Ferrante Marlow Prescott Aldgate".split(
    " ",
  );
const OTHER_UNITS: Readonly<Record<string, string>> = {
  cm: "m",
  m: "feet",
  km: "miles",
  mile: "km",
  kg: "pounds",
  lb: "kg",
  g: "kg",
  mg: "g",
  minute: "hours",
  hour: "minutes",
  week: "days",
  day: "weeks",
  month: "weeks",
  year: "months",
  ml: "litres",
  l: "ml",
  ft: "metres",
};
const SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

interface Swap {
  readonly family: "value" | "name";
  readonly statement: Statement;
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

export function swappedValues(brains: readonly LabelledBrain[], draw: Draw): SwappedValue[] {
  return brains.flatMap((brain) =>
    brain.cases
      .filter(({ right, kind }) => right && !NOT_OF_MEMORY.test(kind))
      .flatMap(({ input, answer }) => {
        const swaps = swapsOf(brain, draftOf(brain, input, answer), draw);
        const chosen: Swap[] = [];
        while (swaps.length > 0 && chosen.length < SWAPS_OF_ANSWER)
          chosen.push(...swaps.splice(Math.floor(draw.next() * swaps.length), 1));
        return chosen.flatMap((swap) => swapped(brain, input, answer, swap) ?? []);
      }),
  );
}

function swapped(brain: LabelledBrain, input: string, answer: string, swap: Swap): SwappedValue | null {
  const { text } = swap.statement;
  const changed = text.slice(0, swap.start) + swap.by + text.slice(swap.end);
  const draft = draftOf(
    brain,
    input,
    answer.replaceAll(text, () => changed),
  );
  const candidate = candidatesOf(draft).find(
    ({ family, statement, said }) =>
      family === swap.family &&
      statement.text === changed &&
      swap.by.toLowerCase().includes(said.toLowerCase().split(" ", 1)[0]!),
  );
  // What memory has all the same is not wrong for sure.
  if (candidate === undefined || (swap.family === "value" && candidate.features.support! >= 0)) return null;
  return { brain: brain.id, hand: brain.hand, candidate };
}

function swapsOf(brain: LabelledBrain, draft: Draft, draw: Draw): Swap[] {
  return draft.claims
    .filter(({ tellsHistory }) => !tellsHistory)
    .flatMap((statement) => {
      const values = statement.values.flatMap((value): Swap[] => {
        if (statement.conditional.has(value) || statement.denied.has(value) || !isKnown(draft, value)) return [];
        const [start, end] = [statement.tokens[value.from]!.start, statement.tokens[value.to - 1]!.end];
        const by = other(brain.language, value, statement.text.slice(start, end), draw);
        return by === null ? [] : [{ family: "value", statement, start, end, by }];
      });
      return [...values, ...nameSwaps(draft, statement, draw)];
    });
}

function isKnown({ memory }: Draft, value: Value): boolean {
  return memory.all.some(({ values, replaced }) =>
    values.some((known) => !replaced.has(known) && comparable(value, known) && sameValue(value, known)),
  );
}

function nameSwaps({ memory, askedWords, words }: Draft, statement: Statement, draw: Draw): Swap[] {
  return statement.tokens.flatMap((token, at): Swap[] => {
    const word = plainWord(token);
    if (!memory.names.has(word) || askedWords.has(word) || !(token.capital || isWrittenAsName(statement.tokens, at)))
      return [];
    const known = [...memory.names].filter((name) => name !== word && name.length > 2 && !words.has(name));
    const name = draw.chance(0.35) && known.length > 0 ? draw.pick(known) : draw.pick(NAMES);
    const by = name[0]!.toUpperCase() + name.slice(1) + token.text.slice(word.length);
    return [{ family: "name", statement, start: token.start, end: token.end, by }];
  });
}

/** null: nothing that would read well. */
function other(language: string, value: Value, text: string, draw: Draw): string | null {
  if (value.type === "choice" && value.of === "weekday") {
    const days = (WEEKDAYS[language] ?? WEEKDAYS.en!).split(" ").filter((_, at) => String(at + 1) !== value.member);
    return draw.pick(days) + (text.endsWith("s") && language === "en" ? "s" : "");
  }
  if (value.type === "choice") {
    if (language !== "en" || !/^[a-z]+$/i.test(text)) return null;
    return draw.pick(OTHERS[value.of]!.split(" ").filter((member) => member !== value.member));
  }
  if (value.type === "amount") return otherAmount(value, text, draw);
  if (value.type === "time") return otherTime(text, draw);
  return value.day === null || /\d{4}-/.test(text) ? null : otherDay(value.day, text, draw);
}

function otherAmount({ number, unit }: Amount, text: string, draw: Draw): string | null {
  const unitText = /[a-zäöü]{2,}$/i.exec(text);
  const otherUnit = unit === null ? undefined : OTHER_UNITS[unit.name];
  if (otherUnit !== undefined && unitText !== null && draw.chance(0.25))
    return text.slice(0, unitText.index) + otherUnit;
  const by = otherNumber(number, draw);
  const digits = /\d+(?:[.,]\d+)*/.exec(text);
  if (digits !== null) return text.replace(digits[0], String(by));
  const [, ...rest] = text.split(" ");
  return number <= 12 && rest.length <= 1 ? [SMALL[by] ?? String(by), ...rest].join(" ") : null;
}

function otherNumber(number: number, draw: Draw): number {
  if (!Number.isInteger(number)) return Math.round((number * draw.pick([0.6, 1.3, 1.5, 2]) + 0.1) * 10) / 10;
  const digits = [...String(number)];
  if (digits.length > 1 && draw.chance(0.35)) {
    const at = Math.floor(draw.next() * (digits.length - 1));
    const exchanged = Number(
      digits
        .with(at, digits[at + 1]!)
        .with(at + 1, digits[at]!)
        .join(""),
    );
    if (exchanged !== number && String(exchanged).length === digits.length) return exchanged;
  }
  if (number <= 12) {
    const near = number + draw.pick([-3, -2, -1, 1, 2, 3, 4]);
    return near <= 0 ? number + 2 : near;
  }
  return number + draw.pick([-10, 10, 5, -5, 20, 15]) * (number > 200 ? 10 : 1);
}

function otherTime(text: string, draw: Draw): string | null {
  const hour = /^\d{1,2}/.exec(text)?.[0];
  if (hour !== undefined) {
    const by = Number(hour) + draw.pick([-2, -1, 1, 2]);
    return text.replace(hour, String(by < 1 || by > 23 ? (Number(hour) + 12) % 24 : by).padStart(hour.length, "0"));
  }
  const words = text.split(" ");
  const at = words.findIndex((word) => SMALL.includes(word));
  return at < 0 ? null : words.with(at, draw.pick(SMALL.slice(1).filter((word) => word !== words[at]))).join(" ");
}

function otherDay(day: number, text: string, draw: Draw): string | null {
  const moved = day + draw.pick([-7, -4, -3, -1, 1, 2, 4, 7, 10]);
  const by = moved < 1 || moved > 28 ? (day > 14 ? day - 6 : day + 6) : moved;
  const digits = /\d{1,2}/.exec(text)?.[0];
  return digits === undefined ? null : text.replace(digits, String(by)).replace(/(\d) ?(?:st|nd|rd|th)\b/, "$1th");
}
