// Reads JSON that a signature or a hash goes over: what two readers could take for two different things is refused.

/** Deeper than anything that this service writes. */
const DEPTH_MAX = 64;
const WHOLE_NUMBER = /^(?:0|-?[1-9]\d*)$/;
const QUOTE = '"';

/** A JSON object: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The message says what is wrong, and holds nothing of the text. */
export class StrictJsonError extends Error {
  override readonly name = "StrictJsonError";
}

export interface StrictJsonRules {
  /** Numbers must be whole ones as JavaScript writes them, within what every reader holds exactly. Absent: false. */
  readonly wholeNumbers?: boolean;
}

/**
 * The value of a JSON text in which no object has a field twice, however its name is escaped, and nothing is nested
 * deeper than 64. In time linear in the text. Throws StrictJsonError.
 */
export function parseStrictJson(text: string, rules: StrictJsonRules = {}): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StrictJsonError("it is not valid JSON");
  }
  scan(text, rules);
  return value;
}

/** A text that JSON.parse takes, so that only the marks that matter need be looked for. */
function scan(text: string, { wholeNumbers = false }: StrictJsonRules): void {
  /** The names of each open object, null for a list. */
  const open: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    if (mark === QUOTE) {
      const end = endOfString(text, at);
      if (isName && names !== null) addName(names, text.slice(at, end));
      isName = false;
      at = end - 1;
    } else if (mark === "{" || mark === "[") {
      isName = mark === "{";
      names = isName ? new Set() : null;
      open.push(names);
      if (open.length > DEPTH_MAX) throw new StrictJsonError("it is nested too deep");
    } else if (mark === "}" || mark === "]") {
      open.pop();
      names = open.at(-1) ?? null;
      isName = false;
    } else if (mark === ",") isName = names !== null;
    else if (wholeNumbers && startsNumber(mark)) at = endOfWholeNumber(text, at) - 1;
  }
}

/** Behind the quote that closes the string of the quote at `from`. */
function endOfString(text: string, from: number): number {
  let quote = from;
  for (;;) {
    quote = text.indexOf(QUOTE, quote + 1);
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
}

function addName(names: Set<string>, written: string): void {
  const name = written.includes("\\") ? (JSON.parse(written) as string) : written.slice(1, -1);
  if (names.has(name)) throw new StrictJsonError("a field stands there twice");
  names.add(name);
}

function startsNumber(mark: string): boolean {
  return mark === "-" || (mark >= "0" && mark <= "9");
}

function endOfWholeNumber(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && /[0-9.eE+-]/.test(text.charAt(end))) end += 1;
  const written = text.slice(from, end);
  if (!WHOLE_NUMBER.test(written) || !Number.isSafeInteger(Number(written))) {
    throw new StrictJsonError("a number there is no whole number as it should be written");
  }
  return end;
}
