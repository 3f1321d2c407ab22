// Number words from one to twenty: English ones, and those of German, French and Spanish that are no other word of the four.
export const NUMBER_NAMES: readonly string[] =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const ABROAD: ReadonlyMap<string, number> = new Map(
  [
    ["zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
    ["deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"],
    ["dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "", "doce"],
  ].flatMap((names) => names.map((name, at) => [name, at + 2] as const)),
);

/** 1 to 20, however it is capitalised; null: it is none of them. */
export function numberNamed(word: string): number | null {
  const name = word.toLowerCase();
  const at = NUMBER_NAMES.indexOf(name);
  return at < 0 ? (ABROAD.get(name) ?? null) : at + 1;
}
