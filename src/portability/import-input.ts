// What is imported, under which rules, and what came of it.
import type { Doer } from "../domain/audit.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { ImportFile } from "../domain/ports/spool.ts";
import type { ImportFormat } from "./detect-format.ts";

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

export function shownReport(report: ImportReport) {
  return {
    format: report.format,
    brains: report.brains,
    packets: report.packets,
    lessons: report.lessons,
    forgotten_rules: report.forgottenRules,
    cores: report.cores,
    constitutions: report.constitutions,
    settings: report.settings,
    to_embed: report.toEmbed,
  };
}
