// memoryd verify: looks through a data directory, or a backup, for what cannot be.
import type { Command } from "commander";
import { heldIn, type ShownManifest } from "./backup.ts";
import type { CliContext, DataOptions } from "./context.ts";
import { counted, withProgress } from "./data-work.ts";
import { addDataOptions } from "./operator-command.ts";

export interface VerifiedData {
  /** The data directory, or the file. */
  readonly target: string;
  /** Of the data; null where it could not be read that far. */
  readonly schema_version: number | null;
  readonly rows: Readonly<Record<string, number>>;
  /** Of a backup; null for a data directory, and where it could not be read. */
  readonly manifest: ShownManifest | null;
  readonly findings: readonly { readonly check: string; readonly message: string }[];
}

/** Something is wrong with the data, and has been printed. */
export class FaultyDataError extends Error {
  override readonly name = "FaultyDataError";
}

export function addVerifyCommand(program: Command, context: CliContext): void {
  const verify = program
    .command("verify")
    .argument("[file]", "a backup (default: the data directory)")
    .description("look for faults in the data of a running or stopped server, or in a backup; nothing is changed");
  addDataOptions(verify);
  verify.addHelpText(
    "after",
    "\nExample:\n  memoryd verify --data-dir /var/lib/memoryd && memoryd verify /mnt/backups/memoryd.backup",
  );
  verify.action(async (file: string | undefined, options: DataOptions & { json?: true }) => {
    const found = await withProgress((progress) => context.verify(options, file ?? null, progress));
    const { findings, target } = found;
    if (options.json === true) context.print(JSON.stringify({ ok: findings.length === 0, ...found }));
    else for (const { check, message } of findings) context.print(`${check}: ${message}`);
    if (findings.length > 0) throw new FaultyDataError(`${counted(findings.length, "fault", "faults")} in ${target}`);
    if (options.json !== true) context.print(`${target}: no faults, ${summaryOf(found)}`);
  });
}

function summaryOf({ manifest, rows }: VerifiedData): string {
  if (manifest !== null) return heldIn(manifest);
  const packets = counted(rows.packets ?? 0, "packet", "packets");
  return `${packets}, ${counted(rows.lessons ?? 0, "lesson", "lessons")}, ${counted(rows.brains ?? 0, "brain", "brains")}`;
}
