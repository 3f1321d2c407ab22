// Appends a packet to a brain with all that belongs to it: the input's embedding, its place among those that wait for their
// own, and what it states of the user.

import { statesClaim } from "../../../domain/decide-record.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { AppendedPacket } from "../../../domain/ports/packet-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { inputEmbeddings, pendingEmbeddings } from "../schema.ts";
import { insertion } from "../statement.ts";
import { insertPacket } from "./packet-statements.ts";
import { writeAttributes } from "./write-attributes.ts";
import type { HeldBrain } from "./write-brains.ts";

/** Of the brain's numbers: one packet more, `turns` turns more (0 without one); `teaches`: a pass should come soon. */
export interface PacketCount {
  readonly turns: number;
  readonly teaches: boolean;
}

const insertInputEmbedding = insertion(inputEmbeddings);
const insertPending = insertion(pendingEmbeddings);

/** `raised`: earlier packets whose confidence rose with this one. */
export async function appendPacket(
  tx: Tx,
  { id: brain, nextSeq: seq }: Pick<HeldBrain, "id" | "nextSeq">,
  packet: AppendedPacket,
  count: PacketCount,
): Promise<{ seq: Seq; raised: Seq[] }> {
  const { db } = tx;
  const { inputVector, inputModel, attributes, cues, ...columns } = packet;
  const unconfirmedOverwrite = statesClaim(attributes);
  await Promise.all([
    insertPacket(tx, { brain, seq, ...columns, unconfirmedOverwrite, cues: [...cues] }),
    insertInputEmbedding(db, { brain, seq, vector: inputVector, model: inputModel }),
    insertPending(db, { brain, seq }),
  ]);
  tx.count(brain, { seqs: 1, turns: count.turns, memories: 1, taughtThrough: count.teaches ? seq : 0 });
  tx.note(brain, { waiting: [seq] });
  return { seq, raised: await writeAttributes(tx, brain, seq, attributes) };
}
