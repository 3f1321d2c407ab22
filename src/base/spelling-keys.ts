// Under which keys the spellings of one word meet: with its accents and umlauts, and as a keyboard without them writes it.
import { capMarks } from "./cap-marks.ts";

const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  "ß ss æ ae œ oe ø o ł l đ d ð d ı i".split(" ").flatMap((letter, at, all) => {
    return at % 2 === 0 ? [[letter, all[at + 1]!] as const] : [];
  }),
);
const OTHER_LETTERS = /[ßæœøłđðı]/g;
/** Two letters in place of one; "Joe" is no "Jo", so two letters are never made one. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ø", "oe"],
  ["å", "aa"],
]);
const UMLAUTS = /[äöüøå]/g;

/** Of a word in lower case, one or two keys: two words are spellings of one where they share one. */
export function spellingKeys(word: string): readonly string[] {
  if (/^[\0-\x7f]*$/.test(word)) return [word];
  const composed = capMarks(word).normalize("NFC");
  const keys = [composed, composed.replace(UMLAUTS, (letter) => WRITTEN_OUT.get(letter)!)].map(withoutAccents);
  return keys[0] === keys[1] ? [keys[0]!] : keys;
}

function withoutAccents(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(OTHER_LETTERS, (letter) => PLAIN_LETTERS.get(letter)!);
}

/** Whether two words in lower case differ by their accents at most. */
export function isSameSpelling(one: string, other: string): boolean {
  return one === other || spellingKeys(one).some((key) => spellingKeys(other).includes(key));
}
