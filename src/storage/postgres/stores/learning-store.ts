// Learning's reads, as the verbs ask for them.
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Brain, type BrainId, brainKeyOf } from "../../../domain/brain.ts";
import type { ClusterPacket } from "../../../domain/learning.ts";
import type { Seq } from "../../../domain/packet.ts";
import { ALONE_KEPT_MS, type LearningStore, type Scan, type StoredPlan } from "../../../domain/ports/learning-store.ts";
import { EXPIRED_PLAN_KEPT_MS } from "../../both/ended-pass.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { brainOfToken } from "../find-brain.ts";
import type { ReadGeneration } from "../generation.ts";
import { among } from "../named-rows.ts";
import { brains, packets, synthesisClusters, synthesisPlans } from "../schema.ts";
import type { Place } from "../writes/packet-statements.ts";
import {
  finishPass,
  foreseeLessons,
  moveWatermark,
  savePlan,
  sweepChanges,
  sweepInputs,
  sweepLearning,
} from "../writes/write-learning.ts";
import { scanAlone, scanFresh } from "./scan-packets.ts";

/** A node that did not look at a brain for so long reads it whole. */
const CHANGES_KEPT_MS = 60 * 60 * 1000;
/** A node hears of erasures within seconds, or does not live. */
const ERASURES_KEPT_MS = 24 * 60 * 60 * 1000;

export function createLearningStore(database: Database, reading: ReadGeneration): LearningStore {
  const { db } = database;
  return {
    scan: (brain, options) => scan(db, reading, brain, options),
    packets: (brain, seqs) => packetsOf(db, brain, seqs),
    brainsWithNews: () => brainsWhere(db, hasNews()),
    brainsTaught: () => brainsWhere(db, gt(brains.taughtThrough, brains.learnedThrough)),
    savePlan: (plan) => database.write(savePlan, plan),
    findPlan: (tokenHash) => findPlan(db, tokenHash),
    moveWatermark: (brain, through) => database.write(moveWatermark, { brain, through }),
    foreseeLessons: (pass) => foreseeLessons({ db: database.db, generation: reading.generation }, pass),
    finishPass: (pass) => database.write(finishPass, pass),
    sweep: (now) => sweep(database, now),
  };
}

/** In pieces, each a write of its own: nothing waits for the whole of it. */
async function sweep(database: Database, now: number): Promise<void> {
  // What nodes tell each other bears the time of the machine.
  const clock = Date.now();
  await database.write(sweepLearning, {
    plansBefore: now - EXPIRED_PLAN_KEPT_MS,
    erasedBefore: clock - ERASURES_KEPT_MS,
  });
  const before = now - ALONE_KEPT_MS;
  let after: Place | null = { brain: 0, seq: 0 };
  while (after !== null) after = await database.write(sweepInputs, { before, after });
  while (await database.write(sweepChanges, { before: clock - CHANGES_KEPT_MS }));
}

async function scan(
  db: Drizzle,
  reading: ReadGeneration,
  brain: BrainId,
  { withAlone, now }: { readonly withAlone: boolean; readonly now: number },
): Promise<Scan> {
  const [row] = await db.select({ after: brains.learnedThrough }).from(brains).where(eq(brains.id, brain));
  const after = row?.after ?? 0;
  const [fresh, alone] = await Promise.all([
    scanFresh(db, reading, brain, after),
    withAlone ? scanAlone(db, reading, brain, { after, now }) : [],
  ]);
  return { after, fresh, alone };
}

async function packetsOf(db: Drizzle, brain: BrainId, seqs: readonly Seq[]): Promise<ClusterPacket[]> {
  const { seq, id, kind, input, answer, createdAt } = packets;
  return db
    .select({ seq, id, kind, input, answer, createdAt })
    .from(packets)
    .where(and(eq(packets.brain, brain), among(seq, seqs)))
    .orderBy(asc(seq));
}

/** For brains with packets that no pass has scanned; the greatest seq is one step in the index, where EXISTS may become a scan. */
export function hasNews(): SQL {
  return sql.raw(`brains.next_seq > brains.learned_through + 1
    AND (SELECT max(packets.seq) FROM packets WHERE packets.brain = brains.id) > brains.learned_through`);
}

async function brainsWhere(db: Drizzle, condition: SQL): Promise<Brain[]> {
  const { id, account, core, user } = brains;
  const found = await db.select({ id, account, core, user }).from(brains).where(condition).orderBy(asc(id));
  return found.map((each) => ({ id: each.id, key: brainKeyOf(each) }));
}

async function findPlan(db: Drizzle, tokenHash: Uint8Array): Promise<StoredPlan | null> {
  const brainId = await brainOfToken(db, tokenHash);
  const { id, seqs, plan: planOf } = synthesisClusters;
  const rows = await db
    .select({
      plan: synthesisPlans,
      brain: { account: brains.account, core: brains.core, user: brains.user },
      cluster: { id, seqs },
    })
    .from(synthesisPlans)
    .innerJoin(brains, eq(brains.id, brainId))
    .leftJoin(synthesisClusters, and(eq(synthesisClusters.brain, brainId), eq(planOf, tokenHash)))
    .where(and(eq(synthesisPlans.brain, brainId), eq(synthesisPlans.tokenHash, tokenHash)))
    .orderBy(asc(id));
  const [found] = rows;
  if (found === undefined) return null;
  const { after, through, packetsScanned, expiresAt, consumedAt } = found.plan;
  return {
    brain: { id: brainId, key: brainKeyOf(found.brain) },
    ...{ after, through, packetsScanned, expiresAt, consumed: consumedAt !== null },
    clusters: rows.flatMap(({ cluster }) => cluster ?? []),
  };
}
