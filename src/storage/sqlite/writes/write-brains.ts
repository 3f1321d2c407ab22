// Writes that make and erase brains.
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Brain, type BrainId, type BrainKey, DEFAULT_CORE } from "../../../domain/brain.ts";
import { coreNotFound } from "../../../domain/errors.ts";
import type { Seq } from "../../../domain/packet.ts";
import { subBrainsUsedUp } from "../../../domain/plan.ts";
import type { ErasedMemory } from "../../../domain/ports/brain-store.ts";
import type { UserScope } from "../../../domain/ports/user-store.ts";
import { type ErasedBrains, type ErasedMemories, erasedTogether, NOTHING_ERASED } from "../../both/erased-brains.ts";
import type { MemoryErasure } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { brainsWithin, countUsers, findBrain, hasUser, within } from "../find-brain.ts";
import { ofBrain } from "../rows.ts";
import {
  attributeClaims,
  brains,
  cores,
  forgottenRules,
  inputEmbeddings,
  learningPasses,
  lessonEmbeddings,
  lessonSources,
  lessons,
  packetEmbeddings,
  packetMetadata,
  packets,
  packetTerms,
  pendingEmbeddings,
  selfAttributes,
  synthesisClusters,
  synthesisPlans,
  turns,
} from "../schema.ts";
import { statement } from "../statement.ts";
import { requireOwnAccount } from "./own-account.ts";
import { auditErasure } from "./write-audit.ts";

const raiseSeq = statement((db) =>
  db
    .update(brains)
    .set({ nextSeq: sql`${brains.nextSeq} + 1` })
    .where(eq(brains.id, sql.placeholder("brain")))
    .returning({ next: brains.nextSeq })
    .prepare(),
);

// Single writer: nobody else makes the brain, or the last one that the plan allows, between the look and the insert.
/**
 * The brain of a key, made where it is not there. Throws `unauthorized` where its account is gone, `core_not_found` for a
 * core that does not exist, and `plan_upgrade_required` for one user more than `subBrainsMax`.
 */
export function ensureBrain(db: Drizzle, key: BrainKey, now: number, subBrainsMax: number | null = null): Brain {
  const user = key.user ?? "";
  const found = findBrain(db, key);
  if (found !== null) return { id: found, key };
  requireOwnAccount(db, key.account);
  if (key.core !== DEFAULT_CORE) {
    const core = db
      .select({ slug: cores.slug })
      .from(cores)
      .where(and(eq(cores.account, key.account), eq(cores.slug, key.core)))
      .get();
    if (core === undefined) throw coreNotFound();
  }
  if (subBrainsMax !== null && user !== "") requireSubBrain(db, key.account, user, subBrainsMax);
  const made = db
    .insert(brains)
    .values({ account: key.account, core: key.core, user, createdAt: now })
    .returning({ id: brains.id })
    .get();
  return { id: made.id, key };
}

function requireSubBrain(db: Drizzle, account: string, user: string, most: number): void {
  if (hasUser(db, account, user) || countUsers(db, account) < most) return;
  throw subBrainsUsedUp(most);
}

// Single writer: seqs of a brain are on the disk in their order. Whoever has read up to one (the indexes in memory, the
// watermark of learning, an export) takes it that nothing below will come. The increment itself is exact under any number.
/** Takes the next position of a brain. */
export function takeSeq(db: Drizzle, brain: BrainId): Seq {
  const row = raiseSeq(db).get({ brain });
  if (row === undefined) throw new Error("a write named a brain that is not there");
  return row.next - 1;
}

/** What a brain holds, by tables that number their rows `row`; its lessons are counted apart. */
const OF_ROWS = [
  lessonEmbeddings,
  packetEmbeddings,
  inputEmbeddings,
  pendingEmbeddings,
  packetTerms,
  packetMetadata,
  packets,
  forgottenRules,
] as const;

/** Erases what a brain holds; its row stays, with the count of its turns. Nothing is left to cascades: see `erases: "brains"` of the write operations. */
function eraseBrain(db: Drizzle, brain: BrainId): ErasedMemories {
  const held = db.select({ size: brains.memorySize }).from(brains).where(eq(brains.id, brain)).get();
  // Children first and by range: one pass a table instead of a cascade for each packet.
  db.delete(lessonSources).where(ofBrain(lessonSources.lessonRow, brain)).run();
  db.delete(attributeClaims).where(ofBrain(attributeClaims.packetRow, brain)).run();
  db.delete(selfAttributes).where(eq(selfAttributes.brain, brain)).run();
  for (const table of OF_ROWS) db.delete(table).where(ofBrain(table.row, brain)).run();
  const gone = db.delete(lessons).where(ofBrain(lessons.row, brain)).returning({ row: lessons.row }).all();
  // With their clusters: those of an earlier version quote memory.
  const plans = db.select({ id: synthesisPlans.id }).from(synthesisPlans).where(eq(synthesisPlans.brain, brain));
  db.delete(synthesisClusters).where(inArray(synthesisClusters.plan, plans)).run();
  for (const table of [synthesisPlans, learningPasses, turns]) db.delete(table).where(eq(table.brain, brain)).run();
  db.update(brains)
    .set({ memorySize: 0, attributesVersion: sql`${brains.attributesVersion} + 1` })
    .where(eq(brains.id, brain))
    .run();
  return { packets: held?.size ?? 0, lessons: gone.length };
}

/** Erases the brains of a core, or of all of the account's, or of one user of them, and their rows. */
export function removeBrainsOf(db: Drizzle, scope: UserScope, user?: string): ErasedBrains {
  const ids = brainsWithin(db, scope, user);
  const erased = ids.map((id) => eraseBrain(db, id));
  if (ids.length > 0) db.delete(brains).where(within(scope, user)).run();
  return erasedTogether(ids, erased);
}

/** Adds to a brain's memory size; negative when a packet goes. */
export function changeMemorySize(db: Drizzle, brain: BrainId, by: number): void {
  db.update(brains)
    .set({ memorySize: sql`${brains.memorySize} + ${by}` })
    .where(eq(brains.id, brain))
    .run();
}

/** A brain that was never used is told of too: whoever asked for its erasure has a receipt that nothing is there. */
export function eraseMemory(db: Drizzle, { key, by }: MemoryErasure): ErasedMemory {
  const brain = findBrain(db, key);
  const erased = brain === null ? NOTHING_ERASED : eraseBrain(db, brain);
  const erasure = { action: "memory.erased", ...key, brains: brain === null ? 0 : 1, ...erased } as const;
  return { brain, receipt: auditErasure(db, by, erasure) };
}
