// Reads packets for a learning pass page by page, whatever engine hands out the pages.
import { createGiveWay } from "../../base/give-way.ts";
import type { PacketKind, Seq } from "../../domain/packet.ts";
import { SCAN_MAX, type ScannedPacket } from "../../domain/ports/learning-store.ts";
import { isOfOtherModel, type StoredVector, vectorOf } from "./stored-vectors.ts";

/** With its input's embedding. */
export interface ScannedRow extends StoredVector {
  readonly seq: Seq;
  readonly kind: PacketKind;
}

/** Rows that one call hands out. */
export interface PageBounds {
  /** The seq that the page before ended with; null: this is the first. */
  readonly last: Seq | null;
  readonly limit: number;
}

/** At most SCAN_MAX, others having their turn between two pages. `generation`: of the model in use. */
export async function scanInPages(
  generation: number,
  pageRows: number,
  page: (bounds: PageBounds) => Promise<readonly ScannedRow[]>,
): Promise<ScannedPacket[]> {
  const scanned: ScannedPacket[] = [];
  const giveWay = createGiveWay();
  let last: Seq | null = null;
  while (scanned.length < SCAN_MAX) {
    await giveWay();
    const limit = Math.min(pageRows, SCAN_MAX - scanned.length);
    const rows = await page({ last, limit });
    scanned.push(...rows.map((row) => scannedOf(row, generation)));
    last = rows.at(-1)?.seq ?? last;
    if (rows.length < limit) break;
  }
  return scanned;
}

function scannedOf(row: ScannedRow, generation: number): ScannedPacket {
  const { seq, kind } = row;
  return { seq, kind, vector: vectorOf(row, generation), isStale: isOfOtherModel(row, generation) };
}
