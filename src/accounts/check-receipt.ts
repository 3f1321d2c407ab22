// Whether a receipt of an erasure is to be believed: by itself, and against the audit that it names.
import { isSignedWith } from "../base/ed25519.ts";
import { isoTime } from "../base/iso-time.ts";
import { sha256 } from "../base/sha256.ts";
import { DEFAULT_ACCOUNT } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import { type ErasureReceipt, erasedText, publicPem, readReceipt, signedText } from "../domain/receipt.ts";
import { requireUnbound } from "./select-brain.ts";

export const NO_RECEIPT = "there is no receipt of an erasure in it";

/** What is wrong with it by itself, in sentences: `readReceipt` has the form, this the hash and the signature. */
export function faultsOfReceipt({ receipt, faults }: NonNullable<ReturnType<typeof readReceipt>>): string[] {
  const isHashed = Buffer.from(sha256(erasedText(receipt))).toString("hex") === receipt.sha256;
  const isSigned = isSignedWith(publicPem(receipt.public_key), signedText(receipt), receipt.signature);
  return [
    ...faults,
    ...(isHashed ? [] : ["its sha256 is not that of its fields"]),
    ...(isSigned ? [] : ["its signature is not that of its fields"]),
  ];
}

/**
 * What is wrong with a receipt of the key's account, or of any for an unbound key of `default`, in sentences; empty where
 * it is to be believed. Throws `key_scope`.
 */
export async function checkReceipt(
  { audit }: { readonly audit: Pick<AuditStore, "list" | "listOwn" | "identity" | "isSigningKey"> },
  identity: KeyIdentity,
  json: unknown,
): Promise<string[]> {
  requireUnbound(identity);
  const found = readReceipt(json);
  if (found === null) return [NO_RECEIPT];
  // Of fields that may hold anything nothing is looked up.
  if (found.faults.length > 0) return found.faults;
  const { receipt } = found;
  const isGovernor = identity.account === DEFAULT_ACCOUNT;
  if (!isGovernor && receipt.account !== identity.account) {
    throw new MemoryError("key_scope", "the receipt is of another account");
  }
  const own = faultsOfReceipt(found);
  const { dataId } = await audit.identity();
  if (receipt.data_id !== dataId) return [...own, "it is of other data than this service has"];
  const page = { limit: 1, before: receipt.audit_seq + 1 };
  const [entry] = isGovernor ? await audit.list(null, page) : await audit.listOwn(identity.account, page);
  return [
    ...own,
    ...((await audit.isSigningKey(receipt.public_key)) ? [] : ["it is signed with a key that this data never had"]),
    ...(entry?.seq === receipt.audit_seq ? [] : [`the audit has no entry ${receipt.audit_seq} of this account`]),
    ...(entry?.seq !== receipt.audit_seq || isEnteredAs(receipt, entry)
      ? []
      : ["the audit's entry says something else"]),
  ];
}

type Entry = Awaited<ReturnType<AuditStore["list"]>>[number];

function isEnteredAs(receipt: ErasureReceipt, { account, action, target, hash, at }: Entry): boolean {
  return (
    account === receipt.account &&
    action === receipt.action &&
    target === receipt.target &&
    hash === receipt.audit_hash &&
    isoTime(at) === receipt.erased_at
  );
}
