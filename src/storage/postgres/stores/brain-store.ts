// Brains, as the verbs ask for them.
import { asc, desc, eq, gt, gte, sql } from "drizzle-orm";
import { brainKeyOf } from "../../../domain/brain.ts";
import type { AttributeOfPacket, BrainStore, ErasedElsewhere } from "../../../domain/ports/brain-store.ts";
import type { Database } from "../engine/database.ts";
import { findBrain } from "../find-brain.ts";
import { attributeClaims, brains, erasedBrains, selfAttributes } from "../schema.ts";
import { eraseMemory } from "../writes/write-brains.ts";

function attributeOf({ attribute, value, seq }: AttributeOfPacket): AttributeOfPacket {
  return { attribute, value, seq };
}

export async function createBrainStore(database: Database): Promise<BrainStore> {
  const { db } = database;
  return {
    async find(key) {
      const found = await findBrain(db, key);
      if (found === null) return null;
      await database.found(found.id, found.version);
      return { id: found.id, key };
    },
    async attributes(brain) {
      // The version first: a decision on newer values is then taken for outdated, and made again.
      const [row] = await db.select({ version: brains.attributesVersion }).from(brains).where(eq(brains.id, brain));
      const [confirmed, claims] = await Promise.all([
        db.select().from(selfAttributes).where(eq(selfAttributes.brain, brain)).orderBy(asc(selfAttributes.attribute)),
        db
          .select()
          .from(attributeClaims)
          .where(eq(attributeClaims.brain, brain))
          .orderBy(asc(attributeClaims.seq), asc(attributeClaims.attribute)),
      ]);
      return { version: row?.version ?? 0, confirmed: confirmed.map(attributeOf), claims: claims.map(attributeOf) };
    },
    async counters(brain) {
      const [row] = await db.select().from(brains).where(eq(brains.id, brain));
      const { turns = 0, coherenceSum = 0, coherenceCount = 0, memorySize = 0 } = row ?? {};
      return { turns, coherenceSum, coherenceCount, memorySize };
    },
    async largest(packetsLeast, limit) {
      const { account, core, user, memorySize } = brains;
      const large = db.select({ account, core, user }).from(brains).where(gte(memorySize, packetsLeast));
      return (await large.orderBy(desc(memorySize)).limit(limit)).map(brainKeyOf);
    },
    erase: (key, by) => database.write(eraseMemory, { key, by }),
    erasedElsewhere: await watchErasures(database),
  };
}

/** Numbers are given before a transaction commits: one that is lower than one that was seen may come so much later. */
const LATE_MAX = 1_000;

/**
 * Each call tells what any node or shell has erased since the call before: forgetting twice does no harm. A database that
 * went back to an earlier moment gives the same numbers to other erasures.
 */
async function watchErasures({ db }: Database): Promise<() => Promise<ErasedElsewhere>> {
  const newest = sql<number>`(SELECT max(id) FROM ${erasedBrains})`;
  const look = (from: number) =>
    db
      .select()
      .from(erasedBrains)
      .where(gt(erasedBrains.id, sql`least(${from}::bigint, ${newest}) - ${LATE_MAX}::bigint`))
      .orderBy(asc(erasedBrains.id));
  const nameOf = ({ id, brain, at }: typeof erasedBrains.$inferSelect) => `${id} ${brain} ${at}`;
  const first = await look(Number.MAX_SAFE_INTEGER);
  let looked = first.at(-1)?.id ?? 0;
  let seen = new Set(first.map(nameOf));
  return async () => {
    const rows = await look(looked);
    const fresh = rows.filter((row) => !seen.has(nameOf(row)));
    seen = new Set(rows.map(nameOf));
    looked = rows.at(-1)?.id ?? looked;
    return { accounts: [...new Set(fresh.map(({ account }) => account))], brains: fresh.map(({ brain }) => brain) };
  };
}
