// The rows of a packet, recorded or imported.
import { type Metadata, metadataFields } from "../../../domain/metadata.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { Tx } from "../engine/transaction.ts";
import { packetMetadata, packets } from "../schema.ts";
import { insertion } from "../statement.ts";

/** Where a packet stands. */
export interface Place {
  readonly brain: number;
  readonly seq: Seq;
}

const insert = insertion(packets);

export async function insertPacket(tx: Tx, packet: typeof packets.$inferSelect): Promise<void> {
  const { metadata, brain, seq } = packet;
  await Promise.all([insert(tx.db, packet), addMetadata(tx, { brain, seq }, metadata)]);
}

/** What filters find the packet by. */
export async function addMetadata({ db }: Tx, place: Place, metadata: Metadata): Promise<void> {
  const fields = metadataFields(metadata);
  if (fields.length === 0) return;
  await db.insert(packetMetadata).values(fields.map((field) => ({ ...place, ...field })));
}
