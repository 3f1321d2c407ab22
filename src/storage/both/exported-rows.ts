// What an export reads, from the rows of either engine.
import { countWithin } from "../../base/count-within.ts";
import type { Seq } from "../../domain/packet.ts";
import type { PortableAttribute } from "../../domain/portability.ts";
import type { AttributeOfPacket } from "../../domain/ports/brain-store.ts";
import type { ExportedBrain } from "../../domain/ports/export-source.ts";

/** Texts of a page of packets. */
const PAGE_TEXT_BYTES_MAX = 1024 * 1024;

/** How many of these packets a page may hold: whoever reads slowly keeps it in memory. One of them at least. */
export function countOnPage(sizes: readonly { readonly bytes: number }[]): number {
  return countWithin(
    sizes.map(({ bytes }) => bytes),
    PAGE_TEXT_BYTES_MAX,
  );
}

type BrainRow = Omit<ExportedBrain, "counters" | "user"> & ExportedBrain["counters"] & { readonly user: string };

/** `user` is "" for the shared brain of a core. */
export function exportedBrain(row: BrainRow): ExportedBrain {
  const { id, core, user, createdAt, turns, coherenceSum, coherenceCount, learnedThrough, nextSeq } = row;
  const counters = { turns, coherenceSum, coherenceCount };
  return { id, core, user: user === "" ? null : user, createdAt, counters, learnedThrough, nextSeq };
}

/** By the seq of the packet that states them: confirmed ones first, then claims. */
export function attributesBySeq(
  confirmed: readonly AttributeOfPacket[],
  claimed: readonly AttributeOfPacket[],
): Map<Seq, PortableAttribute[]> {
  const bySeq = new Map<Seq, PortableAttribute[]>();
  const add = ({ seq, attribute, value }: AttributeOfPacket, isConfirmed: boolean) =>
    bySeq.set(seq, [...(bySeq.get(seq) ?? []), { attribute, value, confirmed: isConfirmed }]);
  for (const each of confirmed) add(each, true);
  for (const each of claimed) add(each, false);
  return bySeq;
}
