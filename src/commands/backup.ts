// What the commands backup, restore and verify do, with the files of the data.
import { version } from "../../package.json" with { type: "json" };
import type { AskedBackup, BackupContext } from "../cli/backup.ts";
import type { DataOptions } from "../cli/context.ts";
import type { RestoreContext } from "../cli/restore.ts";
import type { VerifiedData, VerifyContext } from "../cli/verify.ts";
import { SHELL } from "../domain/audit.ts";
import type { DataFiles, WorkProgress } from "../domain/ports/data-files.ts";
import { DataRefusedError } from "../storage/files/data-directory.ts";
import { BackupDamagedError, shownManifest } from "../storage/sqlite/backup/manifest.ts";

type BackupCommands = Pick<BackupContext & RestoreContext & VerifyContext, "backup" | "restore" | "verify">;

/** `filesAt`: null where the data lies in no files; then each of these is refused. */
export function createBackupCommands(
  filesAt: (options: DataOptions) => DataFiles | null,
  now: () => number,
): BackupCommands {
  const filesOf = (options: DataOptions) => {
    const files = filesAt(options);
    if (files !== null) return files;
    throw new DataRefusedError("the data lies in no files of this machine: its database has backups of its own");
  };
  return {
    backup: async (options, target, mayReplace, progress) => {
      const order = { target, mayReplace, memorydVersion: version, now: now(), actor: SHELL };
      const { file, bytes, manifest, isEntered } = await filesOf(options).backup(order, progress);
      return { file, bytes, manifest: shownManifest(manifest), in_audit: isEntered };
    },
    restore: async (options, asked, dryRun, progress) => {
      const files = filesOf(options);
      const done = await files.restore({ ...asked, dryRun, now: now() }, progress);
      return {
        data_dir: files.place,
        manifest: shownManifest(done.manifest),
        signature: done.signature,
        moved_aside: done.movedAside,
        has_key_file: done.hasKeyFile,
        audit_key: done.auditKey,
      };
    },
    verify: async (options, asked, progress) => {
      const files = filesOf(options);
      if (asked !== null) return verifyBackup(files, asked, progress);
      const { schemaVersion, rows, ...found } = await files.verify(progress);
      const findings = found.findings.map(({ code, what }) => ({ check: code, message: what }));
      return { target: files.place, schema_version: schemaVersion, rows, manifest: null, signature: null, findings };
    },
  };
}

async function verifyBackup(files: DataFiles, asked: AskedBackup, progress: WorkProgress): Promise<VerifiedData> {
  const target = asked.file;
  try {
    const { manifest, signature } = await files.checkBackup(asked, progress);
    const { schemaVersion, rows } = manifest;
    // Whoever writes a backup anew makes its checksums fit; the chain cannot be made to fit the heads that were kept.
    const chain = rows.audit === undefined ? null : await files.followAudit(target, null);
    const findings = (chain?.faults ?? []).map((fault) => ({
      check: "audit_broken",
      message: `The chain of the audit is broken: ${fault}.`,
    }));
    return { target, schema_version: schemaVersion, rows, manifest: shownManifest(manifest), signature, findings };
  } catch (error) {
    if (!(error instanceof BackupDamagedError)) throw error;
    const findings = [{ check: "backup", message: error.message }];
    return { target, schema_version: null, rows: {}, manifest: null, signature: null, findings };
  }
}
