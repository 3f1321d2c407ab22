// Cuts a text into its words, numbers and compounds; knows no language.
import { finish, type Steps } from "../base/steps.ts";
import { cutSpaceless, hasSpaceless } from "./cut-spaceless.ts";
import { normalizeText } from "./fold-word.ts";

/** Code points of the longest word; a longer run of letters is cut into words of this length. */
export const WORD_CODE_POINTS_MAX = 64;
/** Parts of the longest compound that is a word of its own as well. */
const COMPOUND_PARTS_MAX = 16;

export interface Word {
  /** Lower case, NFKC, not empty; its accents are kept. */
  readonly text: string;
  /** A name of a thing that has no inflected forms and is no stop word: a number, an address, a pair of ideographs. */
  readonly exact: boolean;
  /** Written as a name: all in capitals (US, IT), or with a capital inside a sentence, or in the possessive. */
  readonly name: "no" | "capitals" | "capital";
  /** A compound as a whole: never a stop word, whatever it looks like. */
  readonly whole: boolean;
  /** Of a script without spaces: a pair of letters, or an ideograph. */
  readonly pair: boolean;
}

interface Part {
  text: string;
  /** What stands between this part and the one before: one character, or "" within a run of letters and digits. */
  joint: string;
  name: Word["name"];
}

const RUN = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]{0,${WORD_CODE_POINTS_MAX - 1}}`, "gu");
/** The same in a text of ASCII alone. */
const ASCII_RUN = new RegExp(`[A-Za-z0-9]{1,${WORD_CODE_POINTS_MAX}}`, "g");
const NOT_ASCII = /[^\0-\x7f]/;
const JOINTS = new Set("-‐–_'.@&+");
/** These join only numbers: 14:05, 3/4, 1,000. */
const NUMBER_JOINTS = new Set(":/,");
/** A word without digits, and without a capital inside (a hump). */
const PLAIN = /^\p{L}[\p{Ll}\p{M}]*$/u;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u;
const DIGIT_BORDER = /(?<=\p{Nd})(?=\p{L})|(?<=\p{L})(?=\p{Nd})/u;
const LETTERS = /^[a-z\u00df-\u024f]+$/;
const DIGITS = /^\d+$/;
const SINGLE = /^.$/u;

/**
 * The words of a text in order, a compound as a whole and then as its parts: state-of-the-art gives stateoftheart,
 * state, of, the, art; user@example.com itself, user, example.com, example, com. Takes time linear in the text's length
 * and never throws.
 */
export function cutWords(text: string): Word[] {
  return finish(cutWordsInSteps(text));
}

/** Words cut in one slice. */
const WORDS_A_STEP = 128;

export function* cutWordsInSteps(text: string): Steps<Word[]> {
  const normal = normalizeText(text);
  const words: Word[] = [];
  const shouts = !/\p{Ll}/u.test(normal);
  let run: Part[] = [];
  let end = 0;
  let since = 0;
  for (const match of normal.matchAll(NOT_ASCII.test(normal) ? RUN : ASCII_RUN)) {
    since += 1;
    if (since % WORDS_A_STEP === 0) yield;
    const [found] = match;
    const gap = normal.slice(end, match.index);
    const joins = run.length > 0 && run.length < COMPOUND_PARTS_MAX * 2 && isJoint(gap, run.at(-1)?.text ?? "", found);
    if (!joins) {
      emitCompound(run, words);
      run = [];
    }
    end = match.index + found.length;
    const sign =
      joins || !"+#".includes(normal[end] ?? " ") ? null : programmingSign(found, normal.slice(end, end + 4));
    if (sign !== null) {
      if (!SINGLE.test(found)) emitWord(found.toLowerCase(), false, "no", words);
      words.push({ text: found.toLowerCase() + sign, exact: true, name: "no", whole: false, pair: false });
    } else {
      addRun(found, joins ? gap : "", nameOf(found, gap, match.index, shouts), run);
    }
  }
  emitCompound(run, words);
  return words;
}

function isJoint(gap: string, before: string, after: string): boolean {
  if (JOINTS.has(gap)) return gap !== "+" || (DIGITS.test(before) && DIGITS.test(after));
  return NUMBER_JOINTS.has(gap) && /\d$/.test(before) && /^\d/.test(after);
}

/** "++" of C++ and notepad++, "#" of C# and F#, or null. */
function programmingSign(found: string, next: string): string | null {
  if (/^\+\+(?![\p{L}\p{N}])/u.test(next) && /^\p{L}/u.test(found)) return "++";
  return /^#(?![\p{L}\p{N}])/u.test(next) && /^[a-z]$/i.test(found) ? "#" : null;
}

function nameOf(found: string, gap: string, at: number, shouts: boolean): Word["name"] {
  if (shouts || isSmall(found.charCodeAt(0)) || !/^\p{Lu}/u.test(found)) return "no";
  if (found.length > 1 && !/\p{Ll}/u.test(found)) return "capitals";
  return at > 0 && /^[,;]? $/.test(gap) ? "capital" : "no";
}

/** Whether it is one of a to z. */
function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Most words are: no expression need look at them. */
function isAllSmall(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isSmall(word.charCodeAt(at))) return false;
  return true;
}

/** Adds a run of letters and digits: camelCase, 10km and v2 in parts. Codes such as 3f2a9b stay whole. */
function addRun(found: string, joint: string, name: Word["name"], run: Part[]): void {
  if (isAllSmall(found)) {
    run.push({ text: found, joint, name });
    return;
  }
  if (PLAIN.test(found)) {
    run.push({ text: found.toLowerCase(), joint, name });
    return;
  }
  const pieces = found.split(HUMP).flatMap((piece) => {
    const split = piece.split(DIGIT_BORDER);
    const splits = split.length <= 3 && split.every((each) => DIGITS.test(each) || !SINGLE.test(each));
    return splits || /^v\d+$/i.test(piece) ? split : [piece];
  });
  for (const [at, piece] of pieces.entries()) {
    run.push({ text: piece.toLowerCase(), joint: at === 0 ? joint : "", name });
  }
}

function emitCompound(run: readonly Part[], words: Word[]): void {
  const [only] = run;
  if (only === undefined) return;
  if (run.length === 1) {
    emitWord(only.text, false, only.name, words);
    return;
  }
  const at = run.findIndex((part) => part.joint === "@");
  if (at > 0) {
    emitWhole(run, words);
    emitCompound([{ ...run[0]!, joint: "" }, ...run.slice(1, at)], words);
    emitCompound([{ ...run[at]!, joint: "" }, ...run.slice(at + 1)], words);
    return;
  }
  const parts = mergeNumbers(dropApostrophes(run));
  const first = parts[0];
  if (first === undefined) return;
  if (parts.length === 1) {
    emitWord(first.text, false, first.name, words);
    return;
  }
  // An acronym, U.S.A. or a.m.: its letters alone mean nothing.
  if (parts.every((part) => SINGLE.test(part.text) && !DIGITS.test(part.text) && ". ".includes(part.joint || " "))) {
    emitWord(parts.map((part) => part.text).join(""), false, "capitals", words);
    return;
  }
  emitWhole(parts, words);
  for (const [place, part] of parts.entries()) {
    const bound = part.joint === "'" || parts[place + 1]?.joint === "'" || parts[place + 1]?.joint === "";
    if (!(SINGLE.test(part.text) && (bound || (part.joint === "" && place > 0)) && !DIGITS.test(part.text))) {
      emitWord(part.text, false, part.name, words);
    }
  }
}

const ELIDED = new Set(
  "l d j m n s t c qu jusqu lorsqu puisqu quoiqu dell nell all dall sull un quest quell gl v dov com anch".split(" "),
);
const CONTRACTED = new Set(["re", "ve", "ll", "d", "m"]);

/** Leaves out the possessive 's and what is contracted (we'll, l'eau, quest'anno); don't becomes dont. */
function dropApostrophes(run: readonly Part[]): readonly Part[] {
  if (!run.some((part) => part.joint === "'")) return run;
  const kept: Part[] = [];
  for (const [at, part] of run.entries()) {
    const before = kept.at(-1);
    const bound = part.joint === "'" && before !== undefined;
    const ends = run[at + 1]?.joint !== "'";
    if (bound && ends && part.text === "t") before.text += "t";
    else if (bound && ends && part.text === "s") before.name = before.name === "capitals" ? "capitals" : "capital";
    else if (bound && ends && CONTRACTED.has(part.text)) continue;
    else if (bound && kept.length === 1 && ELIDED.has(before.text)) kept[0] = { ...part, joint: "" };
    else kept.push({ ...part });
  }
  return kept;
}

/** Digits joined by points, commas or apostrophes become one part: 1,000.50 is 1000.50, and 2.3.1 stays. */
function mergeNumbers(run: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const part of run) {
    const before = merged.at(-1);
    const isNumber = DIGITS.test(part.text) && before !== undefined && /^\d[\d.,]*$/.test(before.text);
    if (isNumber && ".,'".includes(part.joint) && part.joint !== "") {
      before.text += (part.joint === "'" ? "," : part.joint) + part.text;
    } else {
      merged.push({ ...part });
    }
  }
  return merged.flatMap((part) => {
    const numbers = /[.,]/.test(part.text) ? plainNumbers(part.text) : [part.text];
    return numbers.map((text, at) => ({ ...part, text, joint: at === 0 ? part.joint : "," }));
  });
}

/** Removes separators of thousands, and makes a decimal comma a point; "1,2,3" is three numbers. */
function plainNumbers(text: string): string[] {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return [text.replaceAll(",", "")];
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return [text.replaceAll(".", "").replace(",", ".")];
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return [text.replaceAll(".", "")];
  if (/^\d+,\d+$/.test(text)) return [text.replace(",", ".")];
  return text.split(",");
}

/** Emits a compound as one word, without hyphens and the like, except between digits; at most 64 code points. */
function emitWhole(parts: readonly Part[], words: Word[]): void {
  if (parts.length > COMPOUND_PARTS_MAX || parts.some((part) => part.joint === ",")) return;
  let text = "";
  for (const part of parts) {
    const betweenDigits = /\d$/.test(text) && /^\d/.test(part.text);
    text += (betweenDigits || !/[-‐–_']/.test(part.joint) ? part.joint : "") + part.text;
  }
  if (text.length <= WORD_CODE_POINTS_MAX) emitWord(text, true, wholeName(parts), words);
}

/** snake_case, camelCase and codes are names; state-of-the-art and e-mail are none unless a part of them is. */
function wholeName(parts: readonly Part[]): Word["name"] {
  if (parts.some((part, at) => at > 0 && (part.joint === "" || part.joint === "_"))) return "capitals";
  return parts.find((part) => part.name !== "no")?.name ?? "no";
}

function emitWord(text: string, isCompound: boolean, name: Word["name"], words: Word[]): void {
  if (isAllSmall(text) || LETTERS.test(text)) {
    words.push({ text, exact: false, name, whole: isCompound, pair: false });
    return;
  }
  if (hasSpaceless(text)) {
    if (isCompound) return;
    cutSpaceless(text, (each, exact) => words.push({ text: each, exact, name, whole: false, pair: exact }));
    return;
  }
  const exact = /[\d.@&:/]/.test(text);
  const plain = /^0\d$/.test(text) ? text.slice(1) : text;
  words.push({ text: plain, exact, name, whole: isCompound, pair: false });
  // 1.000 may be 1, or 1000 in German.
  if (/^\d{1,3}\.\d{3}$/.test(text))
    words.push({ text: text.replace(".", ""), exact, name, whole: false, pair: false });
}
