// One set of characters: which code points, or code units, an expression takes at one place.

const PAGE = 256;
const NO = 1;
const YES = 2;

/** Calls `takes` once for each character and remembers the answer: 256 bytes for each stretch of 256 that was seen. */
export class CharClass {
  readonly #pages: (Uint8Array | undefined)[] = [];

  /** `beyondAscii`: whether it may take a character of 128 or more; true where that is not known. */
  constructor(
    private readonly takes: (code: number) => boolean,
    readonly beyondAscii: boolean,
  ) {}

  has(code: number): boolean {
    let page = this.#pages[code >> 8];
    if (page === undefined) {
      page = new Uint8Array(PAGE);
      this.#pages[code >> 8] = page;
    }
    const known = page[code & 0xff]!;
    if (known !== 0) return known === YES;
    const is = this.takes(code);
    page[code & 0xff] = is ? YES : NO;
    return is;
  }
}

const made = new Map<string, CharClass>();

/** Those flags of an expression that change what one character is. */
export function classFlags(flags: string): string {
  return flags.replace(/[^isuv]/g, "");
}

/**
 * The class of one character that `source` describes ("a", "[^,;]", "\\p{Lu}"), as the runtime itself reads it. `kept`:
 * see classFlags.
 */
export function classOf(source: string, kept: string): CharClass {
  const key = `${kept} ${source}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = isPlain(source, kept) ? plainClass(source, kept) : readClass(source, kept);
  made.set(key, one);
  return one;
}

/** A printable character of ASCII that stands for itself. Without regard to case, k and s have kin beyond ASCII. */
function isPlain(source: string, kept: string): boolean {
  if (source.length !== 1 || source < " " || source > "~" || source === ".") return false;
  return !(kept.includes("i") && /[ks]/i.test(source));
}

function plainClass(source: string, kept: string): CharClass {
  const either = kept.includes("i") ? [source.toLowerCase(), source.toUpperCase()] : [source];
  const codes = either.map((each) => each.charCodeAt(0));
  return new CharClass((code) => codes.includes(code), false);
}

function readClass(source: string, kept: string): CharClass {
  // One character at a time: no expression of this form can be slow.
  const single = new RegExp(`^(?:${source})$`, kept);
  return new CharClass((code) => single.test(String.fromCodePoint(code)), true);
}
