// Writes of self-attributes: the confirmed value of each, and claims that wait for a second statement.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { whatRises } from "../../../domain/decide-record.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { AttributeDecision } from "../../../domain/ports/turn-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { rowOf, seqOf } from "../rows.ts";
import { attributeClaims, brains, packetEmbeddings, packets, selfAttributes } from "../schema.ts";

// Single writer: the version that was read is the version that is raised; another engine locks the brain's row first.
export function attributesVersion(db: Drizzle, brain: BrainId): number {
  const row = db.select({ version: brains.attributesVersion }).from(brains).where(eq(brains.id, brain)).get();
  return row?.version ?? 0;
}

/** A decision made on what stood before is noticed as outdated. */
export function raiseAttributesVersion(db: Drizzle, brain: BrainId): void {
  db.update(brains)
    .set({ attributesVersion: sql`${brains.attributesVersion} + 1` })
    .where(eq(brains.id, brain))
    .run();
}

/** Carries out what was decided about one attribute of the packet `seq`; returns the packets whose confidence rose. */
export function writeAttribute(db: Drizzle, brain: BrainId, seq: Seq, decision: AttributeDecision): Seq[] {
  if (decision.outcome === "keep") return [];
  const { attribute, value } = decision;
  const packetRow = rowOf(brain, seq);
  raiseAttributesVersion(db, brain);
  if (decision.outcome === "claim") {
    db.insert(attributeClaims).values({ packetRow, brain, attribute, value }).run();
    return [];
  }
  db.insert(selfAttributes)
    .values({ brain, attribute, value, packetRow })
    .onConflictDoUpdate({ target: [selfAttributes.brain, selfAttributes.attribute], set: { value, packetRow } })
    .run();
  return raiseClaims(db, brain, decision);
}

// Single writer: no claim opens or closes between the look and the rise.
/** Claims of the value that is now confirmed are settled; a packet with no other open claim gets its full confidence. */
function raiseClaims(db: Drizzle, brain: BrainId, { attribute, confirms }: AttributeDecision): Seq[] {
  const rows = confirms.map((seq) => rowOf(brain, seq));
  if (rows.length === 0) return [];
  db.delete(attributeClaims)
    .where(and(inArray(attributeClaims.packetRow, rows), eq(attributeClaims.attribute, attribute)))
    .run();
  const stillOpen = db
    .select({ row: attributeClaims.packetRow })
    .from(attributeClaims)
    .where(inArray(attributeClaims.packetRow, rows))
    .all();
  const claimants = db
    .select({ row: packets.row, kind: packets.kind })
    .from(packets)
    .where(inArray(packets.row, rows))
    .all();
  const risen = whatRises(
    claimants.map(({ row, kind }) => ({ seq: seqOf(row), kind })),
    new Set(stillOpen.map(({ row }) => seqOf(row))),
  );
  for (const { seq, confidence } of risen) {
    const row = rowOf(brain, seq);
    db.update(packets).set({ confidence, unconfirmedOverwrite: false }).where(eq(packets.row, row)).run();
    db.update(packetEmbeddings).set({ confidence }).where(eq(packetEmbeddings.row, row)).run();
  }
  return risen.map(({ seq }) => seq);
}
