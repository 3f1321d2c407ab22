// Matches a program against a text in time linear in the text: no choice is tried twice at one place.
import { hasOne } from "./needed-parts.ts";
import { AT_END, BEYOND_ASCII, FAMILY_OF_KIND, Op, type Program } from "./program.ts";

const NONE = -1;
/** What a search returns when its steps are used up before it has an answer. */
export const PAUSED = -2;

/** Room for bits, in words of 32 bits: at the beginning, and at most what is kept after a large text. */
const FIRST_WORDS = 4_096;
const KEPT_WORDS = 262_144;
/** Characters of a text for which room is kept. */
const KEPT_CHARACTERS = 16_384;

const HIGH_FIRST = 0xd800;
const LOW_FIRST = 0xdc00;
const LOW_END = 0xe000;

/**
 * Backtracking with a memory. Whether the rest matches depends on the instruction and the place in the text alone, not
 * on what came before. So each choice is tried once at each place. All matches of a text together take at most
 * (instructions of the program) x (length of the text) steps, and one bit for each choice and place, below 2^32 bits.
 *
 * Rows of bits, one row a place: [row 0: choices, looks found true, looks found false][row 1: …]…
 */
export class Matcher {
  #program!: Program;
  #text = "";
  /** Of each character of the text its family, and of its end: many programs are run on one text in turn. */
  #families = new Uint8Array(256).fill(FAMILY_OF_KIND[AT_END]!);
  /** Of each family a bit for each that comes behind it somewhere in the text. */
  #pairs = new Int32Array(32);
  /** The text has what every match needs. */
  #mayMatch = false;
  #row = 0;
  /** A bit is set where a choice was tried at a place and has failed, or is still being tried. */
  #tried = new Uint32Array(FIRST_WORDS);
  /** The bits of all places below this one were cleared for this text. */
  #cleared = 0;
  /** Bits of the choices on the way that is being tried: these have not failed. */
  #way = new Int32Array(256);
  #wayLength = 0;
  /** [instruction, place, length of the way], or [-1 - slot, what it held, 0]. */
  #stack = new Int32Array(768);
  #height = 0;
  #steps = 0;
  /** Where a paused search began its try, and where it stands. */
  #start = 0;
  #pc = 0;
  #at = 0;
  #isUnderWay = false;
  /** Of the last match: where each group begins and ends, -1 for none. */
  slots = new Int32Array(2);

  /** Begins a new text; all searches in it share one memory. */
  begin(program: Program, text: string): void {
    this.#program = program;
    if (text !== this.#text) this.#readFamilies(text);
    this.#text = text;
    this.#row = program.choices.length + 2 * program.looks.length;
    this.#cleared = 0;
    this.#isUnderWay = false;
    this.#mayMatch = program.needed.length === 0 || hasOne(program.needed, this.#pairs);
    if (!this.#mayMatch) return;
    if (this.slots.length < program.slots) this.slots = new Int32Array(program.slots);
    const words = Math.ceil((this.#row * (text.length + 1)) / 32) + 1;
    const isFar = this.#tried.length > KEPT_WORDS && words < KEPT_WORDS;
    if (this.#tried.length < words || isFar) this.#tried = new Uint32Array(Math.max(words, FIRST_WORDS));
  }

  /**
   * Whether a match begins at `from` or, unless `isSticky`, after it; `slots` say where. After `steps` steps it returns
   * PAUSED, and goes on when it is called again. It does not pause inside a look-around.
   */
  find(from: number, isSticky: boolean, steps = Number.POSITIVE_INFINITY): boolean | typeof PAUSED {
    if (!this.#mayMatch) return false;
    const { isAnchored, isUnicode } = this.#program;
    const text = this.#text;
    this.#steps = steps;
    for (let start = this.#isUnderWay ? this.#start : from; ; start++) {
      if (!this.#isUnderWay) {
        if (!isSticky && !isAnchored) start = this.#nextStart(start);
        if (start > text.length || (isAnchored && start > 0)) return false;
        // A match of code points does not begin in the middle of one.
        const isWithin = isUnicode && start > from && isSecondHalf(text, start);
        if (isWithin || !this.#mayStart(start)) {
          if (isSticky) return false;
          continue;
        }
        this.slots.fill(NONE);
        this.#height = 0;
        this.#wayLength = 0;
      }
      const end = this.#isUnderWay ? this.#run(this.#pc, this.#at, 0, 0) : this.#run(0, start, 0, 0);
      this.#isUnderWay = end === PAUSED;
      this.#start = start;
      if (end === PAUSED) return PAUSED;
      if (end !== NONE) return true;
      if (isSticky) return false;
    }
  }

  #readFamilies(text: string): void {
    const { length } = text;
    const room = this.#families.length;
    const isFar = room > KEPT_CHARACTERS && length < KEPT_CHARACTERS;
    if (length + 2 > room || isFar) this.#families = new Uint8Array(Math.max(length + 2, KEPT_CHARACTERS));
    const families = this.#families;
    const pairs = this.#pairs.fill(0);
    for (let at = 0; at < length; at++) {
      const family = FAMILY_OF_KIND[Math.min(text.charCodeAt(at), BEYOND_ASCII)]!;
      families[at] = family;
      if (at > 0) pairs[families[at - 1]!]! |= 1 << family;
    }
    families[length] = FAMILY_OF_KIND[AT_END]!;
    families[length + 1] = FAMILY_OF_KIND[AT_END]!;
  }

  /** The next place at which a match may begin, by two characters; else the end of the text. */
  #nextStart(from: number): number {
    const { starts } = this.#program;
    const families = this.#families;
    const { length } = this.#text;
    let at = from;
    while (at < length && ((starts[families[at]!]! >>> families[at + 1]!) & 1) === 0) at++;
    return at;
  }

  #mayStart(at: number): boolean {
    const { starts, startsAtEdge } = this.#program;
    const families = this.#families;
    if (((starts[families[at]!]! >>> families[at + 1]!) & 1) === 0) return false;
    return !startsAtEdge || this.#isWordEdge(at);
  }

  #kindAt(at: number): number {
    if (at >= this.#text.length) return AT_END;
    const unit = this.#text.charCodeAt(at);
    return Math.min(unit, BEYOND_ASCII);
  }

  #clearThrough(at: number): void {
    if (at < this.#cleared) return;
    const end = Math.min(this.#text.length + 1, at + 1 + (at >> 1) + 64);
    const from = this.#row * this.#cleared;
    const to = this.#row * end;
    // The first word may also hold bits of earlier rows.
    const firstWord = from >>> 5;
    if ((from & 31) !== 0) this.#tried[firstWord]! &= (1 << (from & 31)) - 1;
    this.#tried.fill(0, (from & 31) === 0 ? firstWord : firstWord + 1, (to >>> 5) + 1);
    this.#cleared = end;
  }

  /** Sets a bit; false where it is set already. */
  #mark(bit: number): boolean {
    if (this.#isMarked(bit)) return false;
    this.#tried[bit >>> 5]! |= 1 << (bit & 31);
    return true;
  }

  /**
   * The end of the match, NONE or PAUSED. Below `floor` and `wayFloor`, stack and way belong to the caller. Code that
   * runs at nearly every step is in the loop itself: in separate methods it costs a quarter more.
   */
  #run(startPc: number, startAt: number, floor: number, wayFloor: number): number {
    const { code, classes, choices, isUnicode } = this.#program;
    const text = this.#text;
    const { length } = text;
    let pc = startPc;
    let at = startAt;
    for (;;) {
      let ok = true;
      const a = code[3 * pc + 1]!;
      switch (code[3 * pc]) {
        case Op.Char: {
          if (at >= length) ok = false;
          else {
            const point = isUnicode ? codePointAt(text, at) : text.charCodeAt(at);
            ok = classes[a]!.has(point);
            at += point > 0xffff ? 2 : 1;
          }
          pc += 1;
          break;
        }
        case Op.CharBefore: {
          if (at <= 0) ok = false;
          else {
            const point = isUnicode ? codePointBefore(text, at) : text.charCodeAt(at - 1);
            ok = classes[a]!.has(point);
            at -= point > 0xffff ? 2 : 1;
          }
          pc += 1;
          break;
        }
        case Op.Choose: {
          if (this.#steps-- <= 0) {
            this.#pc = pc;
            this.#at = at;
            return PAUSED;
          }
          if (at >= this.#cleared) this.#clearThrough(at);
          const bit = at * this.#row + a;
          if (!this.#mark(bit)) {
            ok = false;
            break;
          }
          if (this.#wayLength === this.#way.length) this.#way = widened(this.#way);
          this.#way[this.#wayLength++] = bit;
          const choice = choices[a]!;
          const arms = choice.armsFor(choice.isBehind ? this.#kindBefore(at) : this.#kindAt(at));
          if (arms.length === 0) {
            ok = false;
            break;
          }
          for (let arm = arms.length - 1; arm > 0; arm--) this.#push(arms[arm]!, at, this.#wayLength);
          pc = arms[0]!;
          break;
        }
        case Op.Jump:
          pc = a;
          break;
        case Op.Save:
          this.#save(a, at);
          pc += 1;
          break;
        case Op.Clear:
          for (let slot = a; slot < code[3 * pc + 2]!; slot++) this.#save(slot, NONE);
          pc += 1;
          break;
        case Op.Match:
          this.#leaveWay(wayFloor);
          return at;
        default:
          ok = this.#holds(code[3 * pc]!, a, at);
          pc += 1;
      }
      if (ok) continue;
      for (;;) {
        if (this.#height === floor) {
          this.#wayLength = wayFloor;
          return NONE;
        }
        this.#height -= 3;
        pc = this.#stack[this.#height]!;
        at = this.#stack[this.#height + 1]!;
        if (pc >= 0) {
          this.#wayLength = this.#stack[this.#height + 2]!;
          break;
        }
        this.slots[-1 - pc] = at;
      }
    }
  }

  /** Whether a place meets the condition of an instruction. */
  #holds(op: number, a: number, at: number): boolean {
    const { length } = this.#text;
    switch (op) {
      case Op.TextStart:
        return at === 0;
      case Op.TextEnd:
        return at === length;
      case Op.LineStart:
        return at === 0 || this.#isLineEnd(at - 1);
      case Op.LineEnd:
        return at === length || this.#isLineEnd(at);
      case Op.WordEdge:
        return this.#isWordEdge(at);
      case Op.NoWordEdge:
        return !this.#isWordEdge(at);
      case Op.Look:
        return this.#look(a, at);
      default:
        return false;
    }
  }

  #save(slot: number, value: number): void {
    this.#push(-1 - slot, this.slots[slot]!, 0);
    this.slots[slot] = value;
  }

  /** Clears the bits of the choices on the way: they have not failed, and may be tried again for another match. */
  #leaveWay(wayFloor: number): void {
    for (let index = wayFloor; index < this.#wayLength; index++) {
      const bit = this.#way[index]!;
      this.#tried[bit >>> 5]! &= ~(1 << (bit & 31));
    }
    this.#wayLength = wayFloor;
  }

  #push(pc: number, at: number, way: number): void {
    if (this.#height + 3 > this.#stack.length) this.#stack = widened(this.#stack);
    this.#stack[this.#height] = pc;
    this.#stack[this.#height + 1] = at;
    this.#stack[this.#height + 2] = way;
    this.#height += 3;
  }

  #look(look: number, at: number): boolean {
    const { choices, looks } = this.#program;
    const { pc, isNegative } = looks[look]!;
    this.#clearThrough(at);
    const foundTrue = at * this.#row + choices.length + 2 * look;
    const foundFalse = foundTrue + 1;
    if (this.#isMarked(foundTrue)) return !isNegative;
    if (this.#isMarked(foundFalse)) return isNegative;
    const height = this.#height;
    const end = this.#run(pc, at, height, this.#wayLength);
    this.#height = height;
    this.#mark(end === NONE ? foundFalse : foundTrue);
    return (end === NONE) === isNegative;
  }

  #isMarked(bit: number): boolean {
    return (this.#tried[bit >>> 5]! & (1 << (bit & 31))) !== 0;
  }

  #kindBefore(at: number): number {
    if (at <= 0) return AT_END;
    const unit = this.#text.charCodeAt(at - 1);
    return Math.min(unit, BEYOND_ASCII);
  }

  #isLineEnd(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    if (unit === 0x0a) return true;
    return !this.#program.endsAtFeedOnly && (unit === 0x0d || unit === 0x2028 || unit === 0x2029);
  }

  #isWordEdge(at: number): boolean {
    return this.#isWord(at - 1) !== this.#isWord(at);
  }

  #isWord(at: number): boolean {
    if (at < 0 || at >= this.#text.length) return false;
    return this.#program.wordClass.has(this.#text.charCodeAt(at));
  }
}

function codePointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < HIGH_FIRST || unit >= LOW_FIRST || at + 1 >= text.length) return unit;
  const next = text.charCodeAt(at + 1);
  return next >= LOW_FIRST && next < LOW_END ? ((unit - HIGH_FIRST) << 10) + (next - LOW_FIRST) + 0x10000 : unit;
}

function codePointBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  if (unit < LOW_FIRST || unit >= LOW_END || at < 2) return unit;
  const before = text.charCodeAt(at - 2);
  if (before < HIGH_FIRST || before >= LOW_FIRST) return unit;
  return ((before - HIGH_FIRST) << 10) + (unit - LOW_FIRST) + 0x10000;
}

function isSecondHalf(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= LOW_FIRST && unit < LOW_END && before >= HIGH_FIRST && before < LOW_FIRST;
}

function widened(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(2 * array.length);
  wide.set(array);
  return wide;
}
