// Texts that nobody writes: every plane of Unicode, halves of characters, towers of marks, words without end.
import type { SeededRandom } from "../../vectors/seeded-random.ts";

type Unit = (random: SeededRandom) => string;

const between =
  (from: number, to: number): Unit =>
  (random) =>
    String.fromCodePoint(from + random.integer(to - from + 1));

const UNITS: Readonly<Record<string, Unit>> = {
  ascii: between(0x20, 0x7e),
  controls: between(0x01, 0x1f),
  "upper controls": between(0x7f, 0x9f),
  latin: between(0xa0, 0x24f),
  marks: between(0x300, 0x36f),
  hebrew: between(0x590, 0x5ff),
  arabic: between(0x600, 0x6ff),
  devanagari: between(0x900, 0x97f),
  thai: between(0xe00, 0xe7f),
  jamo: between(0x1100, 0x11ff),
  punctuation: between(0x2000, 0x206f),
  ideographs: between(0x4e00, 0x9fff),
  hangul: between(0xac00, 0xd7a3),
  "private use": between(0xe000, 0xf8ff),
  ligatures: between(0xfb00, 0xfdff),
  variations: between(0xfe00, 0xfe0f),
  specials: between(0xfff0, 0xffff),
  emoji: between(0x1f300, 0x1faff),
  "plane 2": between(0x20000, 0x2a6df),
  tags: between(0xe0000, 0xe007f),
  "last plane": between(0x10fff0, 0x10ffff),
  surrogates: (random) => String.fromCharCode(0xd800 + random.integer(0x800)),
  "any unit": (random) => String.fromCharCode(1 + random.integer(0xffff)),
};

export const UNIT_NAMES = Object.keys(UNITS);

/** Of one kind, or of several in turn; with spaces now and then, or without any. */
export function oddText(random: SeededRandom, length: number, kind?: string): string {
  const kinds =
    kind === undefined ? Array.from({ length: 3 }, () => UNIT_NAMES[random.integer(UNIT_NAMES.length)]!) : [kind];
  const hasSpaces = random.integer(2) === 0;
  let text = "";
  while (text.length < length) {
    text += hasSpaces && random.integer(8) === 0 ? " " : UNITS[kinds[random.integer(kinds.length)]!]!(random);
  }
  return text.slice(0, length);
}

export const WELL_KNOWN: readonly string[] = [
  "a".repeat(8_000),
  "ab".repeat(4_096),
  `${"a".repeat(8_191)}\u{1f600}${"b".repeat(50)}`,
  "\u0301".repeat(3_000),
  `e${"\u0301".repeat(3_000)}`,
  "\u202eABC\u202c".repeat(20),
  "\u200d".repeat(2_000),
  "👨‍👩‍👧‍👦".repeat(20),
  "ﷺ".repeat(20),
  "각".normalize("NFD").repeat(50),
  "\r\n\t ".repeat(500),
  "\ufeff\ufffe\uffff",
  "[CLS] [SEP] [MASK] [PAD] [UNK] ##a",
  "İ".repeat(50),
  "ẞß".repeat(50),
  ".,;:!?".repeat(60),
];
