// The packets that a learning pass looks at: new ones, and those that stayed alone in earlier passes.
import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import { ALONE_KEPT_MS, type ScannedPacket } from "../../../domain/ports/learning-store.ts";
import { scanInPages } from "../../both/scan-pages.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { ReadGeneration } from "../generation.ts";
import { inputEmbeddings, packets } from "../schema.ts";
import { statement } from "../statement.ts";

/** Rows read at a time: a millisecond or two of this thread, after which others have their turn. */
const PAGE_ROWS = 256;

const SCANNED = {
  seq: packets.seq,
  kind: packets.kind,
  vector: inputEmbeddings.vector,
  model: inputEmbeddings.model,
};

const value = sql.placeholder;
const ofPacket = and(eq(inputEmbeddings.brain, packets.brain), eq(inputEmbeddings.seq, packets.seq));

const freshPage = statement((db) =>
  db
    .select(SCANNED)
    .from(packets)
    .leftJoin(inputEmbeddings, ofPacket)
    .where(and(eq(packets.brain, value("brain")), gt(packets.seq, value("after"))))
    .orderBy(asc(packets.seq))
    .limit(value("limit"))
    .prepare("scan_fresh"),
);

const alonePage = statement((db) =>
  db
    .select(SCANNED)
    .from(packets)
    .innerJoin(inputEmbeddings, ofPacket)
    .where(
      and(eq(packets.brain, value("brain")), lte(packets.seq, value("through")), gt(packets.createdAt, value("since"))),
    )
    .orderBy(desc(packets.seq))
    .limit(value("limit"))
    .prepare("scan_alone"),
);

/** Oldest first. */
export function scanFresh(db: Drizzle, reading: ReadGeneration, brain: BrainId, after: Seq): Promise<ScannedPacket[]> {
  return scanInPages(reading.generation, PAGE_ROWS, ({ last, limit }) =>
    freshPage(db).execute({ brain, after: last ?? after, limit }),
  );
}

/** The newest of those that are left from earlier passes, oldest first. */
export async function scanAlone(
  db: Drizzle,
  reading: ReadGeneration,
  brain: BrainId,
  { after, now }: { readonly after: Seq; readonly now: number },
): Promise<ScannedPacket[]> {
  const since = now - ALONE_KEPT_MS;
  const newestFirst = await scanInPages(reading.generation, PAGE_ROWS, ({ last, limit }) =>
    alonePage(db).execute({ brain, through: last === null ? after : last - 1, since, limit }),
  );
  return newestFirst.reverse();
}
