// Appends a packet to a brain with all that belongs to it: the input's embedding, its place among those that wait for their
// own, and what it states of the user.
import { eq, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { statesClaim } from "../../../domain/decide-record.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { AppendedPacket } from "../../../domain/ports/packet-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { rowOf } from "../rows.ts";
import { brains, pendingEmbeddings } from "../schema.ts";
import { insertion, statement } from "../statement.ts";
import { insertInputEmbedding, insertPacket } from "./packet-statements.ts";
import { writeAttribute } from "./write-attributes.ts";
import { takeSeq } from "./write-brains.ts";

const insertPending = insertion(pendingEmbeddings);

/** Of the brain's numbers: one packet more, `turns` turns more (0 without one), and taught up to the seq `taught`. */
export const countPacket = statement((db) =>
  db
    .update(brains)
    .set({
      turns: sql`${brains.turns} + ${sql.placeholder("turns")}`,
      memorySize: sql`${brains.memorySize} + 1`,
      taughtThrough: sql`max(${brains.taughtThrough}, ${sql.placeholder("taught")})`,
    })
    .where(eq(brains.id, sql.placeholder("brain")))
    .prepare(),
);

/** Counters are the caller's. `raised`: earlier packets whose confidence rose with this one. */
export function appendPacket(db: Drizzle, brain: BrainId, packet: AppendedPacket): { seq: Seq; raised: Seq[] } {
  const { inputVector, inputModel, attributes, cues, ...columns } = packet;
  const seq = takeSeq(db, brain);
  const row = rowOf(brain, seq);
  const unconfirmedOverwrite = statesClaim(attributes);
  insertPacket(db, { row, ...columns, unconfirmedOverwrite, cues: [...cues] });
  insertInputEmbedding(db, { row, vector: inputVector, model: inputModel });
  insertPending(db, { row });
  return { seq, raised: attributes.flatMap((decision) => writeAttribute(db, brain, seq, decision)) };
}
