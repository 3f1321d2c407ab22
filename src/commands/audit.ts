// What the command audit does: the chain in a data directory or a file, and receipts.
import { basename, dirname } from "node:path";
import { faultsOfReceipt, NO_RECEIPT } from "../accounts/check-receipt.ts";
import { parseStrictJson, StrictJsonError } from "../base/strict-json.ts";
import type { AuditContext, AuditVerdict, ReceiptVerdict } from "../cli/audit.ts";
import type { DataOptions } from "../cli/context.ts";
import type { DataFiles, FollowedChain } from "../domain/ports/data-files.ts";
import type { Store } from "../domain/ports/store.ts";
import { type ErasureReceipt, readReceipt } from "../domain/receipt.ts";
import { type AuditKeys, auditKeysOrNull, publicKeyIn } from "../storage/files/audit-keys.ts";
import { DataDirectoryError } from "../storage/files/data-directory.ts";
import { readText } from "./read-document.ts";

type AuditCommands = Pick<AuditContext, "verifyAudit" | "verifyReceipt" | "auditNameOf">;

export interface AuditDeps {
  readonly filesOf: (options: DataOptions) => DataFiles;
  readonly auditKeyFile: (options: DataOptions) => string;
  readonly isInDatabase: (options: DataOptions) => boolean;
  readonly openStore: (options: DataOptions) => Promise<Store>;
}

export function createAuditCommands({ filesOf, auditKeyFile, isInDatabase, openStore }: AuditDeps): AuditCommands {
  return {
    async verifyAudit(options, file, head) {
      if (file === null && isInDatabase(options)) return verifyDatabase(await openStore(options), head);
      const files = filesOf(options);
      return verdictOf(file ?? files.place, await files.followAudit(file, head), head);
    },
    verifyReceipt: async (file, keyFile) => verifyReceipt(await readJson(file), keyFile),
    auditNameOf: (options, account, user) => ownKeys(auditKeyFile(options)).hashOfUser(account, user),
  };
}

async function verifyDatabase({ database, close }: Store, head: string | null): Promise<AuditVerdict> {
  try {
    if (database === null) throw new Error("a database was named, and files were opened");
    return verdictOf(database.place, await database.followAudit(head), head);
  } finally {
    await close();
  }
}

/** A key that is not there has named nobody. */
function ownKeys(file: string): AuditKeys {
  const keys = auditKeysOrNull(file);
  if (keys !== null) return keys;
  throw new DataDirectoryError(`there is no ${basename(file)} in ${dirname(file)}, or it may not be read`);
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
  try {
    return parseStrictJson(await readText(file, "receipt"), { wholeNumbers: true });
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw new DataDirectoryError(`${file} holds no receipt: ${error.message}`);
  }
}

function verifyReceipt(json: unknown, keyFile: string | null): ReceiptVerdict {
  const found = readReceipt(json);
  if (found === null) throw new DataDirectoryError(NO_RECEIPT);
  const { receipt } = found;
  const isExpected = keyFile === null ? null : publicKeyIn(keyFile) === receipt.public_key;
  const faults = [
    ...faultsOfReceipt(found),
    ...(isExpected === false ? ["it is signed with another key than the one that was named"] : []),
  ];
  return { faults, public_key: String(receipt.public_key), is_expected_key: isExpected, summary: summaryOf(receipt) };
}

function summaryOf({ account, user, core, packets, lessons, erased_at, audit_seq }: ErasureReceipt): string {
  const whose = user === null ? "" : ` of ${user}`;
  const where = core === null ? "in every core" : `in the core ${core}`;
  return `${packets} packets and ${lessons} lessons${whose} ${where} of the account ${account} were erased at ${erased_at}, entry ${audit_seq} of the audit`;
}
