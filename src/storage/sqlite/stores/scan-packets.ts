// The packets that a learning pass looks at: new ones, and those that stayed alone in earlier passes.
import { and, asc, desc, eq, gt, gte, lt, lte } from "drizzle-orm";
import { createGiveWay } from "../../../base/give-way.ts";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import { ALONE_KEPT_MS, SCAN_MAX, type ScannedPacket } from "../../../domain/ports/learning-store.ts";
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

interface ScannedRow {
  readonly row: number;
  readonly kind: "raw" | "correction";
  readonly vector: Uint8Array | null;
  readonly model: number | null;
}

/** Oldest first. */
export function scanFresh(db: Drizzle, reading: ReadGeneration, brain: BrainId, after: Seq): Promise<ScannedPacket[]> {
  return inPages(reading, (last, limit) =>
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
export async function scanAlone(
  db: Drizzle,
  reading: ReadGeneration,
  brain: BrainId,
  { after, now }: { readonly after: Seq; readonly now: number },
): Promise<ScannedPacket[]> {
  const newestFirst = await inPages(reading, (last, limit) =>
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
async function inPages(
  reading: ReadGeneration,
  page: (last: number | null, limit: number) => ScannedRow[],
): Promise<ScannedPacket[]> {
  const scanned: ScannedPacket[] = [];
  const giveWay = createGiveWay();
  let last: number | null = null;
  while (scanned.length < SCAN_MAX) {
    await giveWay();
    const limit = Math.min(PAGE_ROWS, SCAN_MAX - scanned.length);
    const rows = page(last, limit);
    scanned.push(...rows.map((row) => scannedOf(row, reading)));
    last = rows.at(-1)?.row ?? last;
    if (rows.length < limit) break;
  }
  return scanned;
}

function scannedOf({ row, kind, vector, model }: ScannedRow, reading: ReadGeneration): ScannedPacket {
  const isStale = vector !== null && model !== reading.generation;
  return { seq: seqOf(row), kind, vector: vector === null || isStale ? null : vectorFromBytes(vector), isStale };
}
