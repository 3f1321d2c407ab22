// The audit as an account sees it.
import type { AuditEntry } from "../domain/audit.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { AuditStore } from "../domain/ports/audit-store.ts";
import { requireUnbound } from "./select-brain.ts";

/** The account's own entries, newest first. Throws `key_scope`. */
export async function listAudit(
  deps: { readonly audit: AuditStore },
  identity: KeyIdentity,
  page: { limit: number; before: number | null },
): Promise<{ items: AuditEntry[]; next: number | null }> {
  requireUnbound(identity);
  // One more than asked for tells whether there is a next page.
  const found = await deps.audit.listOwn(identity.account, { ...page, limit: page.limit + 1 });
  const items = found.slice(0, page.limit);
  return { items, next: found.length > items.length ? (items.at(-1)?.seq ?? null) : null };
}
