// Brings a file of memory in: looked through whole first, so that a wrong line stores nothing, then stored part by part.
import { DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { RedactDeps } from "../redaction/redact-for.ts";
import { type CheckDeps, checkImport } from "./check-import.ts";
import { type ImportFormat, isExport } from "./detect-format.ts";
import { EntryFault, type OpenForeignDocument } from "./foreign-document.ts";
import type { ImportInput, ImportReport } from "./import-input.ts";
import { readBytes } from "./read-document.ts";
import { type NumberedEntry, type Place, readExport } from "./read-export.ts";
import { LineFault } from "./read-fields.ts";
import { type ForeignDeps, readForeign } from "./read-foreign.ts";
import { type ImportRedaction, redactEntries } from "./redact-entries.ts";
import { type StoreDeps, storeImport } from "./store-import.ts";

export type ImportDeps = { readonly reading: TextReading } & ForeignDeps &
  CheckDeps &
  StoreDeps &
  RedactDeps & { readonly openDocument: OpenForeignDocument };

/**
 * Throws `invalid_request` with the line or entry, if it is the fault of one, `key_scope`, `core_not_found`, `plan_upgrade_required`,
 * `body_too_large`.
 */
export async function importMemory(deps: ImportDeps, input: ImportInput): Promise<ImportReport> {
  const place: Place = { line: 1 };
  let unit = "line";
  try {
    await requireCore(deps, input);
    const isOwn = input.format === null ? await isExport(input.file) : input.format === "memoryd";
    const { format, entries } = isOwn ? await ownEntries(deps, input, place) : await foreignEntries(deps, input);
    if (!isOwn) unit = "entry";
    // Another program's entries know their place already.
    const placed = isOwn ? input : { ...input, core: null, user: null };
    const checked = await checkImport(deps, placed, entries(), place);
    const told = { format, core: input.core, user: input.user, by: input.by };
    return { format, ...(await storeImport(deps, placed, checked, entries(), told)) };
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    if (error instanceof EntryFault) {
      unit = "entry";
      place.line = error.entry;
    } else if (isForeign(input) && unit === "line") {
      throw new MemoryError("invalid_request", `the file cannot be read: ${error.reason}`);
    }
    throw new MemoryError("invalid_request", `${unit} ${place.line}: ${error.reason}`, { [unit]: place.line });
  }
}

/** What it is to be was said: then it is wrong as a whole, where otherwise its first line tells nothing. */
function isForeign({ format }: ImportInput): boolean {
  return format !== null && format !== "memoryd";
}

async function requireCore(deps: ImportDeps, { identity, core }: ImportInput): Promise<void> {
  if (core === null || core === DEFAULT_CORE) return;
  if ((await deps.cores.find(identity.account, core)) === null) {
    throw new MemoryError("core_not_found", "there is no such core");
  }
}

interface Entries {
  readonly format: ImportFormat;
  /** From the first one on, each time. */
  readonly entries: () => AsyncIterable<NumberedEntry>;
}

async function redactionFor(deps: ImportDeps, { identity: { account } }: ImportInput): Promise<ImportRedaction> {
  const { redact: kinds } = await deps.accounts.settings(account);
  return { reading: deps.reading, limits: deps.limits, account, kinds };
}

async function ownEntries(deps: ImportDeps, input: ImportInput, place: Place): Promise<Entries> {
  const redaction = await redactionFor(deps, input);
  return { format: "memoryd", entries: () => redactEntries(readExport(input.file, deps, place), redaction) };
}

async function foreignEntries(deps: ImportDeps, input: ImportInput): Promise<Entries> {
  const asked = input.format === "memoryd" ? null : input.format;
  const document = await deps.openDocument(await readBytes(input.file), asked);
  try {
    const entries = await readForeign(deps, input, document, await redactionFor(deps, input));
    return {
      format: document.format,
      async *entries() {
        yield* entries;
      },
    };
  } finally {
    document.close();
  }
}
