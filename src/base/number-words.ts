// Number words from one to twenty: English ones, and those of German, French and Spanish that are no other word of the four.
import { wordTable } from "./word-set.ts";

export const NUMBER_NAMES: readonly string[] =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Two to twelve in the four languages, but for words that are also others: "once", "both". */
export const SMALL_COUNTS: readonly (readonly [words: string, value: number])[] = [
  ["two zwei dos deux", 2],
  ["three drei tres trois", 3],
  ["four vier cuatro quatre", 4],
  ["five fünf cinco cinq", 5],
  ["six sechs seis", 6],
  ["seven sieben siete sept", 7],
  ["eight acht ocho huit", 8],
  ["nine neun nueve neuf", 9],
  ["ten zehn diez dix", 10],
  ["eleven elf onze", 11],
  ["twelve zwölf doce douze", 12],
];
const COUNTED = wordTable(SMALL_COUNTS);

/** 1 to 20, however it is capitalised; null: it is none of them. */
export function numberNamed(word: string): number | null {
  const name = word.toLowerCase();
  const at = NUMBER_NAMES.indexOf(name);
  return at < 0 ? (COUNTED.get(name) ?? null) : at + 1;
}
