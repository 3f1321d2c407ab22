// memoryd restore: puts a backup in the place of the data of a stopped server.
import type { Command } from "commander";
import type { WorkProgress } from "../domain/ports/data-files.ts";
import {
  type AskedBackup,
  askedBackup,
  heldIn,
  PUBLIC_KEY_DOC,
  type ShownManifest,
  type ShownSignature,
  signatureLine,
} from "./backup.ts";
import type { CommandContext, DataOptions } from "./context.ts";
import { addDataOptions } from "./operator-command.ts";
import { withProgress } from "./progress.ts";
import { addOpenerOptions, type OpenerOptions, requireOneOpener } from "./seal-options.ts";

export interface RestoredBackup {
  readonly data_dir: string;
  readonly manifest: ShownManifest;
  readonly signature: ShownSignature;
  /** Names in the data directory that the old data has now, or would have. */
  readonly moved_aside: readonly string[];
  /** Whether the directory has a file with an admin key. */
  readonly has_key_file: boolean;
  /** Whether the key of receipts, which no backup holds, is the one that the backup was signed with. */
  readonly audit_key: "same" | "other" | "missing";
}

interface RestoreOptions extends DataOptions, OpenerOptions {
  readonly dryRun?: true;
  readonly publicKey?: string;
  readonly json?: true;
}

export interface RestoreContext extends CommandContext {
  /** Puts the backup in the place of the data, or says what would be done. */
  readonly restore: (
    options: DataOptions,
    asked: AskedBackup,
    dryRun: boolean,
    progress: WorkProgress,
  ) => Promise<RestoredBackup>;
}

export function addRestoreCommand(program: Command, context: RestoreContext): void {
  const restore = program
    .command("restore")
    .argument("<file>", "backup to put back")
    .description("put a backup in the place of the data of a stopped server; the old data is kept under another name")
    .option("--dry-run", "check the backup and say what would be done")
    .option("--public-key <file>", PUBLIC_KEY_DOC);
  addOpenerOptions(restore);
  addDataOptions(restore);
  restore.addHelpText(
    "after",
    "\nExamples:\n  memoryd restore --data-dir /var/lib/memoryd --dry-run /mnt/backups/memoryd.backup\n" +
      "  memoryd restore --data-dir /var/lib/memoryd --identity backups.key /mnt/backups/memoryd.backup.age",
  );
  restore.action(async (file: string, options: RestoreOptions) => {
    const dryRun = options.dryRun === true;
    requireOneOpener(restore, options);
    const asked = askedBackup(file, options);
    const done = await withProgress((progress) => context.restore(options, asked, dryRun, progress));
    if (options.json === true) context.print(JSON.stringify({ dry_run: dryRun, ...done }));
    else for (const line of linesOf(done, dryRun)) context.print(line);
  });
}

const AUDIT_KEY_ADVICE =
  "put the copy of the data's own there before the service starts; otherwise receipts made so far can be checked with the old public key alone, and users have other names in the audit";
const AUDIT_KEY_LINES: Readonly<Record<RestoredBackup["audit_key"], readonly string[]>> = {
  same: [],
  missing: [`no audit.key stands there, which no backup holds: ${AUDIT_KEY_ADVICE}`],
  other: [`the audit.key that stands there is not the one that the backup was signed with: ${AUDIT_KEY_ADVICE}`],
};

function linesOf(done: RestoredBackup, dryRun: boolean): string[] {
  const [old] = done.moved_aside;
  return [
    `${dryRun ? "would restore" : "restored"} ${heldIn(done.manifest)} into ${done.data_dir}`,
    signatureLine(done.signature, done.manifest),
    ...(old === undefined ? [] : [`the data that stood there ${dryRun ? "would become" : "is now"} ${old}`]),
    ...(done.has_key_file ? [] : ["no admin.key stands there: the keys of the backup are valid, and no other is made"]),
    ...AUDIT_KEY_LINES[done.audit_key],
  ];
}
