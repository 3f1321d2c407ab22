// Writes of self-attributes: the confirmed value of each, and claims that wait for a second statement. The brain is locked.
import { and, eq, inArray } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { whatRises } from "../../../domain/decide-record.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { AttributeDecision } from "../../../domain/ports/turn-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { attributeClaims, packetEmbeddings, packets, selfAttributes } from "../schema.ts";

/** Carries out what was decided about each attribute of the packet `seq`; returns the packets whose confidence rose. */
export async function writeAttributes(
  tx: Tx,
  brain: BrainId,
  seq: Seq,
  decisions: readonly AttributeDecision[],
): Promise<Seq[]> {
  const raised: Seq[] = [];
  for (const decision of decisions) raised.push(...(await writeAttribute(tx, brain, seq, decision)));
  return raised;
}

async function writeAttribute(tx: Tx, brain: BrainId, seq: Seq, decision: AttributeDecision): Promise<Seq[]> {
  if (decision.outcome === "keep") return [];
  const { attribute, value } = decision;
  tx.count(brain, { attributesVersion: 1 });
  if (decision.outcome === "claim") {
    await tx.db.insert(attributeClaims).values({ brain, seq, attribute, value });
    return [];
  }
  await tx.db
    .insert(selfAttributes)
    .values({ brain, seq, attribute, value })
    .onConflictDoUpdate({ target: [selfAttributes.brain, selfAttributes.attribute], set: { value, seq } });
  return raiseClaims(tx, brain, decision);
}

/** Claims of the value that is now confirmed are settled; a packet with no other open claim gets its full confidence. */
async function raiseClaims(tx: Tx, brain: BrainId, { attribute, confirms }: AttributeDecision): Promise<Seq[]> {
  if (confirms.length === 0) return [];
  const { db } = tx;
  const claims = and(eq(attributeClaims.brain, brain), inArray(attributeClaims.seq, [...confirms]));
  await db.delete(attributeClaims).where(and(claims, eq(attributeClaims.attribute, attribute)));
  const stillOpen = await db.select({ seq: attributeClaims.seq }).from(attributeClaims).where(claims);
  const claimants = await db
    .select({ seq: packets.seq, kind: packets.kind })
    .from(packets)
    .where(and(eq(packets.brain, brain), inArray(packets.seq, [...confirms])));
  const risen = whatRises(claimants, new Set(stillOpen.map(({ seq }) => seq)));
  for (const { seq, confidence } of risen) {
    await db
      .update(packets)
      .set({ confidence, unconfirmedOverwrite: false })
      .where(and(eq(packets.brain, brain), eq(packets.seq, seq)));
    await db
      .update(packetEmbeddings)
      .set({ confidence })
      .where(and(eq(packetEmbeddings.brain, brain), eq(packetEmbeddings.seq, seq)));
  }
  const seqs = risen.map(({ seq }) => seq);
  tx.note(brain, { packets: seqs });
  return seqs;
}
