// memoryd export: writes an account, a core or a user as JSON Lines, beside a running server or without one.
import type { Command } from "commander";
import { DEFAULT_ACCOUNT, isCoreSlug, isUserId } from "../domain/brain.ts";
import type { ExportScope } from "../domain/portability.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import type { ExportCounts } from "../portability/export-lines.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions, checked } from "./operator-command.ts";
import { counted, withProgress } from "./progress.ts";

export interface AskedExport {
  readonly scope: ExportScope;
  readonly embeddings: boolean;
  /** null: standard output. */
  readonly file: string | null;
  readonly mayReplace: boolean;
  readonly progress: WorkProgress;
}

interface ExportOptions extends DataOptions {
  readonly account: string;
  readonly core?: string;
  readonly user?: string;
  readonly embeddings: boolean;
  readonly force?: true;
  readonly json?: true;
}

export interface MadeExport extends ExportCounts {
  /** Whether the audit has an entry of it: data that cannot be written to is exported all the same. */
  readonly inAudit: boolean;
}

export interface ExportContext extends CommandContext {
  /** Writes memory out, to a file or to standard output. */
  readonly exportMemory: (options: DataOptions, asked: AskedExport) => Promise<MadeExport>;
}

export function addExportCommand(program: Command, context: ExportContext): void {
  const command = program
    .command("export")
    .argument("[file]", "file to make (default, or -: standard output)")
    .description("write the memory of an account, a core or a user as JSON Lines that `memoryd import` takes")
    .option("--account <account>", "whose memory", DEFAULT_ACCOUNT)
    .option("--core <slug>", "only this core", checked(isCoreSlug, "core slug"))
    .option("--user <id>", "only this user, in every core or in the one named", checked(isUserId, "user id"))
    .option("--no-embeddings", "leave the embeddings out: they are made again after the import")
    .option("--force", "replace a file of that name");
  addDataOptions(command);
  command.addHelpText("after", "\nExample:\n  memoryd export --user ada ada.jsonl");
  command.action(async (file: string | undefined, options: ExportOptions) => {
    const toFile = file === undefined || file === "-" ? null : file;
    if (toFile === null && options.json === true) {
      command.error("error: --json tells of a file: name one, or leave --json out");
    }
    const scope = { account: options.account, core: options.core ?? null, user: options.user ?? null };
    const made = await withProgress((progress) =>
      context.exportMemory(options, {
        scope,
        embeddings: options.embeddings,
        file: toFile,
        mayReplace: options.force === true,
        progress,
      }),
    );
    if (options.json === true) context.print(JSON.stringify({ file: toFile, ...shown(made) }));
    else if (toFile !== null) context.print(`${toFile}: ${heldIn(made)}`);
    if (!made.inAudit && options.json !== true) {
      context.warn("the audit has no entry of this export: the data cannot be written to at present");
    }
  });
}

function shown({ brains, packets, lessons, forgottenRules, inAudit }: MadeExport) {
  return { brains, packets, lessons, forgotten_rules: forgottenRules, in_audit: inAudit };
}

function heldIn({ brains, packets, lessons }: ExportCounts): string {
  return [
    counted(packets, "packet", "packets"),
    counted(lessons, "lesson", "lessons"),
    counted(brains, "brain", "brains"),
  ].join(", ");
}
