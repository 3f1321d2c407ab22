// Writes that make, lock and erase brains.
import { and, asc, eq, sql } from "drizzle-orm";
import { type Brain, type BrainId, type BrainKey, DEFAULT_CORE } from "../../../domain/brain.ts";
import { coreNotFound, unauthorized } from "../../../domain/errors.ts";
import type { Seq } from "../../../domain/packet.ts";
import { subBrainsUsedUp } from "../../../domain/plan.ts";
import type { ErasedMemory } from "../../../domain/ports/brain-store.ts";
import type { UserScope } from "../../../domain/ports/user-store.ts";
import { type ErasedBrains, type ErasedMemories, erasedTogether, NOTHING_ERASED } from "../../both/erased-brains.ts";
import type { MemoryErasure } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { brainsWithin, countUsers, findBrain, hasUser, isBrainOfKey, within } from "../find-brain.ts";
import {
  attributeClaims,
  brainChanges,
  brainKeys,
  brains,
  cores,
  erasedBrains,
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
  tokens,
  turns,
} from "../schema.ts";
import { statement } from "../statement.ts";
import { lockAccount, requireOwnAccount } from "./own-account.ts";
import { auditErasure } from "./write-audit.ts";

const lock = statement((db) =>
  db
    .select()
    .from(brains)
    .where(eq(brains.id, sql.placeholder("brain")))
    .for("no key update")
    .prepare("lock_brain"),
);

/**
 * The brain's row, which nobody else writes until the transaction ends; null where it is gone. Every write to a brain
 * begins with it, so that what it decides on stands until it has written.
 */
export async function lockBrain({ db }: Pick<Tx, "db">, brain: BrainId) {
  const [row] = await lock(db).execute({ brain });
  return row ?? null;
}

const lockByKey = statement((db) =>
  db.select().from(brains).where(isBrainOfKey(db)).for("no key update").prepare("lock_brain_of_key"),
);

/** A brain that is locked, the position that it gives next, and what is decided on its self-attributes. */
export interface HeldBrain extends Brain {
  readonly nextSeq: Seq;
  readonly attributesVersion: number;
}

/**
 * The brain of a key, made where it is not there, and locked. Throws `unauthorized` where its account is gone,
 * `core_not_found` for a core that does not exist, and `plan_upgrade_required` for one user more than `subBrainsMax`.
 */
export async function ensureBrain(
  tx: Tx,
  key: BrainKey,
  now: number,
  subBrainsMax: number | null = null,
): Promise<HeldBrain> {
  const { account, core, user } = key;
  const [held] = await lockByKey(tx.db).execute({ account, core, user: user ?? "" });
  if (held !== undefined) {
    const { id, nextSeq, attributesVersion } = held;
    return { id, key, nextSeq, attributesVersion };
  }
  return makeBrain(tx, key, now, subBrainsMax);
}

async function makeBrain(tx: Tx, key: BrainKey, now: number, subBrainsMax: number | null): Promise<HeldBrain> {
  const { db } = tx;
  const { account, core } = key;
  const user = key.user ?? "";
  // Where users are counted, nobody else makes one meanwhile.
  if (subBrainsMax !== null && user !== "") {
    if ((await lockAccount(tx, account)) === null) throw unauthorized();
  } else await requireOwnAccount(tx, account);
  if (core !== DEFAULT_CORE) {
    const own = and(eq(cores.account, account), eq(cores.slug, core));
    // A core that is being removed takes its brains with it.
    const [held] = await db.select({ slug: cores.slug }).from(cores).where(own).for("key share");
    if (held === undefined) throw coreNotFound();
  }
  if (subBrainsMax !== null && user !== "") await requireSubBrain(db, account, user, subBrainsMax);
  const [made] = await db
    .insert(brainKeys)
    .values({ account, core, user, brain: sql`nextval('brain_numbers')` })
    .onConflictDoNothing()
    .returning({ brain: brainKeys.brain });
  // Another transaction made it, and has committed: the insert waited for that.
  if (made === undefined) return ensureBrain(tx, key, now, subBrainsMax);
  await db.insert(brains).values({ id: made.brain, account, core, user, createdAt: now });
  return { id: made.brain, key, nextSeq: 1, attributesVersion: 0 };
}

async function requireSubBrain(db: Drizzle, account: string, user: string, most: number): Promise<void> {
  if ((await hasUser(db, account, user)) || (await countUsers(db, account)) < most) return;
  throw subBrainsUsedUp(most);
}

/** All that a brain holds, by tables that name it `brain`; its packets and lessons are counted apart. */
const OF_BRAIN = [
  lessonSources,
  lessonEmbeddings,
  attributeClaims,
  selfAttributes,
  packetEmbeddings,
  inputEmbeddings,
  pendingEmbeddings,
  packetTerms,
  packetMetadata,
  forgottenRules,
  synthesisClusters,
  synthesisPlans,
  learningPasses,
  tokens,
  turns,
  brainChanges,
] as const;

/** Erases what a brain holds; its row stays, with the count of its turns. */
async function eraseBrain(tx: Tx, brain: BrainId): Promise<ErasedMemories> {
  const { db } = tx;
  const held = await lockBrain(tx, brain);
  if (held === null) return NOTHING_ERASED;
  const ofBrain = OF_BRAIN.map((table) => db.delete(table).where(eq(table.brain, brain)).execute());
  const [gone] = await Promise.all([
    db.delete(lessons).where(eq(lessons.brain, brain)).returning({ seq: lessons.seq }),
    db.delete(packets).where(eq(packets.brain, brain)),
    ...ofBrain,
    db
      .update(brains)
      .set({ memorySize: 0, attributesVersion: sql`${brains.attributesVersion} + 1` })
      .where(eq(brains.id, brain)),
    db.insert(erasedBrains).values({ brain, account: held.account, at: Date.now() }),
  ]);
  tx.note(brain, { whole: true });
  return { packets: held.memorySize, lessons: gone.length };
}

/** Erases the brains of a core, or of all of the account's, or of one user of them, and their rows. */
export async function removeBrainsOf(tx: Tx, scope: UserScope, user?: string): Promise<ErasedBrains> {
  // In one order, or two that remove the same would wait for each other.
  const ids = (await brainsWithin(tx.db, scope, user).orderBy(asc(brains.id))).map(({ id }) => id);
  const erased: ErasedMemories[] = [];
  for (const id of ids) erased.push(await eraseBrain(tx, id));
  if (ids.length > 0) {
    const ofUser = user === undefined ? undefined : eq(brainKeys.user, user);
    const among = sql`ANY(${`{${ids.join(",")}}`}::bigint[])`;
    await tx.db.delete(brainKeys).where(and(within(scope), ofUser, sql`${brainKeys.brain} = ${among}`));
    await tx.db.delete(brains).where(sql`${brains.id} = ${among}`);
  }
  return erasedTogether(ids, erased);
}

/** A brain that was never used is told of too: whoever asked for its erasure has a receipt that nothing is there. */
export async function eraseMemory(tx: Tx, { key, by }: MemoryErasure): Promise<ErasedMemory> {
  const brain = (await findBrain(tx.db, key))?.id ?? null;
  const erased = brain === null ? NOTHING_ERASED : await eraseBrain(tx, brain);
  const erasure = { action: "memory.erased", ...key, brains: brain === null ? 0 : 1, ...erased } as const;
  return { brain, receipt: await auditErasure(tx, by, erasure) };
}
