// Reads a whole export entry by entry, and refuses one that broke off, was changed, or is out of order.
import { createHash } from "node:crypto";
import { patternFault } from "../accounts/pattern-fault.ts";
import { createGiveWay } from "../base/give-way.ts";
import type { Constitution } from "../domain/constitution.ts";
import type { ImportFile } from "../domain/ports/spool.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { ExportCounts } from "./export-lines.ts";
import { type Entry, type EntryRules, readEntry } from "./read-entry.ts";
import { LineFault } from "./read-fields.ts";
import { isBlank, parseLine, readLines } from "./read-lines.ts";

export type NumberedEntry = { readonly line: number; readonly entry: Entry };

/** Far longer than the longest turn that any limit allows by default. */
export const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** Where the reader is, for the message of whatever goes wrong. */
export interface Place {
  line: number;
}

export interface ExportRules extends EntryRules {
  readonly reading: Pick<TextReading, "checkPatterns">;
}

/** Every entry but the last line, once all is known of it: throws LineFault where the file is not whole. */
export async function* readExport(file: ImportFile, rules: ExportRules, place: Place): AsyncGenerator<NumberedEntry> {
  const giveWay = createGiveWay();
  const hash = createHash("sha256");
  const counts = { brains: 0, packets: 0, lessons: 0, forgottenRules: 0 };
  let end: (Entry & { type: "end" }) | null = null;
  const lines = readLines(file.read(), LINE_BYTES_MAX, (number) => {
    place.line = number;
  });
  for await (const { number, bytes } of lines) {
    if (end !== null) {
      if (isBlank(bytes)) continue;
      throw new LineFault("nothing may follow the last line of an export");
    }
    await giveWay();
    const entry = readEntry(parseLine(bytes), rules);
    if (entry.type === "constitution") await requireSoundPatterns(rules, entry.constitution);
    if ((entry.type === "header") !== (number === 1))
      throw new LineFault("the header must be the first line, and only that");
    if (entry.type === "end") {
      if (entry.sha256 !== hash.digest("hex")) {
        throw new LineFault("the file is not as it was written: the hash of its lines differs");
      }
      requireCounts(counts, entry.counts);
      end = entry;
      continue;
    }
    hash.update(bytes);
    add(counts, entry);
    yield { line: number, entry };
  }
  if (end === null) throw new LineFault("the file breaks off: its last line is missing");
}

async function requireSoundPatterns({ reading }: ExportRules, { gates, prohibitions }: Constitution): Promise<void> {
  const fault = await patternFault(reading, { gates, prohibitions }, null);
  if (fault !== null) throw new LineFault(fault.field === null ? fault.message : `\`${fault.field}\` ${fault.message}`);
}

function add(counts: { -readonly [K in keyof ExportCounts]: number }, { type }: Entry): void {
  if (type === "brain") counts.brains += 1;
  else if (counts.brains === 0 && (type === "packet" || type === "lesson" || type === "forgotten_rule")) {
    throw new LineFault("a brain's line must come first");
  } else if (type === "packet") counts.packets += 1;
  else if (type === "lesson") counts.lessons += 1;
  else if (type === "forgotten_rule") counts.forgottenRules += 1;
}

function requireCounts(found: ExportCounts, told: ExportCounts): void {
  const differs = (Object.keys(found) as (keyof ExportCounts)[]).some((name) => found[name] !== told[name]);
  if (differs) throw new LineFault("the file does not hold as many entries as it says");
}
