// What the command audit does: the chain in a data directory or a file, and receipts.
import type { Database } from "bun:sqlite";
import { existsSync, readFileSync, statSync } from "node:fs";
import { parseStrictJson, StrictJsonError } from "../base/strict-json.ts";
import type { AuditContext, AuditVerdict, ReceiptVerdict } from "../cli/audit.ts";
import type { DataOptions } from "../cli/context.ts";
import { type ErasureReceipt, erasedText, readReceipt, signedText } from "../domain/receipt.ts";
import { auditKeysAt, isSignedBy, publicKeyIn } from "../storage/files/audit-keys.ts";
import { DataDirectoryError, databasePath, reasonOf } from "../storage/files/data-directory.ts";
import { DataRefusedError } from "../storage/files/data-refused.ts";
import { type FollowedChain, followChain } from "../storage/sqlite/checks/audit-chain.ts";
import { checkMigrations } from "../storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../storage/sqlite/engine/migrations.ts";
import { openUnknown } from "../storage/sqlite/engine/open-database.ts";
import { sha256Hex } from "../storage/sqlite/writes/write-audit.ts";

type AuditCommands = Pick<AuditContext, "verifyAudit" | "verifyReceipt" | "auditNameOf">;

export function createAuditCommands(dataDirOf: (options: DataOptions) => string): AuditCommands {
  return {
    verifyAudit: (options, file, head) => {
      const target = file ?? dataDirOf(options);
      return verdictOf(target, followIn(target, file === null, head), head);
    },
    verifyReceipt: async (file, keyFile) => verifyReceipt(await readJson(file), keyFile),
    auditNameOf: (options, account, user) => auditKeysAt(dataDirOf(options)).hashOfUser(account, user),
  };
}

function followIn(target: string, isDirectory: boolean, head: string | null): FollowedChain {
  const path = isDirectory ? databasePath(target) : target;
  if (!existsSync(path)) throw new DataDirectoryError(`there is no memoryd data in ${target}`);
  let db: Database | null = null;
  try {
    // No side file appears beside a file, unless it has a log that must be read with it.
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    db = openUnknown(path, isDirectory ? "beside-writer" : hasLog ? "read-only" : "alone");
    db.run("PRAGMA query_only = ON");
    checkMigrations(db, MIGRATIONS);
    if (db.query("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get() === null) {
      throw new DataRefusedError("the data is of an older version, which kept no audit yet");
    }
    return followChain(db, head);
  } catch (error) {
    if (error instanceof DataRefusedError) throw error;
    throw new DataDirectoryError(`${path} cannot be read: ${reasonOf(error)}`);
  } finally {
    db?.close();
  }
}

function verdictOf(target: string, chain: FollowedChain, head: string | null): AuditVerdict {
  const isPassed = head === null || chain.headAt !== null || chain.headReplacedBy !== null;
  return {
    target,
    entries: chain.entries,
    head: chain.head,
    head_replaced_by: chain.headAt === null ? chain.headReplacedBy : null,
    faults: [...chain.faults, ...(isPassed ? [] : [missingHead(chain)])],
  };
}

function missingHead({ restores }: FollowedChain): string {
  const lost = "the chain never had the head that you named: its end was cut off, or it was written anew";
  const last = restores.at(-1);
  if (last === undefined) return lost;
  return `${lost}; or the head is of data that the restore of entry ${last} replaced: verify that, memoryd.db.before-restore-…, with the same --head`;
}

/** As every other reader reads it, so that nobody is shown another receipt than the one that was signed. */
async function readJson(file: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = file === "-" ? await Bun.stdin.bytes() : readFileSync(file);
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be read: ${reasonOf(error)}`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DataDirectoryError(`${file} holds no receipt: it is not valid UTF-8`);
  }
  try {
    return parseStrictJson(text, { wholeNumbers: true });
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new DataDirectoryError(`${file} holds no receipt: ${error.message}`);
  }
}

function verifyReceipt(json: unknown, keyFile: string | null): ReceiptVerdict {
  const found = readReceipt(json);
  if (found === null) throw new DataDirectoryError("there is no receipt of an erasure in it");
  const { receipt } = found;
  const isExpected = keyFile === null ? null : publicKeyIn(keyFile) === receipt.public_key;
  const faults = [
    ...found.faults,
    ...(sha256Hex(erasedText(receipt)) === receipt.sha256 ? [] : ["its sha256 is not that of its fields"]),
    ...(isSignedBy(receipt.public_key, signedText(receipt), receipt.signature)
      ? []
      : ["its signature is not that of its fields"]),
    ...(isExpected === false ? ["it is signed with another key than the one that was named"] : []),
  ];
  return { faults, public_key: String(receipt.public_key), is_expected_key: isExpected, summary: summaryOf(receipt) };
}

function summaryOf({ account, user, core, packets, lessons, erased_at, audit_seq }: ErasureReceipt): string {
  const whose = user === null ? "" : ` of ${user}`;
  const where = core === null ? "in every core" : `in the core ${core}`;
  return `${packets} packets and ${lessons} lessons${whose} ${where} of the account ${account} were erased at ${erased_at}, entry ${audit_seq} of the audit`;
}
