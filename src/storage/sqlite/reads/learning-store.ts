// Learning's reads, as the verbs ask for them.
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { createGiveWay } from "../../../base/give-way.ts";
import type { BrainId } from "../../../domain/brain.ts";
import {
  ALONE_KEPT_MS,
  type LearningStore,
  SCAN_MAX,
  type ScannedPacket,
} from "../../../domain/ports/learning-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { brainKeyOf } from "../find-brain.ts";
import type { ReadGeneration } from "../generation.ts";
import { rowOf, rowsOf, seqOf } from "../rows.ts";
import { brains, inputEmbeddings, packets, synthesisClusters, synthesisPlans } from "../schema.ts";
import { vectorFromBytes } from "../vector-bytes.ts";

/** So long an expired plan is still told from one that never was. */
const EXPIRED_PLAN_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Rows read at a time. */
const PAGE_ROWS = 64;

const SCANNED = {
  row: packets.row,
  kind: packets.kind,
  vector: inputEmbeddings.vector,
  model: inputEmbeddings.model,
};

interface ScannedRow {
  readonly row: number;
  readonly kind: "raw" | "correction";
  readonly vector: Uint8Array | null;
  readonly model: number | null;
}

export function createLearningStore(db: Drizzle, writer: WriterClient, reading: ReadGeneration): LearningStore {
  function scannedOf({ row, kind, vector, model }: ScannedRow): ScannedPacket {
    const isStale = vector !== null && model !== reading.generation;
    return { seq: seqOf(row), kind, vector: vector === null || isStale ? null : vectorFromBytes(vector), isStale };
  }

  async function freshPackets(brain: BrainId, after: number): Promise<ScannedPacket[]> {
    return inPages((last, limit) =>
      db
        .select(SCANNED)
        .from(packets)
        .leftJoin(inputEmbeddings, eq(inputEmbeddings.row, packets.row))
        .where(and(gt(packets.row, last ?? rowOf(brain, after)), lt(packets.row, rowsOf(brain).end)))
        .orderBy(asc(packets.row))
        .limit(limit)
        .all(),
    );
  }

  /** The newest of those that are left from earlier passes, oldest first. */
  async function alonePackets(brain: BrainId, after: number, now: number): Promise<ScannedPacket[]> {
    const newestFirst = await inPages((last, limit) =>
      db
        .select(SCANNED)
        .from(packets)
        .innerJoin(inputEmbeddings, eq(inputEmbeddings.row, packets.row))
        .where(
          and(
            gte(packets.row, rowsOf(brain).first),
            last === null ? lte(packets.row, rowOf(brain, after)) : lt(packets.row, last),
            gt(packets.createdAt, now - ALONE_KEPT_MS),
          ),
        )
        .orderBy(desc(packets.row))
        .limit(limit)
        .all(),
    );
    return newestFirst.reverse();
  }

  /** At most SCAN_MAX, others having their turn between two pages; `last` is the row that the page before ended with. */
  async function inPages(page: (last: number | null, limit: number) => ScannedRow[]): Promise<ScannedPacket[]> {
    const scanned: ScannedPacket[] = [];
    const giveWay = createGiveWay();
    let last: number | null = null;
    while (scanned.length < SCAN_MAX) {
      await giveWay();
      const limit = Math.min(PAGE_ROWS, SCAN_MAX - scanned.length);
      const rows = page(last, limit);
      scanned.push(...rows.map(scannedOf));
      last = rows.at(-1)?.row ?? last;
      if (rows.length < limit) break;
    }
    return scanned;
  }

  return {
    async scan(brain, { withAlone, now }) {
      const row = db.select({ after: brains.learnedThrough }).from(brains).where(eq(brains.id, brain)).get();
      const after = row?.after ?? 0;
      return {
        after,
        fresh: await freshPackets(brain, after),
        alone: withAlone ? await alonePackets(brain, after, now) : [],
      };
    },
    async packets(brain, seqs) {
      const rows = seqs.map((seq) => rowOf(brain, seq));
      return db
        .select()
        .from(packets)
        .where(inArray(packets.row, rows))
        .all()
        .map(({ row, id, kind, input, answer, createdAt }) => ({
          seq: seqOf(row),
          id,
          kind,
          input,
          answer,
          createdAt,
        }));
    },
    async brainsWithNews() {
      const span = rowOf(1, 0);
      return db
        .select()
        .from(brains)
        .where(
          sql`EXISTS (SELECT 1 FROM ${packets} WHERE ${packets.row} > ${brains.id} * ${span} + ${brains.learnedThrough} AND ${packets.row} < (${brains.id} + 1) * ${span})`,
        )
        .orderBy(asc(brains.id))
        .all()
        .map((each) => ({ id: each.id, key: brainKeyOf(each) }));
    },
    savePlan: (plan) => writer.write("savePlan", plan),
    async findPlan(tokenHash) {
      const found = db
        .select({ plan: synthesisPlans, brain: brains })
        .from(synthesisPlans)
        .innerJoin(brains, eq(brains.id, synthesisPlans.brain))
        .where(eq(synthesisPlans.tokenHash, tokenHash))
        .get();
      if (found === undefined) return null;
      const { plan, brain } = found;
      return {
        brain: { id: brain.id, key: brainKeyOf(brain) },
        after: plan.after,
        through: plan.through,
        packetsScanned: plan.packetsScanned,
        expiresAt: plan.expiresAt,
        consumed: plan.consumedAt !== null,
        clusters: db
          .select({ id: synthesisClusters.id, seqs: synthesisClusters.seqs, prompt: synthesisClusters.prompt })
          .from(synthesisClusters)
          .where(eq(synthesisClusters.plan, plan.id))
          .all(),
      };
    },
    moveWatermark: (brain, through) => writer.write("moveWatermark", { brain, through }),
    finishPass: (pass) => writer.write("finishPass", pass),
    sweep: (now) =>
      writer.write("sweepLearning", { embeddingsBefore: now - ALONE_KEPT_MS, plansBefore: now - EXPIRED_PLAN_KEPT_MS }),
  };
}
