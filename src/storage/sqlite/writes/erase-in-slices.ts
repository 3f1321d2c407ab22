// Empties brains slice by slice where the disk has no room to erase them at once: each slice is a commit of its own, and
// gives its room back before the next.
import { asc } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { ofBrain } from "../rows.ts";
import { packets } from "../schema.ts";
import { raiseAttributesVersion } from "./write-attributes.ts";
import { changeMemorySize } from "./write-brains.ts";
import { erasePacket } from "./write-packets.ts";

/** The first try; halved where even that is too much. */
const PACKETS_FIRST = 256;
/** Rows of turns hardly ever hold more than a few hundred bytes. */
const TURNS = 2_048;

export interface SlicedErasure {
  /** Must have given the log's room back when it returns. */
  readonly afterSlice: () => void;
  readonly isFull: (error: unknown) => boolean;
}

/** Erases the packets and turns of a brain; returns how many packets there were. Throws what SQLite throws. */
export function emptyInSlices(drizzle: Drizzle, brain: BrainId, slices: SlicedErasure): number {
  const db = drizzle.$client;
  let most = PACKETS_FIRST;
  let erased = 0;
  for (;;) {
    try {
      const gone = db.transaction(() => erasePackets(drizzle, brain, most)).immediate();
      slices.afterSlice();
      erased += gone;
      if (gone < most) break;
    } catch (error) {
      if (!slices.isFull(error) || most === 1) throw error;
      most = Math.ceil(most / 2);
      slices.afterSlice();
    }
  }
  const turns = db.query("DELETE FROM turns WHERE id IN (SELECT id FROM turns WHERE brain = ? LIMIT ?)");
  while (turns.run(brain, TURNS).changes > 0) slices.afterSlice();
  return erased;
}

function erasePackets(drizzle: Drizzle, brain: BrainId, most: number): number {
  const slice = drizzle
    .select({ row: packets.row, id: packets.id })
    .from(packets)
    .where(ofBrain(packets.row, brain))
    .orderBy(asc(packets.row))
    .limit(most)
    .all();
  for (const packet of slice) erasePacket(drizzle, brain, packet);
  changeMemorySize(drizzle, brain, -slice.length);
  raiseAttributesVersion(drizzle, brain);
  return slice.length;
}
