// The packets that a learning pass looks at: new ones, and those that stayed alone in earlier passes.
import { and, asc, desc, eq, gt, gte, lt, lte } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import { ALONE_KEPT_MS, type ScannedPacket } from "../../../domain/ports/learning-store.ts";
import { scanInPages } from "../../both/scan-pages.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { ReadGeneration } from "../generation.ts";
import { rowOf, rowsOf, seqOf } from "../rows.ts";
import { inputEmbeddings, packets } from "../schema.ts";

/** Rows read at a time. */
const PAGE_ROWS = 64;

const SCANNED = {
  row: packets.row,
  kind: packets.kind,
  vector: inputEmbeddings.vector,
  model: inputEmbeddings.model,
};

/** Oldest first. */
export function scanFresh(db: Drizzle, reading: ReadGeneration, brain: BrainId, after: Seq): Promise<ScannedPacket[]> {
  return scanInPages(reading.generation, PAGE_ROWS, async ({ last, limit }) =>
    db
      .select(SCANNED)
      .from(packets)
      .leftJoin(inputEmbeddings, eq(inputEmbeddings.row, packets.row))
      .where(and(gt(packets.row, rowOf(brain, last ?? after)), lt(packets.row, rowsOf(brain).end)))
      .orderBy(asc(packets.row))
      .limit(limit)
      .all()
      .map(placed),
  );
}

/** The newest of those that are left from earlier passes, oldest first. */
export async function scanAlone(
  db: Drizzle,
  reading: ReadGeneration,
  brain: BrainId,
  { after, now }: { readonly after: Seq; readonly now: number },
): Promise<ScannedPacket[]> {
  const newestFirst = await scanInPages(reading.generation, PAGE_ROWS, async ({ last, limit }) => {
    const upTo = last === null ? lte(packets.row, rowOf(brain, after)) : lt(packets.row, rowOf(brain, last));
    return db
      .select(SCANNED)
      .from(packets)
      .innerJoin(inputEmbeddings, eq(inputEmbeddings.row, packets.row))
      .where(and(gte(packets.row, rowsOf(brain).first), upTo, gt(packets.createdAt, now - ALONE_KEPT_MS)))
      .orderBy(desc(packets.row))
      .limit(limit)
      .all()
      .map(placed);
  });
  return newestFirst.reverse();
}

function placed<T extends { readonly row: number }>({ row, ...rest }: T) {
  return { seq: seqOf(row), ...rest };
}
