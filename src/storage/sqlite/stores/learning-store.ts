// Learning's reads, as the verbs ask for them.
import { asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type Brain, type BrainId, brainKeyOf } from "../../../domain/brain.ts";
import type { ClusterPacket } from "../../../domain/learning.ts";
import type { Seq } from "../../../domain/packet.ts";
import { ALONE_KEPT_MS, type LearningStore, type Scan, type StoredPlan } from "../../../domain/ports/learning-store.ts";
import { EXPIRED_PLAN_KEPT_MS } from "../../both/ended-pass.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import type { ReadGeneration } from "../generation.ts";
import { rowOf, seqOf } from "../rows.ts";
import { brains, packets, synthesisClusters, synthesisPlans } from "../schema.ts";
import { foreseeLessons } from "../writes/write-learning.ts";
import { scanAlone, scanFresh } from "./scan-packets.ts";

export function createLearningStore(db: Drizzle, writer: WriterClient, reading: ReadGeneration): LearningStore {
  return {
    scan: (brain, options) => scan(db, reading, brain, options),
    packets: async (brain, seqs) => packetsOf(db, brain, seqs),
    brainsWithNews: async () => brainsWhere(db, hasNews()),
    brainsTaught: async () => brainsWhere(db, gt(brains.taughtThrough, brains.learnedThrough)),
    savePlan: (plan) => writer.write("savePlan", plan),
    findPlan: async (tokenHash) => findPlan(db, tokenHash),
    moveWatermark: (brain, through) => writer.write("moveWatermark", { brain, through }),
    foreseeLessons: async (pass) => foreseeLessons(db, pass),
    finishPass: (pass) => writer.write("finishPass", pass),
    sweep: (now) =>
      writer.write("sweepLearning", { embeddingsBefore: now - ALONE_KEPT_MS, plansBefore: now - EXPIRED_PLAN_KEPT_MS }),
  };
}

async function scan(
  db: Drizzle,
  reading: ReadGeneration,
  brain: BrainId,
  { withAlone, now }: { readonly withAlone: boolean; readonly now: number },
): Promise<Scan> {
  const row = db.select({ after: brains.learnedThrough }).from(brains).where(eq(brains.id, brain)).get();
  const after = row?.after ?? 0;
  const fresh = await scanFresh(db, reading, brain, after);
  return { after, fresh, alone: withAlone ? await scanAlone(db, reading, brain, { after, now }) : [] };
}

function packetsOf(db: Drizzle, brain: BrainId, seqs: readonly Seq[]): ClusterPacket[] {
  const { row, id, kind, input, answer, createdAt } = packets;
  const rows = seqs.map((seq) => rowOf(brain, seq));
  return db
    .select({ row, id, kind, input, answer, createdAt })
    .from(packets)
    .where(inArray(packets.row, rows))
    .all()
    .map(({ row: number, ...rest }) => ({ seq: seqOf(number), ...rest }));
}

/** For brains with packets that no pass has scanned. */
export function hasNews(): SQL {
  const span = rowOf(1, 0);
  return sql`EXISTS (SELECT 1 FROM ${packets} WHERE ${packets.row} > ${brains.id} * ${span} + ${brains.learnedThrough} AND ${packets.row} < (${brains.id} + 1) * ${span})`;
}

function brainsWhere(db: Drizzle, condition: SQL): Brain[] {
  return db
    .select()
    .from(brains)
    .where(condition)
    .orderBy(asc(brains.id))
    .all()
    .map((each) => ({ id: each.id, key: brainKeyOf(each) }));
}

function findPlan(db: Drizzle, tokenHash: Uint8Array): StoredPlan | null {
  const found = db
    .select({ plan: synthesisPlans, brain: brains })
    .from(synthesisPlans)
    .innerJoin(brains, eq(brains.id, synthesisPlans.brain))
    .where(eq(synthesisPlans.tokenHash, tokenHash))
    .get();
  if (found === undefined) return null;
  const { plan, brain } = found;
  const { after, through, packetsScanned, expiresAt } = plan;
  const clusters = db
    .select({ id: synthesisClusters.id, seqs: synthesisClusters.seqs })
    .from(synthesisClusters)
    .where(eq(synthesisClusters.plan, plan.id))
    .all();
  const own = { id: brain.id, key: brainKeyOf(brain) };
  return { brain: own, after, through, packetsScanned, expiresAt, consumed: plan.consumedAt !== null, clusters };
}
