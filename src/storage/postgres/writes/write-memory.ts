// Memory that is written directly, without a turn, and memory that is changed.
import { and, eq } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import { statesClaim } from "../../../domain/decide-record.ts";
import type { Metadata } from "../../../domain/metadata.ts";
import type { Seq } from "../../../domain/packet.ts";
import type {
  ChangedMemory,
  ChangeOutcome,
  RememberedMemory,
  RememberOutcome,
} from "../../../domain/ports/packet-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { attributeClaims, packetEmbeddings, packetMetadata, packets, packetTerms, selfAttributes } from "../schema.ts";
import { appendPacket } from "./append-packet.ts";
import { addMetadata, type Place } from "./packet-statements.ts";
import { writeAttributes } from "./write-attributes.ts";
import { appendOfBrain } from "./write-audit.ts";
import { ensureBrain, lockBrain } from "./write-brains.ts";
import { endWaiting, findPacket } from "./write-packets.ts";
import { renewInputs } from "./write-reembedded.ts";

/** Throws `core_not_found`, `plan_upgrade_required`, `unauthorized` where the account has gone. */
export async function rememberMemory(tx: Tx, memory: RememberedMemory): Promise<RememberOutcome> {
  const brain = await ensureBrain(tx, memory.brain, memory.packet.createdAt, memory.subBrainsMax);
  const { attributes, teaches } = memory;
  if (attributes.length > 0 && brain.attributesVersion !== memory.attributesVersion) return { kind: "outdated" };
  const { inputVector, ...packet } = memory.packet;
  const vector = { inputVector: bytesOfVector(inputVector), inputModel: tx.generation };
  const appended = { ...packet, ...vector, attributes };
  const { seq, raised } = await appendPacket(tx, brain, appended, { turns: 0, teaches });
  return { kind: "remembered", brain: { id: brain.id, key: brain.key }, seq, raised };
}

/** Texts, metadata and embeddings in one write. The id, the times and the links stay. */
export async function changeMemory(tx: Tx, change: ChangedMemory): Promise<ChangeOutcome> {
  const { brain, id, by, metadata, texts, said } = change;
  const locked = await lockBrain(tx, brain);
  const found = locked === null ? null : await findPacket(tx, brain, id);
  if (locked === null || found === null) return { kind: "gone" };
  const { seq, confidence } = found;
  if (said !== undefined && locked.attributesVersion !== said.attributesVersion) return { kind: "outdated" };
  const place = { brain, seq };
  if (metadata !== undefined) await changeMetadata(tx, place, metadata);
  const waited = texts === undefined ? false : await changeTexts(tx, { ...place, confidence }, texts);
  const raised = said === undefined ? [] : await changeSaid(tx, place, said);
  await appendOfBrain(tx, by, { brain, action: "memory.changed", target: `memory:${id}` });
  return { kind: "changed", seq, raised, waited };
}

async function changeMetadata(tx: Tx, { brain, seq }: Place, metadata: Metadata): Promise<void> {
  const { db } = tx;
  await Promise.all([
    db
      .update(packets)
      .set({ metadata })
      .where(and(eq(packets.brain, brain), eq(packets.seq, seq))),
    db.delete(packetMetadata).where(and(eq(packetMetadata.brain, brain), eq(packetMetadata.seq, seq))),
  ]);
  await addMetadata(tx, { brain, seq }, metadata);
}

/** True where the packet still waited for its embedding: it does no more. */
async function changeTexts(
  tx: Tx,
  { brain, seq, confidence }: Place & { readonly confidence: number },
  texts: NonNullable<ChangedMemory["texts"]>,
): Promise<boolean> {
  const { db } = tx;
  const { input, answer, inputTokens } = texts;
  const embedding = { vector: bytesOfVector(texts.vector), model: tx.generation };
  const words = { version: texts.words.version, ...texts.words.terms };
  const [waited] = await Promise.all([
    endWaiting(tx, { brain, seq }),
    db
      .update(packets)
      .set({ input, answer, inputTokens })
      .where(and(eq(packets.brain, brain), eq(packets.seq, seq))),
    renewInputs(tx, brain, [{ seq, vector: texts.inputVector }]),
    db
      .insert(packetEmbeddings)
      .values({ brain, seq, confidence, ...embedding })
      .onConflictDoUpdate({ target: [packetEmbeddings.brain, packetEmbeddings.seq], set: embedding }),
    db
      .insert(packetTerms)
      .values({ brain, seq, ...words })
      .onConflictDoUpdate({ target: [packetTerms.brain, packetTerms.seq], set: words }),
  ]);
  tx.note(brain, { reworded: [seq] });
  return waited;
}

/** What the former input stated of the user goes with it, as it does where a packet is erased. */
async function changeSaid(
  tx: Tx,
  { brain, seq }: Place,
  { kind, confidence, cues, attributes }: NonNullable<ChangedMemory["said"]>,
): Promise<Seq[]> {
  const { db } = tx;
  const unconfirmedOverwrite = statesClaim(attributes);
  await Promise.all([
    db
      .update(packets)
      .set({ kind, confidence, cues: [...cues], unconfirmedOverwrite })
      .where(and(eq(packets.brain, brain), eq(packets.seq, seq))),
    db
      .update(packetEmbeddings)
      .set({ confidence })
      .where(and(eq(packetEmbeddings.brain, brain), eq(packetEmbeddings.seq, seq))),
    db.delete(selfAttributes).where(and(eq(selfAttributes.brain, brain), eq(selfAttributes.seq, seq))),
    db.delete(attributeClaims).where(and(eq(attributeClaims.brain, brain), eq(attributeClaims.seq, seq))),
  ]);
  tx.count(brain, { attributesVersion: 1 });
  tx.note(brain, { packets: [seq] });
  return writeAttributes(tx, brain, seq, attributes);
}
