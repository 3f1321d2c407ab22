// Memory that is written directly, without a turn, and memory that is changed.
import { eq } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import { statesClaim } from "../../../domain/decide-record.ts";
import type {
  ChangedMemory,
  ChangeOutcome,
  RememberedMemory,
  RememberOutcome,
} from "../../../domain/ports/packet-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION, generationInUse } from "../generation.ts";
import { seqOf } from "../rows.ts";
import { attributeClaims, packetEmbeddings, packetMetadata, packets, packetTerms, selfAttributes } from "../schema.ts";
import { appendPacket, countPacket } from "./append-packet.ts";
import { addMetadata, insertTerms } from "./packet-statements.ts";
import { attributesVersion, raiseAttributesVersion, writeAttribute } from "./write-attributes.ts";
import { appendOfBrain } from "./write-audit.ts";
import { ensureBrain } from "./write-brains.ts";
import { endWaiting, findPacketRow } from "./write-packets.ts";
import { renewInput } from "./write-reembedded.ts";

// Single writer: the version of the self-attributes that was looked at is the one that stands when the packet is written.
/** Throws `core_not_found`, `plan_upgrade_required`, `unauthorized` where the account has gone. */
export function rememberMemory(db: Drizzle, memory: RememberedMemory): RememberOutcome {
  const brain = ensureBrain(db, memory.brain, memory.packet.createdAt, memory.subBrainsMax);
  const { attributes } = memory;
  if (attributes.length > 0 && attributesVersion(db, brain.id) !== memory.attributesVersion)
    return { kind: "outdated" };
  const { inputVector, ...packet } = memory.packet;
  const vector = { inputVector: bytesOfVector(inputVector), inputModel: generationInUse(db) };
  const { seq, raised } = appendPacket(db, brain.id, { ...packet, ...vector, attributes });
  countPacket(db).run({ brain: brain.id, turns: 0, taught: memory.teaches ? seq : 0 });
  return { kind: "remembered", brain, seq, raised };
}

// Single writer: nobody erases the packet, or changes the self-attributes, between the look and the write.
/** Texts, metadata and embeddings in one write. The id, the times and the links stay. */
export function changeMemory(db: Drizzle, change: ChangedMemory): ChangeOutcome {
  const { brain, id, by } = change;
  const found = findPacketRow(db, brain, id);
  if (found === undefined) return { kind: "gone" };
  const { row } = found;
  const seq = seqOf(row);
  if (change.said !== undefined && attributesVersion(db, brain) !== change.said.attributesVersion) {
    return { kind: "outdated" };
  }
  if (change.metadata !== undefined) {
    db.update(packets).set({ metadata: change.metadata }).where(eq(packets.row, row)).run();
    db.delete(packetMetadata).where(eq(packetMetadata.row, row)).run();
    addMetadata(db, row, change.metadata);
  }
  let raised: number[] = [];
  let waited = false;
  if (change.texts !== undefined) waited = changeTexts(db, found, change.texts);
  if (change.said !== undefined) raised = changeSaid(db, { brain, seq, row }, change.said);
  appendOfBrain(db, by, { brain, action: "memory.changed", target: `memory:${id}` });
  return { kind: "changed", seq, raised, waited };
}

/** True where the packet still waited for its embedding: it does no more. */
function changeTexts(
  db: Drizzle,
  { row, confidence }: { readonly row: number; readonly confidence: number },
  texts: NonNullable<ChangedMemory["texts"]>,
): boolean {
  const { input, answer, vector, inputVector, inputTokens, words } = texts;
  db.update(packets).set({ input, answer, inputTokens }).where(eq(packets.row, row)).run();
  renewInput(db, row, inputVector);
  const embedding = { vector: bytesOfVector(vector), model: CURRENT_GENERATION };
  db.insert(packetEmbeddings)
    .values({ row, confidence, ...embedding })
    .onConflictDoUpdate({ target: packetEmbeddings.row, set: embedding })
    .run();
  db.delete(packetTerms).where(eq(packetTerms.row, row)).run();
  insertTerms(db).run({ row, version: words.version, ...words.terms });
  return endWaiting(db).get({ row }) !== undefined;
}

/** What the former input stated of the user goes with it, as it does where a packet is erased. */
function changeSaid(
  db: Drizzle,
  { brain, seq, row }: { readonly brain: number; readonly seq: number; readonly row: number },
  said: NonNullable<ChangedMemory["said"]>,
): number[] {
  const { kind, confidence, cues, attributes } = said;
  const unconfirmedOverwrite = statesClaim(attributes);
  db.update(packets)
    .set({ kind, confidence, cues: [...cues], unconfirmedOverwrite })
    .where(eq(packets.row, row))
    .run();
  db.update(packetEmbeddings).set({ confidence }).where(eq(packetEmbeddings.row, row)).run();
  db.delete(selfAttributes).where(eq(selfAttributes.packetRow, row)).run();
  db.delete(attributeClaims).where(eq(attributeClaims.packetRow, row)).run();
  raiseAttributesVersion(db, brain);
  return attributes.flatMap((decision) => writeAttribute(db, brain, seq, decision));
}
