// How the commands of backups are told what seals one, and what opens one.
import type { Command } from "commander";

/** What a new backup is sealed with, where that is not what the setting says. */
export interface SealOptions {
  /** Public keys. */
  readonly sealTo?: readonly string[];
  readonly passphraseFile?: string;
  /** Asked for on the terminal. */
  readonly passphrase?: true;
  /** In the clear, whatever the setting says. */
  readonly unsealed?: true;
}

/** What opens a sealed one. */
export interface OpenerOptions {
  readonly identity?: readonly string[];
  readonly passphraseFile?: string;
}

const FROM_FILE = "file whose first line is the passphrase";

export function addSealOptions(command: Command): void {
  command
    .option("--seal-to <key>", "public key (age1…) that the file is sealed to; may be given again", gather)
    .option("--passphrase-file <file>", `${FROM_FILE} that the file is sealed with`)
    .option("--passphrase", "seal it with a passphrase that is asked for on the terminal")
    .option("--unsealed", "do not seal it, whatever backup_seal_to says");
}

export function addOpenerOptions(command: Command): void {
  command
    .option("--identity <file>", "file of a key that a sealed backup opens with; may be given again", gather)
    .option("--passphrase-file <file>", `${FROM_FILE} of a sealed backup (default: it is asked for on the terminal)`);
}

export function requireOneSeal(command: Command, options: SealOptions): void {
  const { sealTo, passphraseFile, passphrase, unsealed } = options;
  if ([sealTo, passphraseFile, passphrase, unsealed].filter((given) => given !== undefined).length < 2) return;
  command.error("error: --seal-to, --passphrase-file, --passphrase and --unsealed exclude each other");
}

export function requireOneOpener(command: Command, { identity, passphraseFile }: OpenerOptions): void {
  if (identity === undefined || passphraseFile === undefined) return;
  command.error("error: --identity and --passphrase-file exclude each other");
}

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
