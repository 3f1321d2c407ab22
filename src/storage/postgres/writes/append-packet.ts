// Appends a packet to a brain with all that belongs to it: the input's embedding, its place among those that wait for their
// own, and what it states of the user.
import { eq, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { statesClaim } from "../../../domain/decide-record.ts";
import type { Metadata } from "../../../domain/metadata.ts";
import type { PacketKind, Seq } from "../../../domain/packet.ts";
import type { AttributeDecision } from "../../../domain/ports/turn-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { brains, inputEmbeddings, pendingEmbeddings } from "../schema.ts";
import { insertPacket } from "./packet-statements.ts";
import { writeAttributes } from "./write-attributes.ts";
import { takeSeq } from "./write-brains.ts";

export interface AppendedPacket {
  readonly id: string;
  readonly kind: PacketKind;
  readonly confidence: number;
  readonly input: string;
  readonly answer: string;
  readonly cues: readonly string[];
  readonly session: string | null;
  readonly occurredAt: number | null;
  readonly createdAt: number;
  readonly metadata: Metadata;
  readonly inputTokens: number;
  /** The bytes of the input's embedding, and the generation of the model that made it. */
  readonly inputVector: Uint8Array;
  readonly inputModel: number;
  readonly attributes: readonly AttributeDecision[];
}

/** Of the brain's numbers: one packet more, `turns` turns more (0 without one); `teaches`: a pass should come soon. */
export interface PacketCount {
  readonly turns: number;
  readonly teaches: boolean;
}

/** `raised`: earlier packets whose confidence rose with this one. */
export async function appendPacket(
  tx: Tx,
  brain: BrainId,
  packet: AppendedPacket,
  count: PacketCount,
): Promise<{ seq: Seq; raised: Seq[] }> {
  const { db } = tx;
  const { inputVector, inputModel, attributes, cues, ...columns } = packet;
  const seq = await takeSeq(tx, brain);
  const unconfirmedOverwrite = statesClaim(attributes);
  await Promise.all([
    insertPacket(tx, { brain, seq, ...columns, unconfirmedOverwrite, cues: [...cues] }),
    db.insert(inputEmbeddings).values({ brain, seq, vector: inputVector, model: inputModel }),
    db.insert(pendingEmbeddings).values({ brain, seq }),
    db
      .update(brains)
      .set({
        turns: sql`${brains.turns} + ${count.turns}`,
        memorySize: sql`${brains.memorySize} + 1`,
        taughtThrough: sql`greatest(${brains.taughtThrough}, ${count.teaches ? seq : 0})`,
      })
      .where(eq(brains.id, brain)),
  ]);
  tx.note(brain, { waiting: [seq] });
  return { seq, raised: await writeAttributes(tx, brain, seq, attributes) };
}
