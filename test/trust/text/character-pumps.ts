// Pumps of single characters, of their pairs and of triples: every ASCII character and one or more of each other class.
import type { SeededRandom } from "../../vectors/seeded-random.ts";
import { inBlocks, pump, type TextPump } from "./text-pump.ts";

/** Without NUL, which no text may hold. */
const ASCII = Array.from({ length: 127 }, (_, at) => String.fromCharCode(at + 1));

const SPACES = ["\u00a0", "\u2002", "\u2009", "\u202f", "\u3000", "\u1680", "\u200b", "\u200c", "\u200d", "\ufeff"];
const LINE_ENDS = ["\r\n", "\u0085", "\u2028", "\u2029"];
const LETTERS = [
  ..."éßİıſÅςΩжЖאעعकกあアｱ一한ᄀאַʼªǆﬁﷺＡａ𝐚𠀀",
  "e\u0301",
  "\u0301",
  "\u0489",
  "\u0e33",
  "\u1100\u1161\u11a8",
];
const EMOJI = ["😀", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "1\ufe0f\u20e3", "❤️", "\u{e0067}"];
const QUOTES = [..."“”„‟‘’‚‛«»‹›「」『』〈〉《》″′＂＇`´"];
const MARKS = [..."…。！？、，；：．｡·•※–—―−‐‑§¶†°²½Ⅷ→×÷±≤™®©‰№¿¡"];
const DIGITS = [..."０٣३๓𝟗"];
const CURRENCY = [..."€£¥₽￥₹¢"];
const ODD = ["\u00ad", "\u202e", "\ufe0f", "\ufffd", "\uffff", "\ue000", "\u{10ffff}", "\u061c"];

/** Of everything but ASCII. */
const WIDE = [...SPACES, ...LINE_ENDS, ...LETTERS, ...EMOJI, ...QUOTES, ...MARKS, ...DIGITS, ...CURRENCY, ...ODD];
const CHARACTERS = [...ASCII, ...WIDE];

/** What opens a pattern of a reader, a redactor or an importer. */
export const OPENERS = [
  ...[
    "my password is ",
    "password: ",
    "no, it's ",
    "No, ",
    "never ",
    "Never ",
    "always ",
    "my name is ",
    "I am ",
    "I'm a ",
  ],
  ...[
    "- ",
    "* ",
    "- [a] ",
    "- x [[",
    "[[",
    "# ",
    "---\n",
    "```",
    "~~~",
    "> ",
    "| ",
    "<",
    "<!--",
    "<a href=",
    "[",
    "](",
  ],
  ...['"', "'", "“", "«", "(", "{", "\\", "/", "//", "/*", "http://", "https://x:", "www.", "mailto:", "x@", "a.", "@"],
  ...[
    "sk-",
    "AKIA",
    "eyJ",
    "-----BEGIN ",
    "Bearer ",
    "token=",
    "key: ",
    "ghp_",
    "4111 1111 ",
    "DE89 ",
    "+49 ",
    "IBAN ",
  ],
  ...[
    "call me ",
    "don't call me ",
    "that's wrong",
    "you keep ",
    "on ",
    "in ",
    "last ",
    "the ",
    "2026-",
    "at 5",
    "1.",
    "1,000",
  ],
];
/** What makes a pattern fail after all, or ends what is read. */
export const ENDERS = ["", "x", "!", "\n", ".", " x", "x\n", '"', "1", ")", " wrong"];

/** Each character alone, plainly and where it is met and missed; in lines too, for those who read a line or a sentence. */
export function singlePumps(): TextPump[] {
  return CHARACTERS.flatMap((unit) => {
    const missed = pump(unit, "", unit === "x" ? "y" : "x");
    return [missed, inBlocks(missed, 395), inBlocks(missed, 4_095)];
  });
}

/** Each pair of ASCII characters that can be printed; what is around them is drawn. */
export function pairPumps(random: SeededRandom): TextPump[] {
  const printed = ASCII.filter((each) => each >= " " || each === "\n" || each === "\t");
  return printed.flatMap((first) =>
    printed.filter((second) => second !== first).map((second) => dressed(random, first + second)),
  );
}

/** Two or three characters of any class. */
export function drawnCharacterPump(random: SeededRandom): TextPump {
  const count = 2 + random.integer(3);
  const unit = Array.from({ length: count }, () => drawn(random, CHARACTERS)).join("");
  return dressed(random, unit);
}

/** Behind an opener and before an ender as often as without. */
export function dressed(random: SeededRandom, unit: string): TextPump {
  const prefix = random.integer(2) === 0 ? "" : drawn(random, OPENERS);
  const made = pump(unit, prefix, drawn(random, ENDERS));
  const blocks = [0, 0, 0, 200, 395, 1_900, 4_095];
  const block = drawn(random, blocks);
  return block === 0 ? made : inBlocks(made, block);
}

/** Every opener before a few characters that patterns skip, and an ender that none expects. */
export function openedPumps(random: SeededRandom): TextPump[] {
  const skipped = ["a", " ", "a ", ".", "-", "1", "\n", "!", "\t", "é", "“", "A", "/", "=", "'"];
  return OPENERS.flatMap((opener) => skipped.map((unit) => pump(unit, opener, drawn(random, ENDERS))));
}

export function drawn<T>(random: SeededRandom, items: readonly T[]): T {
  return items[random.integer(items.length)]!;
}
