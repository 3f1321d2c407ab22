// Cuts a stream of bytes into lines, and holds one line at a time.
import { parseStrictJson, StrictJsonError } from "../base/strict-json.ts";
import { LineFault } from "./read-fields.ts";

export interface Line {
  /** From 1. */
  readonly number: number;
  /** With its line end. */
  readonly bytes: Uint8Array;
}

const LINE_END = 0x0a;

/** Throws LineFault for a line of more than `bytesMax`; `onLine` hears of each before it is read. */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  bytesMax: number,
  onLine: (number: number) => void = () => {},
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let number = 1;
  onLine(number);
  for await (const piece of pieces) {
    let from = 0;
    for (;;) {
      const at = piece.indexOf(LINE_END, from);
      const part = piece.subarray(from, at === -1 ? piece.length : at + 1);
      held += part.length;
      if (held > bytesMax) throw new LineFault(`it is longer than ${bytesMax} bytes`);
      // The stream may use the memory of a piece again.
      if (part.length > 0) parts.push(at === -1 ? part.slice() : part);
      if (at === -1) break;
      yield { number, bytes: joined(parts, held) };
      parts = [];
      held = 0;
      number += 1;
      onLine(number);
      from = at + 1;
    }
  }
  if (held > 0) yield { number, bytes: joined(parts, held) };
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts, length);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Throws LineFault; the reason says nothing of what stands there. */
export function parseLine(bytes: Uint8Array): unknown {
  let source: string;
  try {
    source = utf8.decode(bytes);
  } catch {
    throw new LineFault("it is not valid UTF-8");
  }
  try {
    return parseStrictJson(source);
  } catch (error) {
    throw error instanceof StrictJsonError ? new LineFault(error.message) : error;
  }
}

export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LINE_END);
}
