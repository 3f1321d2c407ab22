// Brings spellings of one text or word together: compatibility forms, accents, letters that users leave out.
import { capMarks } from "../base/cap-marks.ts";

/** Two honorifics of one character each, which NFKC writes out as 18 and 8 characters. */
const WRITTEN_OUT = /[\ufdfa\ufdfb]/g;
/** Soft hyphen, zero-width joiners and non-joiners, word joiner, byte order mark: they do not separate words. */
const INVISIBLE = /\u00ad|\u200c|\u200d|\u2060|\ufeff/g;
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;

/**
 * The text in NFKC, with ASCII digits and apostrophes, its case kept; takes time linear in the text's length. Surplus
 * marks are removed before.
 */
export function normalizeText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return capMarks(text)
    .replace(WRITTEN_OUT, " ")
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) - (digit >= "\u0966" ? 0x966 : 0x660)) % 16))
    .replace(/[’‘ʼ]/g, "'");
}

/** Latin beyond ASCII, Greek, Cyrillic, Hebrew, Arabic; words of other scripts stay as they are. */
const FOLDABLE = /[\u00a0-\u06ff\u0870-\u08ff\u1d00-\u1fff\u2c60-\u2c7f\u2de0-\u2dff\ua640-\ua7ff]/;
/** Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic; marks of other scripts are letters. */
const ACCENTS = /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const FOLDED_LETTERS: ReadonlyMap<string, string> = new Map(
  "ß ss æ ae œ oe ø o đ d ð d þ th ł l ı i ς σ ى ي ة ه ک ك ی ي".split(" ").flatMap((letter, at, all) => {
    return at % 2 === 0 ? [[letter, all[at + 1] ?? ""] as const] : [];
  }),
);
const LETTERS_TO_FOLD = /[ßæœøđðþłıςىةکیـ]/g;

/**
 * A lower-case word without accents, as a user without the keyboard for it types it: habitación habitacion, Müller
 * muller, ё е, أ ا. Й stays apart from и. Arabic stretching is removed.
 */
export function foldWord(word: string): string {
  if (!FOLDABLE.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replace(LETTERS_TO_FOLD, (letter) => FOLDED_LETTERS.get(letter) ?? "");
}
