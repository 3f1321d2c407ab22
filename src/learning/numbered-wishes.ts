// Spells out which wish a number means, where the answer before listed them: "forget number 2", "the last one can go".
import { NUMBER_NAMES, numberNamed } from "../base/number-words.ts";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const [PLACE, COUNT] = [PLACES.join("|"), NUMBER_NAMES.slice(0, PLACES.length).join("|")];
const ENTRY = `(?:(?:number|nr|rule|wish|point|item) |#)(?<count>\\d{1,2}|${COUNT})|the (?<place>${PLACE}|last|\\d{1,2}(?:st|nd|rd|th))(?: (?:one|rule|wish|point|item)|(?=[.,;!]|$))`;
const AWAY =
  "(?:forget|drop|scrap|scratch|ditch|bin|delete|remove|cancel|lose|undo|skip|get rid of|take out|take back)(?: about)?";
const TAKEN_BACK = new RegExp(`\\b${AWAY} (?:${ENTRY})(?![\\p{L}\\d])`, "iu");
const GOES = new RegExp(`(?:^|[,.;] ?)(?:ok |and |so )?(?:${ENTRY}) can go\\b`, "iu");
/** Of an entry, which the assistant wrote: its first sentence names the wish. */
const ENTRY_CHARS_MAX = 200;
/** Before each entry of a list, on a line of its own or not. */
const NUMBERED = /(?:^|\s)(\d{1,2})[.)] /u;

/** The input with the entry in the place of its number; as it is where it means none, or nothing was listed. */
export function spelledOut(input: string, answerBefore: string): string {
  const match = TAKEN_BACK.exec(input) ?? GOES.exec(input);
  const entry = match === null ? undefined : entryOf(answerBefore, match.groups!);
  return entry === undefined ? input : input.replace(match![0], () => `forget that ${entry}`);
}

/** Whether an answer before it is needed to know what it means. */
export function meansByNumber(input: string): boolean {
  return TAKEN_BACK.test(input) || GOES.test(input);
}

function entryOf(answer: string, { count, place }: Record<string, string | undefined>): string | undefined {
  const [, ...parts] = answer.split(NUMBERED);
  const entries = parts.filter((_, at) => at % 2 === 1).map(firstSentence);
  const numbers = parts.filter((_, at) => at % 2 === 0).map(Number);
  // A number among other text lists nothing.
  if (numbers.length < 2 || numbers.some((number, at) => number !== at + 1)) return undefined;
  if (place?.toLowerCase() === "last") return entries.at(-1);
  const named = place === undefined ? -1 : PLACES.indexOf(place.toLowerCase());
  return entries[named < 0 ? numberIn(count ?? place!) - 1 : named];
}

function firstSentence(entry: string): string {
  const [first = ""] = entry
    .trim()
    .slice(0, ENTRY_CHARS_MAX)
    .split(/\n|(?<=[.!?]) /);
  return first.trim();
}

function numberIn(count: string): number {
  return numberNamed(count) ?? Number.parseInt(count, 10);
}
