// memoryd verify: looks through a data directory, or a backup, for what cannot be.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import {
  type AskedBackup,
  heldIn,
  PUBLIC_KEY_DOC,
  type ShownManifest,
  type ShownSignature,
  signatureLine,
} from "./backup.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions } from "./operator-command.ts";
import { counted, withProgress } from "./progress.ts";

export interface VerifiedData {
  /** The data directory, or the file. */
  readonly target: string;
  /** Of the data; null where it could not be read that far. */
  readonly schema_version: number | null;
  readonly rows: Readonly<Record<string, number>>;
  /** Of a backup; null for a data directory, and where it could not be read. */
  readonly manifest: ShownManifest | null;
  /** Of a backup; null for a data directory, and where it is faulty. */
  readonly signature: ShownSignature | null;
  readonly findings: readonly { readonly check: string; readonly message: string }[];
}

interface VerifyOptions extends DataOptions {
  readonly publicKey?: string;
  readonly json?: true;
}

/** Something is wrong with the data, and has been printed. */
export class FaultyDataError extends CommandFault {
  override readonly name = "FaultyDataError";
  readonly kind = "failed";
}

export interface VerifyContext extends CommandContext {
  /** Looks through the data, or through a backup where one is named. */
  readonly verify: (options: DataOptions, asked: AskedBackup | null, progress: WorkProgress) => Promise<VerifiedData>;
}

export function addVerifyCommand(program: Command, context: VerifyContext): void {
  const verify = program
    .command("verify")
    .argument("[file]", "a backup (default: the data directory)")
    .description("look for faults in the data of a running or stopped server, or in a backup; nothing is changed")
    .option("--public-key <file>", PUBLIC_KEY_DOC);
  addDataOptions(verify);
  verify.addHelpText(
    "after",
    "\nExample:\n  memoryd verify --data-dir /var/lib/memoryd && memoryd verify /mnt/backups/memoryd.backup",
  );
  verify.action(async (file: string | undefined, options: VerifyOptions) => {
    const { publicKey } = options;
    if (publicKey !== undefined && file === undefined) verify.error("error: --public-key belongs to a backup");
    const asked = file === undefined ? null : { file, publicKeyFile: publicKey ?? null };
    const found = await withProgress((progress) => context.verify(options, asked, progress));
    const { findings, target, manifest, signature } = found;
    if (options.json === true) context.print(JSON.stringify({ ok: findings.length === 0, ...found }));
    else for (const { check, message } of findings) context.print(`${check}: ${message}`);
    if (findings.length > 0) throw new FaultyDataError(`${counted(findings.length, "fault", "faults")} in ${target}`);
    if (options.json === true) return;
    context.print(`${target}: no faults, ${summaryOf(found)}`);
    if (manifest !== null && signature !== null) context.print(signatureLine(signature, manifest));
  });
}

function summaryOf({ manifest, rows }: VerifiedData): string {
  if (manifest !== null) return heldIn(manifest);
  const packets = counted(rows.packets ?? 0, "packet", "packets");
  return `${packets}, ${counted(rows.lessons ?? 0, "lesson", "lessons")}, ${counted(rows.brains ?? 0, "brain", "brains")}`;
}
