// Notices what another process has erased, so that a running service forgets it too.
import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { SHELL } from "../../../domain/audit.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { ErasedElsewhere } from "../../../domain/ports/brain-store.ts";
import { RECEIPT_ACTIONS } from "../../../domain/receipt.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { audit, brains } from "../schema.ts";

const NOTHING: ErasedElsewhere = { accounts: [], brains: [] };

/** Each call tells what the shell has erased since the call before. */
export function watchErasuresElsewhere(db: Drizzle): () => Promise<ErasedElsewhere> {
  const newest = () => db.select({ seq: audit.seq }).from(audit).orderBy(desc(audit.seq)).limit(1).get()?.seq ?? 0;
  let looked = newest();
  return async () => {
    const now = newest();
    if (now === looked) return NOTHING;
    const isNewErasure = and(gt(audit.seq, looked), eq(audit.actor, SHELL), inArray(audit.action, RECEIPT_ACTIONS));
    const found = db.selectDistinct({ account: audit.account }).from(audit).where(isNewErasure).all();
    looked = now;
    return found.length === 0 ? NOTHING : { accounts: found.map(({ account }) => account), brains: absentBrains(db) };
  };
}

// Single writer: a transaction that was taken back took its number of a brain with it, so that none is missing for it.
/** Numbers of brains are given in order and never again: those that are missing were erased. */
function absentBrains(db: Drizzle): BrainId[] {
  const rows = db.select({ id: brains.id }).from(brains).all();
  const there = new Set(rows.map(({ id }) => id));
  const [[given] = []] = db.$client.query("SELECT seq FROM sqlite_sequence WHERE name = 'brains'").values();
  return Array.from({ length: Number(given ?? 0) }, (_, at) => at + 1).filter((id) => !there.has(id));
}
