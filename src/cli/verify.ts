// memoryd verify: looks through a data directory, or a backup, for what cannot be.
import type { Command } from "commander";
import { CommandFault } from "../domain/command-fault.ts";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import {
  type AskedBackup,
  askedBackup,
  heldIn,
  PUBLIC_KEY_DOC,
  type ShownManifest,
  type ShownSealedManifest,
  type ShownSignature,
  sealedLine,
  signatureLine,
} from "./backup.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions } from "./operator-command.ts";
import { counted, withProgress } from "./progress.ts";
import { addOpenerOptions, type OpenerOptions, requireOneOpener } from "./seal-options.ts";

export interface VerifiedData {
  /** The data directory, or the file. */
  readonly target: string;
  /** Of the data; null where it could not be read that far. */
  readonly schema_version: number | null;
  readonly rows: Readonly<Record<string, number>>;
  /** Of a backup; null for a data directory, and where it could not be read or opened. */
  readonly manifest: ShownManifest | null;
  /** Of a sealed backup that nothing here opened; else null. */
  readonly sealed: ShownSeal | null;
  /** Of a backup; null for a data directory, and where it is faulty. */
  readonly signature: ShownSignature | null;
  readonly findings: readonly { readonly check: string; readonly message: string }[];
}

/** What was seen from outside. */
export interface ShownSeal {
  readonly opens_with: "keys" | "passphrase";
  /** What stands beside it; null: nothing does. */
  readonly manifest: ShownSealedManifest | null;
  /** What could not be looked at, in sentences. */
  readonly unchecked: readonly string[];
}

interface VerifyOptions extends DataOptions, OpenerOptions {
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

const OF_BACKUPS = [
  ["publicKey", "--public-key"],
  ["identity", "--identity"],
  ["passphraseFile", "--passphrase-file"],
] as const;

export function addVerifyCommand(program: Command, context: VerifyContext): void {
  const verify = program
    .command("verify")
    .argument("[file]", "a backup (default: the data directory)")
    .description("look for faults in the data of a running or stopped server, or in a backup; nothing is changed")
    .option("--public-key <file>", PUBLIC_KEY_DOC);
  addOpenerOptions(verify);
  addDataOptions(verify);
  verify.addHelpText(
    "after",
    "\nExamples:\n  memoryd verify --data-dir /var/lib/memoryd && memoryd verify /mnt/backups/memoryd.backup\n" +
      "  memoryd verify --identity backups.key /mnt/backups/memoryd.backup.age",
  );
  verify.action(async (file: string | undefined, options: VerifyOptions) => {
    requireOneOpener(verify, options);
    for (const [name, flag] of OF_BACKUPS) {
      if (options[name] !== undefined && file === undefined) verify.error(`error: ${flag} belongs to a backup`);
    }
    const asked = file === undefined ? null : askedBackup(file, options);
    const found = await withProgress((progress) => context.verify(options, asked, progress));
    const { findings, target } = found;
    if (options.json === true) context.print(JSON.stringify({ ok: findings.length === 0, ...found }));
    else for (const { check, message } of findings) context.print(`${check}: ${message}`);
    if (findings.length > 0) throw new FaultyDataError(`${counted(findings.length, "fault", "faults")} in ${target}`);
    if (options.json === true) return;
    for (const line of linesOf(found)) context.print(line);
  });
}

function linesOf(found: VerifiedData): string[] {
  const { target, manifest, signature, sealed } = found;
  if (sealed !== null) return sealLinesOf(target, sealed, signature);
  const lines = [`${target}: no faults, ${summaryOf(found)}`];
  return manifest === null || signature === null ? lines : [...lines, signatureLine(signature, manifest)];
}

function sealLinesOf(target: string, { manifest, unchecked }: ShownSeal, signature: ShownSignature | null): string[] {
  const seen =
    manifest === null
      ? [
          `${target}: no faults in the form of a sealed file`,
          `WARNING: ${target}.manifest is missing: neither whose it is nor whether it is complete can be told`,
        ]
      : [`${target}: no faults from outside, ${heldIn(manifest)}, ${sealedLine(manifest.sealed_to)}`];
  const signed = manifest === null || signature === null ? [] : [signatureLine(signature, manifest)];
  return [...seen, ...signed, ...unchecked.map((what) => `not checked: ${what}`)];
}

function summaryOf({ manifest, rows }: VerifiedData): string {
  if (manifest !== null) return heldIn(manifest);
  const packets = counted(rows.packets ?? 0, "packet", "packets");
  return `${packets}, ${counted(rows.lessons ?? 0, "lesson", "lessons")}, ${counted(rows.brains ?? 0, "brain", "brains")}`;
}
