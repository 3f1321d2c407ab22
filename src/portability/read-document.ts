// Reads another program's file whole: JSON, JSON Lines, or Markdown.
import { MemoryError } from "../domain/errors.ts";
import type { ImportFile } from "../domain/ports/spool.ts";
import { LineFault } from "./read-fields.ts";

/** Such a file has no form in which it could be read piece by piece. */
export const DOCUMENT_BYTES_MAX = 64 * 1024 * 1024;

/** Throws `body_too_large`. */
export async function readBytes(file: ImportFile): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of file.read()) {
    length += piece.byteLength;
    if (length > DOCUMENT_BYTES_MAX) {
      const message = `a file of another program may have ${DOCUMENT_BYTES_MAX} bytes: cut it into several`;
      throw new MemoryError("body_too_large", message, { bytes_max: DOCUMENT_BYTES_MAX });
    }
    pieces.push(piece.slice());
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** A JSON value, a list of the values of its lines, or the text of a note. Throws LineFault. */
export function parseDocument(bytes: Uint8Array, onEntry: (entry: number) => void): unknown {
  const text = decode(bytes).replace(/^\uFEFF/, "");
  const start = text.trimStart();
  if (start === "") throw new LineFault("the file is empty");
  if (!start.startsWith("{") && !start.startsWith("[")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return parseLines(text, onEntry);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new LineFault("it is not valid UTF-8");
  }
}

function parseLines(text: string, onEntry: (entry: number) => void): unknown[] {
  let entry = 0;
  return text.split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    entry += 1;
    onEntry(entry);
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      throw new LineFault("it is not valid JSON");
    }
  });
}
