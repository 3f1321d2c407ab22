// Writes of an import: what is there already stays as it is, so that the same file twice adds nothing twice.
import { and, eq, inArray, max, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import { type BrainId, type BrainKey, brainKeyOf } from "../../../domain/brain.ts";
import { findConflict } from "../../../domain/decide-import.ts";
import { unauthorized } from "../../../domain/errors.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { ConflictQuestion, ImportConflict, PortableLesson, PortableRule } from "../../../domain/portability.ts";
import type {
  ImportedPacket,
  ImportedPart,
  ImportedProfile,
  ImportPart,
  ImportProfile,
} from "../../../domain/ports/import-store.ts";
import { memoryImported } from "../../both/audit-entries.ts";
import {
  freshSettings,
  type HeldEntries,
  otherHolders,
  type Placed,
  planImport,
  requireNoConflict,
} from "../../both/plan-import.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { findBrain } from "../find-brain.ts";
import { brainOf, ofBrain, rowOf, seqOf } from "../rows.ts";
import {
  accounts,
  attributeClaims,
  brains,
  constitutions,
  cores,
  forgottenRules,
  lessonEmbeddings,
  lessons,
  packets,
  selfAttributes,
} from "../schema.ts";
import { statement } from "../statement.ts";
import { embeddingOf, generationOf, insertImported } from "./insert-imported.ts";
import { appendAudit, namesOf } from "./write-audit.ts";
import { ensureBrain } from "./write-brains.ts";
import { linkSources } from "./write-lessons.ts";

// Single writer: all settings are read, and written with what is new.
export function importProfile(db: Drizzle, profile: ImportProfile): ImportedProfile {
  const { account } = profile;
  const row = db.select({ settings: accounts.settings }).from(accounts).where(eq(accounts.name, account)).get();
  if (row === undefined) throw unauthorized();
  const fresh = freshSettings(row.settings, profile.settings);
  if (fresh.length > 0) {
    db.update(accounts)
      .set({ settings: { ...row.settings, ...Object.fromEntries(fresh) } })
      .where(eq(accounts.name, account))
      .run();
  }
  const made = profile.constitutions.flatMap(({ gates, prohibitions, ...rest }) =>
    db
      .insert(constitutions)
      .values({ account, ...rest, gates: [...gates], prohibitions: [...prohibitions] })
      .onConflictDoNothing()
      .returning({ name: constitutions.name })
      .all(),
  );
  const coresMade = profile.cores.flatMap((core) =>
    db
      .insert(cores)
      .values({ account, ...core })
      .onConflictDoNothing()
      .returning({ slug: cores.slug })
      .all(),
  );
  appendAudit(db, profile.by, memoryImported(namesOf(db), profile));
  return { settings: fresh.length, constitutions: made.length, cores: coresMade.length };
}

// Single writer: what is found free of conflict is so still when the part is stored.
/** The first entry whose id stands for something else already. */
export function findConflictIn(
  db: Drizzle,
  part: ConflictQuestion,
  held: HeldEntries = heldIn(db, part),
): ImportConflict | null {
  const brain = findBrain(db, part.brain);
  return findConflict(part, brain, { ...held, owners: ownersOf(db, otherHolders(held, brain)) });
}

const findBrainRow = statement((db) =>
  db
    .select()
    .from(brains)
    .where(eq(brains.id, sql.placeholder("id")))
    .prepare(),
);

function ownersOf(db: Drizzle, ids: readonly BrainId[]): Map<BrainId, BrainKey> {
  const found = ids.flatMap((id) => findBrainRow(db).all({ id }));
  return new Map(found.map((each) => [each.id, brainKeyOf(each)]));
}

type WithId = { readonly id: string };

/** In every brain of the data, for an id is unique in its brain alone. */
function heldIn(db: Drizzle, part: ConflictQuestion) {
  const { row, id, input, answer, session, occurredAt } = packets;
  const ofPackets = inArray(id, idsOf(part.packets));
  const ofLessons = inArray(lessons.id, idsOf(part.lessons));
  return {
    packets: byId(db.select({ row, id, input, answer, session, occurredAt }).from(packets).where(ofPackets).all()),
    lessons: byId(db.select({ row: lessons.row, id: lessons.id }).from(lessons).where(ofLessons).all()),
  };
}

function idsOf(wanted: readonly WithId[]): string[] {
  return wanted.map(({ id }) => id);
}

function byId<T extends WithId & { readonly row: number }>(found: readonly T[]) {
  const placed = found.map((each) => ({ ...each, brain: brainOf(each.row) }));
  return Map.groupBy(placed, ({ id }) => id);
}

// Single writer: the numbers of the brain, and what it holds, are those that the import was planned by.
export function importPart(db: Drizzle, part: ImportPart): ImportedPart {
  const held = heldIn(db, part);
  requireNoConflict(findConflictIn(db, part, held));
  const { id } = ensureBrain(db, part.brain, part.createdAt, part.subBrainsMax);
  const brain = findBrainRow(db).get({ id });
  if (brain === undefined) throw new Error("an import lost its brain");
  const rules = knownRules(db, id, part.rules);
  const plan = planImport(part, brain, { ...held, rules, lastPacket: lastPacketOf(db, id) });
  for (const packet of plan.packets) storePacket(db, id, packet);
  for (const lesson of plan.lessons) storeLesson(db, id, lesson);
  for (const rule of plan.rules) storeRule(db, id, rule);
  db.update(brains).set(plan.numbers).where(eq(brains.id, id)).run();
  return plan.imported;
}

function lastPacketOf(db: Drizzle, brain: BrainId): Seq {
  const last = db
    .select({ row: max(packets.row) })
    .from(packets)
    .where(ofBrain(packets.row, brain))
    .get();
  return last?.row == null ? 0 : seqOf(last.row);
}

function knownRules(db: Drizzle, brain: BrainId, wanted: readonly PortableRule[]) {
  const { row, createdAt, vector } = forgottenRules;
  const times = [...new Set(wanted.map((rule) => rule.createdAt))];
  const atThatTime = and(ofBrain(row, brain), inArray(createdAt, times));
  return db.select({ createdAt, vector }).from(forgottenRules).where(atThatTime).all();
}

/** A value that the brain has confirmed itself stands. */
function storePacket(db: Drizzle, brain: BrainId, packet: Placed<ImportedPacket>): void {
  const packetRow = rowOf(brain, packet.seq);
  insertImported(db, packetRow, packet);
  for (const { confirmed, ...stated } of packet.attributes) {
    db.insert(confirmed ? selfAttributes : attributeClaims)
      .values({ brain, packetRow, ...stated })
      .onConflictDoNothing()
      .run();
  }
}

function storeLesson(
  db: Drizzle,
  brain: BrainId,
  { seq, sourceLink, vector, ...lesson }: Placed<PortableLesson>,
): void {
  const row = rowOf(brain, seq);
  db.insert(lessons)
    .values({ row, ...lesson })
    .run();
  db.insert(lessonEmbeddings)
    .values({ row, ...embeddingOf(db, vector) })
    .run();
  linkSources(db, row, sourceLink);
}

function storeRule(
  db: Drizzle,
  brain: BrainId,
  { seq, createdAt, wording, vector, model }: Placed<PortableRule>,
): void {
  const stored = { vector: bytesOfVector(vector), model: generationOf(db, model) };
  db.insert(forgottenRules)
    .values({ row: rowOf(brain, seq), createdAt, wording, ...stored })
    .run();
}
