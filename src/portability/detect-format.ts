// Which program wrote a file, by its first line or its shape.
import type { ImportFile } from "../domain/ports/spool.ts";
import { EXPORT_FORMAT } from "./export-lines.ts";
import { isChat } from "./read-chat.ts";
import { isFields, LineFault } from "./read-fields.ts";
import { parseLine, readLines } from "./read-lines.ts";
import { mem0List } from "./read-mem0.ts";
import { noteList } from "./read-notes.ts";

export const IMPORT_FORMATS = ["memoryd", "mem0", "basic-memory", "chat"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
/** Those of other programs. */
export type ForeignFormat = Exclude<ImportFormat, "memoryd">;

/** Front matter or a heading: what neither begins with is Markdown only where that is said. */
const NOTE = /^\s*(---[ \t]*\r?\n|#{1,6}\s)/;
const HEADER_BYTES_MAX = 64 * 1024;

/** Throws LineFault where it is none that is known. */
export function formatOf(document: unknown): ForeignFormat {
  if (typeof document === "string" && NOTE.test(document)) return "basic-memory";
  if (isChat(document)) return "chat";
  if (noteList(document) !== null) return "basic-memory";
  if (mem0List(document) !== null) return "mem0";
  throw new LineFault("the format is none that is known: name it, or see what each looks like in the documentation");
}

/** Whether its first line is that of an export. */
export async function isExport(file: ImportFile): Promise<boolean> {
  try {
    for await (const { bytes } of readLines(file.read(), HEADER_BYTES_MAX)) {
      const value = parseLine(bytes);
      return isFields(value) && value.format === EXPORT_FORMAT;
    }
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
  }
  return false;
}
