// memoryd backup: one file with all data, made while the server runs, and checked.
import type { Command } from "commander";
import type { CliContext, DataOptions } from "./context.ts";
import { counted, inBytes, withProgress } from "./data-work.ts";
import { addDataOptions } from "./operator-command.ts";

/** What a backup says of itself, as it stands in the file. */
export interface ShownManifest {
  readonly format: number;
  readonly memoryd_version: string;
  readonly schema_version: number;
  readonly model: { readonly id: string; readonly sha256: string } | null;
  readonly taken_at: string;
  readonly page_bytes: number;
  readonly pages: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly database_sha256: string;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly manifest: ShownManifest;
}

interface BackupOptions extends DataOptions {
  readonly force?: true;
  readonly json?: true;
}

export function addBackupCommand(program: Command, context: CliContext): void {
  const backup = program
    .command("backup")
    .argument("<file>", "file to make")
    .description(
      "copy all data into one file, while the server runs or not; the file is checked before it gets its name",
    )
    .option("--force", "replace a file of that name");
  addDataOptions(backup);
  backup.addHelpText("after", "\nExample:\n  memoryd backup --data-dir /var/lib/memoryd /mnt/backups/memoryd.backup");
  backup.action(async (file: string, options: BackupOptions) => {
    const made = await withProgress((progress) => context.backup(options, file, options.force === true, progress));
    if (options.json === true) context.print(JSON.stringify(made));
    else context.print(`${made.file}: ${inBytes(made.bytes)}, ${heldIn(made.manifest)}, checked`);
  });
}

export function heldIn({ rows, taken_at: takenAt }: ShownManifest): string {
  const held = [
    counted(rows.packets ?? 0, "packet", "packets"),
    counted(rows.lessons ?? 0, "lesson", "lessons"),
    counted(rows.brains ?? 0, "brain", "brains"),
  ];
  return `${held.join(", ")} as of ${takenAt}`;
}
