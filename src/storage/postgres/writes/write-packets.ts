// Writes to packets that are there already.
import { and, eq, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { MadeEmbedding } from "../../../domain/ports/packet-store.ts";
import type { PacketRemoval } from "../../both/write-inputs.ts";
import type { Tx } from "../engine/transaction.ts";
import { among, byBrain } from "../named-rows.ts";
import {
  attributeClaims,
  inputEmbeddings,
  lessonSources,
  packetEmbeddings,
  packetMetadata,
  packets,
  packetTerms,
  pendingEmbeddings,
  selfAttributes,
} from "../schema.ts";
import { statement } from "../statement.ts";
import type { Place } from "./packet-statements.ts";
import { appendOfBrain } from "./write-audit.ts";
import { lockBrain } from "./write-brains.ts";
import { renewInputs } from "./write-reembedded.ts";

const byId = statement((db) =>
  db
    .select({ seq: packets.seq, confidence: packets.confidence })
    .from(packets)
    .where(and(eq(packets.brain, sql.placeholder("brain")), eq(packets.id, sql.placeholder("id"))))
    .prepare("find_packet_place"),
);

/** Where the packet of that id stands in the brain; null: nowhere. */
export async function findPacket({ db }: Pick<Tx, "db">, brain: BrainId, id: string) {
  const [found] = await byId(db).execute({ brain, id });
  return found ?? null;
}

/** The packet waits for its embedding no more; whether it did. */
export async function endWaiting({ db }: Tx, { brain, seq }: Place): Promise<boolean> {
  const waiting = and(eq(pendingEmbeddings.brain, brain), eq(pendingEmbeddings.seq, seq));
  return (await db.delete(pendingEmbeddings).where(waiting).returning({ seq: pendingEmbeddings.seq })).length > 0;
}

type SavedEmbedding = { seq: Seq; confidence: number };

/** A packet that was erased meanwhile no longer waits, so its embedding is dropped. */
export async function saveEmbeddings(tx: Tx, made: readonly MadeEmbedding[]): Promise<SavedEmbedding[]> {
  const saved: SavedEmbedding[] = [];
  for (const [brain, ofBrain] of byBrain(made)) saved.push(...(await saveOfBrain(tx, brain, ofBrain)));
  return saved.sort((a, b) => a.seq - b.seq);
}

async function saveOfBrain(tx: Tx, brain: BrainId, made: readonly MadeEmbedding[]): Promise<SavedEmbedding[]> {
  const { db } = tx;
  if ((await lockBrain(tx, brain)) === null) return [];
  const seqs = made.map(({ seq }) => seq);
  const [ended, stored] = await Promise.all([
    db
      .delete(pendingEmbeddings)
      .where(and(eq(pendingEmbeddings.brain, brain), among(pendingEmbeddings.seq, seqs)))
      .returning({ seq: pendingEmbeddings.seq }),
    db
      .select({ seq: packets.seq, confidence: packets.confidence })
      .from(packets)
      .where(and(eq(packets.brain, brain), among(packets.seq, seqs))),
  ]);
  const waiting = new Set(ended.map(({ seq }) => seq));
  const confidences = new Map(stored.map(({ seq, confidence }) => [seq, confidence]));
  const taken = made.flatMap((each) => {
    const confidence = confidences.get(each.seq);
    return confidence === undefined || !waiting.delete(each.seq) ? [] : [{ ...each, confidence }];
  });
  if (taken.length === 0) return [];
  await Promise.all([
    db.insert(packetEmbeddings).values(
      taken.map(({ seq, confidence, vector }) => ({
        ...{ brain, seq, confidence },
        vector: bytesOfVector(vector),
        model: tx.generation,
      })),
    ),
    insertWords(tx, brain, taken),
    renewInputs(
      tx,
      brain,
      taken.flatMap(({ seq, inputVector: vector }) => (vector === undefined ? [] : [{ seq, vector }])),
    ),
  ]);
  const saved = taken.map(({ seq, confidence }) => ({ seq, confidence }));
  tx.note(brain, { packets: saved.map(({ seq }) => seq) });
  return saved;
}

async function insertWords({ db }: Tx, brain: BrainId, made: readonly MadeEmbedding[]): Promise<void> {
  const rows = made.flatMap(({ seq, words }) =>
    words === undefined ? [] : [{ brain, seq, version: words.version, ...words.terms }],
  );
  if (rows.length > 0) await db.insert(packetTerms).values(rows);
}

/** All that a packet holds, by tables that name it `seq`. */
const OF_PACKET = [
  packets,
  packetEmbeddings,
  inputEmbeddings,
  pendingEmbeddings,
  packetTerms,
  packetMetadata,
  selfAttributes,
  attributeClaims,
] as const;

/** Another brain's lessons may name the same id: what is erased here is not theirs to notice. Counters are the caller's. */
export async function erasePacket(
  { db }: Tx,
  brain: BrainId,
  { seq, id }: { readonly seq: Seq; readonly id: string },
): Promise<void> {
  await Promise.all([
    ...OF_PACKET.map((table) =>
      db
        .delete(table)
        .where(and(eq(table.brain, brain), eq(table.seq, seq)))
        .execute(),
    ),
    db.delete(lessonSources).where(and(eq(lessonSources.brain, brain), eq(lessonSources.packetId, id))),
  ]);
}

export async function removePacket(tx: Tx, { brain, id, by }: PacketRemoval): Promise<Seq | null> {
  if ((await lockBrain(tx, brain)) === null) return null;
  const found = await findPacket(tx, brain, id);
  if (found === null) return null;
  const { seq } = found;
  await erasePacket(tx, brain, { seq, id });
  // What it stated of the user went with it.
  tx.count(brain, { memories: -1, attributesVersion: 1 });
  tx.note(brain, { packetsGone: [seq] });
  await appendOfBrain(tx, by, { brain, action: "memory.deleted", target: `memory:${id}` });
  return seq;
}
