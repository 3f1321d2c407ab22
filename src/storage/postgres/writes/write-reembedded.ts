// Writes of what is embedded anew because another model had embedded it.
import { and, eq, ne, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { RenewedLesson, RenewedPacket } from "../../../domain/ports/stale-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { byBrain, madeVectors } from "../named-rows.ts";
import { inputEmbeddings, lessonEmbeddings, packetEmbeddings } from "../schema.ts";
import { lockBrain } from "./write-brains.ts";

/** In an update from `madeVectors`. */
const asMade = ({ generation: model }: Tx) => ({ vector: sql`made.vector`, model });
const MADE_SEQ = sql`made.seq`;

type RenewedEmbedding = { seq: Seq; confidence: number };

/** Both embeddings of a packet in one write; returns the packets stored, ascending: those erased meanwhile are not. */
export async function renewPackets(tx: Tx, made: readonly RenewedPacket[]): Promise<RenewedEmbedding[]> {
  const stored: RenewedEmbedding[] = [];
  for (const [brain, ofBrain] of byBrain(made)) stored.push(...(await renewPacketsOf(tx, brain, ofBrain)));
  return stored.sort((a, b) => a.seq - b.seq);
}

async function renewPacketsOf(tx: Tx, brain: BrainId, made: readonly RenewedPacket[]): Promise<RenewedEmbedding[]> {
  if ((await lockBrain(tx, brain)) === null) return [];
  const { brain: own, seq, model, confidence } = packetEmbeddings;
  const stored = await tx.db
    .update(packetEmbeddings)
    .set(asMade(tx))
    .from(madeVectors(made))
    .where(and(eq(own, brain), eq(seq, MADE_SEQ), ne(model, tx.generation)))
    .returning({ seq, confidence });
  const seqs = new Set(stored.map((each) => each.seq));
  const inputs = made.flatMap(({ seq: at, inputVector: vector }) =>
    vector !== null && seqs.has(at) ? [{ seq: at, vector }] : [],
  );
  await renewInputs(tx, brain, inputs);
  if (seqs.size > 0) tx.note(brain, { packets: [...seqs] });
  return stored;
}

/** What learning was done with meanwhile stays gone. */
export async function renewInputs(
  tx: Tx,
  brain: BrainId,
  made: readonly { readonly seq: Seq; readonly vector: Float32Array }[],
): Promise<void> {
  if (made.length === 0) return;
  await tx.db
    .update(inputEmbeddings)
    .set(asMade(tx))
    .from(madeVectors(made))
    .where(and(eq(inputEmbeddings.brain, brain), eq(inputEmbeddings.seq, MADE_SEQ)));
}

/** A lesson that was reworded meanwhile has this model's embedding of its new wording already. */
export async function renewLessons(tx: Tx, made: readonly RenewedLesson[]): Promise<Seq[]> {
  const stored: Seq[] = [];
  for (const [brain, ofBrain] of byBrain(made)) stored.push(...(await renewLessonsOf(tx, brain, ofBrain)));
  return stored.sort((a, b) => a - b);
}

async function renewLessonsOf(tx: Tx, brain: BrainId, made: readonly RenewedLesson[]): Promise<Seq[]> {
  if ((await lockBrain(tx, brain)) === null) return [];
  const { brain: own, seq, model } = lessonEmbeddings;
  const stored = await tx.db
    .update(lessonEmbeddings)
    .set(asMade(tx))
    .from(madeVectors(made))
    .where(and(eq(own, brain), eq(seq, MADE_SEQ), ne(model, tx.generation)))
    .returning({ seq });
  const seqs = stored.map((each) => each.seq);
  if (seqs.length > 0) tx.note(brain, { lessons: seqs });
  return seqs;
}
