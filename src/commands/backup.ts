// What the commands backup, restore and verify do, with the files of the data.
import { existsSync } from "node:fs";
import { version } from "../../package.json" with { type: "json" };
import type { AskedBackup, BackupContext } from "../cli/backup.ts";
import type { BackupIdentityContext } from "../cli/backup-identity.ts";
import type { DataOptions } from "../cli/context.ts";
import type { RestoreContext } from "../cli/restore.ts";
import type { VerifiedData, VerifyContext } from "../cli/verify.ts";
import { SHELL } from "../domain/audit.ts";
import type { CheckedSeal, DataFiles, WorkProgress } from "../domain/ports/data-files.ts";
import { DataRefusedError, reasonOf } from "../storage/files/data-directory.ts";
import { BackupError, writeWhole } from "../storage/files/durable-files.ts";
import { BackupDamagedError, shownManifest } from "../storage/sqlite/backup/manifest.ts";
import { shownSealedManifest } from "../storage/sqlite/backup/sealed-manifest.ts";
import { openerOf, sealBy } from "./seals.ts";

type BackupCommands = Pick<
  BackupContext & BackupIdentityContext & RestoreContext & VerifyContext,
  "backup" | "makeBackupIdentity" | "restore" | "verify"
>;

export interface BackupDeps {
  /** null where the data lies in no files; then each of these is refused. */
  readonly filesAt: (options: DataOptions) => DataFiles | null;
  /** The setting backup_seal_to. */
  readonly sealToOf: (options: DataOptions) => string;
  readonly now: () => number;
}

export function createBackupCommands({ filesAt, sealToOf, now }: BackupDeps): BackupCommands {
  const filesOf = (options: DataOptions) => {
    const files = filesAt(options);
    if (files !== null) return files;
    throw new DataRefusedError("the data lies in no files of this machine: its database has backups of its own");
  };
  return {
    backup: async (options, target, mayReplace, progress) => {
      const files = filesOf(options);
      const seal = await sealBy(options, sealToOf(options));
      const order = { target, mayReplace, memorydVersion: version, now: now(), actor: SHELL };
      const made = await files.backup(seal === undefined ? order : { ...order, seal }, progress);
      const { file, bytes, manifest, isEntered } = made;
      const sealed = made.sealed === null ? null : shownSealedManifest(made.sealed);
      return { file, bytes, manifest: shownManifest(manifest), sealed, in_audit: isEntered };
    },
    makeBackupIdentity: async (file) => {
      const { makeIdentity } = await import("../storage/sealing/age-keys.ts");
      const { publicKey, text } = await makeIdentity(now());
      writeSecret(file, text);
      return { file, public_key: publicKey };
    },
    restore: async (options, asked, dryRun, progress) => {
      const files = filesOf(options);
      const opener = await openerOf(files, asked);
      const { file, publicKeyFile } = asked;
      if (opener === null) await requireUnsealed(files, file);
      const done = await files.restore({ file, publicKeyFile, opener, dryRun, now: now() }, progress);
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
      return {
        target: files.place,
        schema_version: schemaVersion,
        rows,
        manifest: null,
        signature: null,
        sealed: null,
        findings,
      };
    },
  };
}

async function requireUnsealed(files: DataFiles, file: string): Promise<void> {
  const seal = await files.sealOf(file).catch(() => null);
  if (seal === null) return;
  const how =
    seal === "keys" ? "to keys: name one with --identity FILE" : "with a passphrase: give --passphrase-file FILE";
  throw new BackupError(`the backup ${file} is sealed ${how}`);
}

async function verifyBackup(files: DataFiles, asked: AskedBackup, progress: WorkProgress): Promise<VerifiedData> {
  const target = asked.file;
  const unknown = { target, schema_version: null, rows: {}, manifest: null, signature: null, sealed: null };
  try {
    const opener = await openerOf(files, asked);
    const { publicKeyFile } = asked;
    if (opener === null && (await files.sealOf(target)) !== null) {
      const { kind, manifest, signature } = await files.checkSeal({ file: target, publicKeyFile }, progress);
      const shown = manifest === null ? null : shownSealedManifest(manifest);
      const sealed = { opens_with: kind, manifest: shown, unchecked: uncheckedWithout(kind) };
      return { ...unknown, rows: shown?.rows ?? {}, signature, sealed, findings: [] };
    }
    const { manifest, signature, chain } = await files.checkBackup({ file: target, publicKeyFile, opener }, progress);
    const { schemaVersion, rows } = manifest;
    const findings = (chain?.faults ?? []).map((fault) => ({
      check: "audit_broken",
      message: `The chain of the audit is broken: ${fault}.`,
    }));
    return { ...unknown, schema_version: schemaVersion, rows, manifest: shownManifest(manifest), signature, findings };
  } catch (error) {
    if (!(error instanceof BackupDamagedError)) throw error;
    return { ...unknown, findings: [{ check: "backup", message: error.message }] };
  }
}

function uncheckedWithout(kind: CheckedSeal["kind"]): string[] {
  const flag = kind === "keys" ? "--identity FILE" : "--passphrase-file FILE";
  return [`whether it opens, and the database in it (${flag} opens it)`];
}

/** Throws DataRefusedError where something stands there: a key may be all that opens a backup. */
function writeSecret(path: string, text: string): void {
  if (existsSync(path)) throw new DataRefusedError(`${path} exists already: give another name`);
  try {
    writeWhole(path, text);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}
