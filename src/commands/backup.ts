// What the commands backup, restore and verify do, put together from the settings and the storage.
import { version } from "../../package.json" with { type: "json" };
import type { AskedBackup, BackupContext, MadeBackup } from "../cli/backup.ts";
import type { DataOptions } from "../cli/context.ts";
import type { WorkProgress } from "../cli/data-work.ts";
import type { RestoreContext, RestoredBackup } from "../cli/restore.ts";
import type { VerifiedData, VerifyContext } from "../cli/verify.ts";
import { SHELL } from "../domain/audit.ts";
import { checkBackup } from "../storage/sqlite/backup/check-backup.ts";
import { knownKey } from "../storage/sqlite/backup/judge-signature.ts";
import { BackupDamagedError, shownManifest } from "../storage/sqlite/backup/manifest.ts";
import { restoreBackup } from "../storage/sqlite/backup/restore-backup.ts";
import { takeBackup } from "../storage/sqlite/backup/take-backup.ts";
import { checkData } from "../storage/sqlite/checks/check-data.ts";

type BackupCommands = Pick<BackupContext & RestoreContext & VerifyContext, "backup" | "restore" | "verify">;

export function createBackupCommands(dataDirOf: (options: DataOptions) => string, now: () => number): BackupCommands {
  return {
    backup: (options, target, mayReplace, progress): MadeBackup => {
      const dataDir = dataDirOf(options);
      const made = takeBackup({
        dataDir,
        target,
        mayReplace,
        memorydVersion: version,
        now: now(),
        progress,
        actor: SHELL,
      });
      return { ...made, manifest: shownManifest(made.manifest) };
    },
    restore: (options, asked, dryRun, progress): RestoredBackup => {
      const dataDir = dataDirOf(options);
      const done = restoreBackup({ ...asked, dataDir, dryRun, now: now(), progress });
      return {
        data_dir: dataDir,
        manifest: shownManifest(done.manifest),
        signature: done.signature,
        moved_aside: done.movedAside,
        has_key_file: done.hasKeyFile,
      };
    },
    verify: (options, asked, progress): VerifiedData => {
      const dataDir = dataDirOf(options);
      if (asked !== null) return verifyBackup(asked, dataDir, progress);
      const { schemaVersion, rows, ...found } = checkData(dataDir, progress);
      const findings = found.findings.map(({ code, what }) => ({ check: code, message: what }));
      return { target: dataDir, schema_version: schemaVersion, rows, manifest: null, signature: null, findings };
    },
  };
}

function verifyBackup({ file, publicKeyFile }: AskedBackup, dataDir: string, progress: WorkProgress): VerifiedData {
  const known = knownKey(dataDir, publicKeyFile);
  try {
    const { manifest, signature } = checkBackup(file, progress, known);
    const { schemaVersion, rows } = manifest;
    const shown = shownManifest(manifest);
    return { target: file, schema_version: schemaVersion, rows, manifest: shown, signature, findings: [] };
  } catch (error) {
    if (!(error instanceof BackupDamagedError)) throw error;
    const findings = [{ check: "backup", message: error.message }];
    return { target: file, schema_version: null, rows: {}, manifest: null, signature: null, findings };
  }
}
