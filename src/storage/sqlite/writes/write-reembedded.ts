// Writes of what is embedded anew because another model had embedded it.
import { and, eq, ne } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { RenewedLesson, RenewedPacket } from "../../../domain/ports/stale-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { rowOf } from "../rows.ts";
import { inputEmbeddings, lessonEmbeddings, packetEmbeddings } from "../schema.ts";

/** Both embeddings of a packet in one write; returns the packets stored, ascending: those erased meanwhile are not. */
export function renewPackets(db: Drizzle, made: readonly RenewedPacket[]): { seq: Seq; confidence: number }[] {
  const stored: { seq: Seq; confidence: number }[] = [];
  for (const { brain, seq, vector, inputVector } of made) {
    const row = rowOf(brain, seq);
    const packet = db
      .update(packetEmbeddings)
      .set({ vector: bytesOfVector(vector), model: CURRENT_GENERATION })
      .where(and(eq(packetEmbeddings.row, row), ne(packetEmbeddings.model, CURRENT_GENERATION)))
      .returning({ confidence: packetEmbeddings.confidence })
      .get();
    if (packet === undefined) continue;
    if (inputVector !== null) renewInput(db, row, inputVector);
    stored.push({ seq, confidence: packet.confidence });
  }
  return stored.sort((a, b) => a.seq - b.seq);
}

/** What learning was done with meanwhile stays gone. */
export function renewInput(db: Drizzle, row: number, vector: Float32Array): void {
  db.update(inputEmbeddings)
    .set({ vector: bytesOfVector(vector), model: CURRENT_GENERATION })
    .where(eq(inputEmbeddings.row, row))
    .run();
}

/** A lesson that was reworded meanwhile has this model's embedding of its new wording already. */
export function renewLessons(db: Drizzle, made: readonly RenewedLesson[]): Seq[] {
  return made
    .filter(({ brain, seq, vector }) => {
      const stored = db
        .update(lessonEmbeddings)
        .set({ vector: bytesOfVector(vector), model: CURRENT_GENERATION })
        .where(and(eq(lessonEmbeddings.row, rowOf(brain, seq)), ne(lessonEmbeddings.model, CURRENT_GENERATION)))
        .returning({ row: lessonEmbeddings.row })
        .all();
      return stored.length > 0;
    })
    .map(({ seq }) => seq)
    .sort((a, b) => a - b);
}
