// Times of day in words: those with a name, and the part of the day behind an hour ("5 de la tarde", "8 Uhr abends").
import type { Token } from "./tokens.ts";

/** In minutes. */
export const NAMED_TIMES: ReadonlyMap<string, number> = new Map([
  ...["noon", "midday", "mittags", "mediodía", "midi"].map((word) => [word, 720] as const),
  ...["midnight", "mitternacht"].map((word) => [word, 0] as const),
]);

export interface DayPart {
  /** Of a time of day, in minutes, what it is in that part. */
  readonly minutesOf: (minutes: number) => number;
  readonly to: number;
}

const MORNING = (minutes: number) => minutes % 720;
const AFTERNOON = (minutes: number) => (minutes % 720) + 720;
/** Twelve at night is midnight. */
const NIGHT = (minutes: number) => (minutes % 720) + (minutes % 720 < 60 ? 0 : 720);

const PARTS: readonly (readonly [words: string, minutesOf: DayPart["minutesOf"]])[] = [
  ["de la mañana", MORNING],
  ["de la madrugada", MORNING],
  ["de la tarde", AFTERNOON],
  ["de la noche", NIGHT],
  ["du matin", MORNING],
  ["de l'après - midi", AFTERNOON],
  ["du soir", NIGHT],
  ["morgens", MORNING],
  ["vormittags", MORNING],
  ["nachmittags", AFTERNOON],
  ["abends", NIGHT],
  ["in the morning", MORNING],
  ["in the afternoon", AFTERNOON],
  ["in the evening", NIGHT],
];
const WORDS_MAX = 4;

/** null: none begins at this token. */
export function dayPartAt(tokens: readonly Token[], at: number): DayPart | null {
  const next = tokens.slice(at, at + WORDS_MAX).map(({ lower }) => lower);
  for (const [words, minutesOf] of PARTS) {
    const length = words.split(" ").length;
    if (next.slice(0, length).join(" ") === words) return { minutesOf, to: at + length };
  }
  return null;
}

const MINUTES_MORE: ReadonlyMap<string, number> = new Map([
  ["y media", 30],
  ["y cuarto", 15],
  ["menos cuarto", -15],
  ["et demie", 30],
  ["et quart", 15],
]);

/** "A las nueve y media", "a las 5 de la tarde", "9 heures du soir": the minutes beside an hour; null: it is no hour. */
export function toldHour(
  tokens: readonly Token[],
  from: number,
  hourTo: number,
): { readonly more: number; readonly to: number } | null {
  const lower = (at: number) => tokens[at]?.lower ?? "";
  const hours = hourTo + Number(/^heures?$/.test(lower(hourTo)));
  const more = MINUTES_MORE.get(`${lower(hours)} ${lower(hours + 1)}`) ?? 0;
  const to = more === 0 ? hours : hours + 2;
  const isHour = dayPartAt(tokens, to) !== null || (more !== 0 && /^las?$/.test(lower(from - 1)));
  return isHour ? { more, to } : null;
}

/** "Pm", "p.m." */
export function readHalf(
  tokens: readonly Token[],
  at: number,
): { readonly afternoon: boolean; readonly to: number } | null {
  const [half = "", stop = "", letter = "", last = ""] = tokens.slice(at, at + 4).map(({ lower }) => lower);
  if (half === "am" || half === "pm") return { afternoon: half === "pm", to: at + 1 };
  if (!/^[ap]$/.test(half) || stop !== "." || letter !== "m") return null;
  return { afternoon: half === "p", to: last === "." ? at + 4 : at + 3 };
}
