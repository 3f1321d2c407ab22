// Writes to packets that are there already.
import { and, eq, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { MadeEmbedding } from "../../../domain/ports/packet-store.ts";
import type { PacketRemoval } from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { inRows, rowOf, rowsOf, seqOf } from "../rows.ts";
import { lessonSources, packetEmbeddings, packets, pendingEmbeddings } from "../schema.ts";
import { insertion, statement } from "../statement.ts";
import { insertTerms } from "./packet-statements.ts";
import { raiseAttributesVersion } from "./write-attributes.ts";
import { appendOfBrain } from "./write-audit.ts";
import { changeMemorySize } from "./write-brains.ts";
import { renewInput } from "./write-reembedded.ts";

const insertEmbedding = insertion(packetEmbeddings, { model: CURRENT_GENERATION });

export const endWaiting = statement((db) =>
  db
    .delete(pendingEmbeddings)
    .where(eq(pendingEmbeddings.row, sql.placeholder("row")))
    .returning({ row: pendingEmbeddings.row })
    .prepare(),
);

const findConfidence = statement((db) =>
  db
    .select({ confidence: packets.confidence })
    .from(packets)
    .where(eq(packets.row, sql.placeholder("row")))
    .prepare(),
);

const findRow = statement((db) =>
  db
    .select({ row: packets.row, confidence: packets.confidence })
    .from(packets)
    .where(and(eq(packets.id, sql.placeholder("id")), inRows(packets.row)))
    .prepare(),
);

/** Where the packet of that id stands in the brain; undefined: nowhere. */
export function findPacketRow(db: Drizzle, brain: BrainId, id: string) {
  return findRow(db).get({ id, ...rowsOf(brain) });
}

/** A packet that was erased meanwhile no longer waits, so its embedding is dropped. */
export function saveEmbeddings(db: Drizzle, made: readonly MadeEmbedding[]): { seq: Seq; confidence: number }[] {
  const saved: { seq: Seq; confidence: number }[] = [];
  for (const each of made) {
    const row = rowOf(each.brain, each.seq);
    if (endWaiting(db).get({ row }) === undefined) continue;
    const confidence = findConfidence(db).get({ row })?.confidence;
    if (confidence === undefined) continue;
    insertEmbedding(db, { row, confidence, vector: bytesOfVector(each.vector) });
    if (each.words !== undefined) insertTerms(db).run({ row, version: each.words.version, ...each.words.terms });
    if (each.inputVector !== undefined) renewInput(db, row, each.inputVector);
    saved.push({ seq: each.seq, confidence });
  }
  return saved.sort((a, b) => a.seq - b.seq);
}

const deletePacket = statement((db) =>
  db
    .delete(packets)
    .where(eq(packets.row, sql.placeholder("row")))
    .prepare(),
);
const unlinkPacket = statement((db) =>
  db
    .delete(lessonSources)
    .where(and(eq(lessonSources.packetId, sql.placeholder("id")), inRows(lessonSources.lessonRow)))
    .prepare(),
);

/** Another brain's lessons may name the same id: what is erased here is not theirs to notice. Counters are the caller's. */
export function erasePacket(db: Drizzle, brain: BrainId, { row, id }: { row: number; id: string }): void {
  deletePacket(db).run({ row });
  unlinkPacket(db).run({ id, ...rowsOf(brain) });
}

export function removePacket(db: Drizzle, { brain, id, by }: PacketRemoval): Seq | null {
  const found = findPacketRow(db, brain, id);
  if (found === undefined) return null;
  erasePacket(db, brain, { row: found.row, id });
  changeMemorySize(db, brain, -1);
  // What it stated of the user went with it.
  raiseAttributesVersion(db, brain);
  appendOfBrain(db, by, { brain, action: "memory.deleted", target: `memory:${id}` });
  return seqOf(found.row);
}
