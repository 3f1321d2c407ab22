// Brings a file of memory in: looked through whole first, so that a wrong line stores nothing, then stored part by part.
import type { Doer } from "../domain/audit.ts";
import { DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { ImportFile } from "../domain/portability.ts";
import type { RedactDeps } from "../domain/redaction.ts";
import { type CheckDeps, checkImport } from "./check-import.ts";
import { detectFormat, type ImportFormat } from "./detect-format.ts";
import { type NumberedEntry, type Place, readExport } from "./read-export.ts";
import { LineFault } from "./read-fields.ts";
import { type ForeignDeps, readForeign } from "./read-foreign.ts";
import { redactEntries } from "./redact-entries.ts";
import { type StoreDeps, storeImport } from "./store-import.ts";

export type ImportDeps = ForeignDeps & CheckDeps & StoreDeps & RedactDeps;

export interface ImportInput {
  /** Whose memory it becomes; a bound key's own part only. */
  readonly identity: Pick<KeyIdentity, "account" | "core" | "user">;
  /** Where the one brain of the file goes instead of its own place; for other programs' files, where all goes. */
  readonly core: string | null;
  readonly user: string | null;
  /** null: told by its content. */
  readonly format: ImportFormat | null;
  /** Users that the account may have; null: any number. */
  readonly subBrainsMax: number | null;
  readonly file: ImportFile;
  /** For the audit; absent: the service itself. */
  readonly by?: Doer;
}

export interface ImportReport {
  readonly format: ImportFormat;
  readonly brains: number;
  readonly packets: { readonly stored: number; readonly skipped: number };
  readonly lessons: { readonly stored: number; readonly skipped: number; readonly expired: number };
  readonly forgottenRules: { readonly stored: number; readonly skipped: number };
  /** Made or set, not those that were there. */
  readonly cores: number;
  readonly constitutions: number;
  readonly settings: number;
  /** Of what was stored, how much is embedded in the background now. */
  readonly toEmbed: number;
}

/** Throws `invalid_request` with the line or entry, `key_scope`, `core_not_found`, `plan_upgrade_required`. */
export async function importMemory(deps: ImportDeps, input: ImportInput): Promise<ImportReport> {
  const place: Place = { line: 1 };
  let unit = "line";
  try {
    await requireCore(deps, input);
    const format = input.format ?? (await detectFormat(input.file));
    if (format !== "memoryd") unit = "entry";
    const entries = await entriesOf(deps, input, format, place);
    // Another program's entries know their place already.
    const placed = format === "memoryd" ? input : { ...input, core: null, user: null };
    const checked = await checkImport(deps, placed, entries(), place);
    const told = { format, core: input.core, user: input.user, by: input.by };
    return { format, ...(await storeImport(deps, placed, checked, entries(), told)) };
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw new MemoryError("invalid_request", `${unit} ${place.line}: ${error.reason}`, { [unit]: place.line });
  }
}

async function requireCore(deps: ImportDeps, { identity, core }: ImportInput): Promise<void> {
  if (core === null || core === DEFAULT_CORE) return;
  if ((await deps.cores.find(identity.account, core)) === null) {
    throw new MemoryError("core_not_found", "there is no such core");
  }
}

/** The entries from the first one on, each time. */
async function entriesOf(
  deps: ImportDeps,
  input: ImportInput,
  format: ImportFormat,
  place: Place,
): Promise<() => AsyncIterable<NumberedEntry>> {
  const { redact: kinds } = await deps.accounts.settings(input.identity.account);
  const redaction = { redactor: deps.redactor, limits: deps.limits, kinds };
  if (format === "memoryd") return () => redactEntries(readExport(input.file, deps, place), redaction);
  const entries = await readForeign(deps, input, format, place, redaction);
  return async function* () {
    yield* entries;
  };
}
