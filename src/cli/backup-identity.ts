// memoryd backup-identity: makes the key pair that backups are sealed to and opened with.
import type { Command } from "commander";
import type { CommandContext } from "./context.ts";

export interface MadeIdentity {
  readonly file: string;
  readonly public_key: string;
}

export interface BackupIdentityContext extends CommandContext {
  /** Writes a new identity of age to the file. Throws where one of that name stands there. */
  readonly makeBackupIdentity: (file: string) => Promise<MadeIdentity>;
}

export function addBackupIdentityCommand(program: Command, context: BackupIdentityContext): void {
  program
    .command("backup-identity")
    .argument("<file>", "file to make")
    .description(
      "make a key pair for sealed backups, as age-keygen does: the file opens them, its public key seals them",
    )
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  memoryd backup-identity /root/memoryd-backups.key")
    .action(async (file: string, { json }: { json?: true }) => {
      const made = await context.makeBackupIdentity(file);
      if (json === true) {
        context.print(JSON.stringify(made));
        return;
      }
      context.print(made.public_key);
      context.warn(
        `${made.file} opens every backup sealed to this key, and nothing else does: WHO LOSES IT HAS LOST THEM. ` +
          "Keep two copies on other machines; the server itself needs the public key alone.",
      );
    });
}
