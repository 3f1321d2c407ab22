// What the commands of backups seal with, and open with: from options, files, the setting, or the terminal.
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import type { AskedBackup } from "../cli/backup.ts";
import type { OpenerOptions, SealOptions } from "../cli/seal-options.ts";
import { entriesOf } from "../config/entries-of.ts";
import { SettingsError } from "../config/read-settings.ts";
import type { DataFiles, Opener, Seal } from "../domain/ports/data-files.ts";
import { reasonOf } from "../storage/files/data-directory.ts";
import { BackupError } from "../storage/files/durable-files.ts";
import { askSecret } from "./ask-passphrase.ts";

const STANDARD_INPUT = 0;

/** `setting`: the keys of backup_seal_to. undefined: not sealed. Throws SettingsError and BackupError. */
export async function sealBy(options: SealOptions, setting: string): Promise<Seal | undefined> {
  if (options.unsealed === true) return undefined;
  if (options.passphraseFile !== undefined) return { passphrase: passphraseIn(options.passphraseFile) };
  if (options.passphrase === true) return { passphrase: await askTwice() };
  const [place, recipients] =
    options.sealTo === undefined ? ["backup_seal_to", entriesOf(setting)] : ["--seal-to", options.sealTo];
  if (recipients.length === 0) return undefined;
  const { faultOfPublicKey } = await import("../storage/sealing/age-keys.ts");
  for (const key of recipients) {
    const fault = faultOfPublicKey(key);
    if (fault !== null) throw new SettingsError(`${place}: ${key.startsWith("age1") ? `${key} ` : "it "}${fault}`);
  }
  return { recipients };
}

/** null: nothing was given, and the file needs nothing, or nobody can be asked. Throws BackupError. */
export async function openerOf(files: DataFiles, { file, opener }: AskedBackup): Promise<Opener | null> {
  if (opener.identity !== undefined) return { identities: await identitiesOf(opener.identity) };
  if (opener.passphraseFile !== undefined) return { passphrase: passphraseIn(opener.passphraseFile) };
  if (!isatty(STANDARD_INPUT) || (await files.sealOf(file)) !== "passphrase") return null;
  const passphrase = await askSecret(`passphrase of ${file}: `);
  return passphrase === "" ? null : { passphrase };
}

async function identitiesOf(files: NonNullable<OpenerOptions["identity"]>): Promise<string[]> {
  const { identitiesIn } = await import("../storage/sealing/age-keys.ts");
  return files.flatMap((file) => {
    try {
      return identitiesIn(readText(file));
    } catch (error) {
      throw new BackupError(`${file} cannot be used as a file of keys: ${reasonOf(error)}`);
    }
  });
}

/** The first line. */
function passphraseIn(file: string): string {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw new BackupError(`the passphrase in ${file} cannot be read: ${reasonOf(error)}`);
  }
  return requirePassphrase(text.split("\n", 1)[0]?.replace(/\r$/, "") ?? "", `the first line of ${file}`);
}

/** `-`: standard input. */
function readText(file: string): string {
  return readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8");
}

async function askTwice(): Promise<string> {
  if (!isatty(STANDARD_INPUT)) {
    throw new SettingsError("--passphrase asks on a terminal, and there is none: give --passphrase-file");
  }
  const passphrase = requirePassphrase(await askSecret("passphrase: "), "the passphrase");
  if ((await askSecret("once more: ")) !== passphrase) throw new BackupError("the two passphrases differ");
  return passphrase;
}

function requirePassphrase(passphrase: string, where: string): string {
  if (passphrase === "") throw new BackupError(`${where} is empty`);
  return passphrase;
}
