// English number words from one to twenty.
export const NUMBER_NAMES: readonly string[] =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** 1 to 20, however it is capitalised; null: it is none of them. */
export function numberNamed(word: string): number | null {
  const at = NUMBER_NAMES.indexOf(word.toLowerCase());
  return at < 0 ? null : at + 1;
}
