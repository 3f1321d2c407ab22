// memoryd backup: one file with all data, made while the server runs, and checked.
import type { Command } from "commander";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions } from "./operator-command.ts";
import { counted, inBytes, withProgress } from "./progress.ts";
import { addSealOptions, type OpenerOptions, requireOneSeal, type SealOptions } from "./seal-options.ts";

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
  /** Of the key of the data's audit; null, as the next: it bears no signature. */
  readonly public_key: string | null;
  readonly signature: string | null;
}

export const PUBLIC_KEY_DOC =
  "PEM file of the key that the backup must be signed with (default: audit.key in the data directory)";

/** What is known of who signed a backup. */
export type ShownSignature = "valid" | "unknown_key" | "none";

/** What is said of a sealed backup in the file beside it. */
export interface ShownSealedManifest {
  readonly sealed_backup: number;
  readonly data_id: string | null;
  readonly memoryd_version: string;
  readonly taken_at: string;
  readonly rows: { readonly packets: number; readonly lessons: number };
  /** Public keys; null: a passphrase. */
  readonly sealed_to: readonly string[] | null;
  readonly sealed_bytes: number;
  readonly sealed_sha256: string;
  readonly public_key: string | null;
  readonly signature: string | null;
}

export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly manifest: ShownManifest;
  /** Whether the audit has an entry of it. */
  readonly in_audit: boolean;
  /** null: it is not sealed. */
  readonly sealed: ShownSealedManifest | null;
}

interface BackupOptions extends DataOptions, SealOptions {
  readonly force?: true;
  readonly json?: true;
}

export interface BackupContext extends CommandContext {
  /** Makes the file. Throws where one of that name stands there and may not be replaced. */
  readonly backup: (
    options: DataOptions & SealOptions,
    file: string,
    mayReplace: boolean,
    progress: WorkProgress,
  ) => Promise<MadeBackup>;
}

export function addBackupCommand(program: Command, context: BackupContext): void {
  const backup = program
    .command("backup")
    .argument("<file>", "file to make")
    .description(
      "copy all data into one file, while the server runs or not; the file is checked before it gets its name",
    )
    .option("--force", "replace a file of that name");
  addSealOptions(backup);
  addDataOptions(backup);
  backup.addHelpText(
    "after",
    "\nExamples:\n  memoryd backup --data-dir /var/lib/memoryd /mnt/backups/memoryd.backup\n" +
      "  memoryd backup --seal-to age1… /mnt/backups/memoryd.backup.age",
  );
  backup.action(async (file: string, options: BackupOptions) => {
    requireOneSeal(backup, options);
    const made = await withProgress((progress) => context.backup(options, file, options.force === true, progress));
    if (options.json === true) context.print(JSON.stringify(made));
    else for (const line of linesOf(made)) context.print(line);
  });
}

function linesOf({ file, bytes, manifest, sealed, in_audit: inAudit }: MadeBackup): string[] {
  const isSigned = manifest.signature !== null;
  const done = isSigned ? "signed and checked" : "checked, not signed";
  return [
    `${file}: ${inBytes(bytes)}, ${heldIn(manifest)}, ${done}`,
    ...(sealed === null ? [] : [sealedLine(sealed.sealed_to)]),
    ...(isSigned ? [] : ["it bears no signature: audit.key is not there, or may not be read"]),
    ...(inAudit
      ? []
      : ["the audit has no entry of it: the data cannot be written to at present, or keeps no audit yet"]),
  ];
}

/** `to`: public keys; null: a passphrase. */
export function sealedLine(to: readonly string[] | null): string {
  return to === null ? "sealed with a passphrase" : `sealed to ${to.join(", ")}`;
}

/** Of a backup that was looked at; `unknown_key`: nothing here says whose key it is. */
export function signatureLine(
  signature: ShownSignature,
  { public_key: key }: Pick<ShownManifest, "public_key">,
): string {
  if (signature === "valid") return "signature valid: it is signed with this data's key";
  if (signature === "unknown_key") {
    return `signature not checked: the key ${key} is unknown here; compare it, or name the one you know with --public-key`;
  }
  return "WARNING: it bears no signature. Either an older memoryd made it, or somebody took the signature away, and then anything in it may have been changed";
}

/** A sealed one does not say how many brains it holds. */
export function heldIn({ rows, taken_at: takenAt }: ShownManifest | ShownSealedManifest): string {
  const { packets = 0, lessons = 0, brains }: Partial<Record<string, number>> = rows;
  const held = [counted(packets, "packet", "packets"), counted(lessons, "lesson", "lessons")];
  if (brains !== undefined) held.push(counted(brains, "brain", "brains"));
  return `${held.join(", ")} as of ${takenAt}`;
}

/** A backup that a command reads. */
export interface AskedBackup {
  readonly file: string;
  /** PEM file of the key that it must be signed with; null: that of the data directory, where one is. */
  readonly publicKeyFile: string | null;
  /** What opens it where it is sealed. */
  readonly opener: OpenerOptions;
}

export function askedBackup(file: string, options: OpenerOptions & { readonly publicKey?: string }): AskedBackup {
  const { identity, passphraseFile, publicKey = null } = options;
  const opener = {
    ...(identity === undefined ? {} : { identity }),
    ...(passphraseFile === undefined ? {} : { passphraseFile }),
  };
  return { file, publicKeyFile: publicKey, opener };
}
