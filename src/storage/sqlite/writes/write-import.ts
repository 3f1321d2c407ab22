// Writes of an import: what is there already stays as it is, so that the same file twice adds nothing twice.
import { and, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId, BrainKey } from "../../../domain/brain.ts";
import { countersWith, findConflict, type Scanned, scannedWith } from "../../../domain/decide-import.ts";
import { MemoryError, unauthorized } from "../../../domain/errors.ts";
import type {
  AtLine,
  ConflictQuestion,
  ImportConflict,
  PortableCounters,
  PortableLesson,
  PortablePacket,
  PortableRule,
} from "../../../domain/portability.ts";
import type {
  ImportCount,
  ImportedPart,
  ImportedProfile,
  ImportPart,
  ImportProfile,
} from "../../../domain/ports/import-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { brainKeyOf, findBrain } from "../find-brain.ts";
import { brainOf, rowOf, rowsOf, seqOf } from "../rows.ts";
import {
  accounts,
  attributeClaims,
  brains,
  constitutions,
  cores,
  forgottenRules,
  lessonEmbeddings,
  lessonSources,
  lessons,
  packets,
  selfAttributes,
} from "../schema.ts";
import { statement } from "../statement.ts";
import { embeddingOf, generationOf, insertImported } from "./insert-imported.ts";
import { raiseAttributesVersion } from "./write-attributes.ts";
import { appendAudit, partTarget } from "./write-audit.ts";
import { changeMemorySize, ensureBrain, takeSeq } from "./write-brains.ts";

type WithUnembedded = ImportCount & { readonly toEmbed: number };
type PacketEntry = ImportPart["packets"][number];

// Single writer: all settings are read, and written with what is new.
export function importProfile(db: Drizzle, profile: ImportProfile): ImportedProfile {
  const { account } = profile;
  const row = db.select({ settings: accounts.settings }).from(accounts).where(eq(accounts.name, account)).get();
  if (row === undefined) throw unauthorized();
  const fresh = Object.entries(profile.settings).filter(([name]) => !Object.hasOwn(row.settings, name));
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
  const { format = "memoryd", brains: held = 0, core = null, user = null } = profile;
  const details = { format, brains: held };
  const target = partTarget(db, { account, core, user });
  appendAudit(db, profile.by, { account, action: "memory.imported", target, details });
  return { settings: fresh.length, constitutions: made.length, cores: coresMade.length };
}

// Single writer: what is found free of conflict is so still when the part is stored.
/** The first entry whose id stands for something else already. */
export function findConflictIn(db: Drizzle, part: ConflictQuestion): ImportConflict | null {
  const brain = findBrain(db, part.brain);
  const packetsHeld = knownPackets(db, part.packets);
  const lessonsHeld = knownLessons(db, part.lessons);
  const elsewhere = [...packetsHeld.values(), ...lessonsHeld.values()]
    .filter((all) => all.every((each) => each.brain !== brain))
    .flatMap((all) => all.map((each) => each.brain));
  return findConflict(part, brain, { packets: packetsHeld, lessons: lessonsHeld, owners: ownersOf(db, elsewhere) });
}

const findOwner = statement((db) =>
  db
    .select()
    .from(brains)
    .where(eq(brains.id, sql.placeholder("id")))
    .prepare(),
);

function ownersOf(db: Drizzle, ids: readonly BrainId[]): Map<BrainId, BrainKey> {
  const found = [...new Set(ids)].flatMap((id) => findOwner(db).all({ id }));
  return new Map(found.map((each) => [each.id, brainKeyOf(each)]));
}

type WithId = { readonly id: string };

/** In every brain of the data, for an id is unique in its brain alone. */
function knownPackets(db: Drizzle, wanted: readonly WithId[]) {
  const { row, id, input, answer, session, occurredAt } = packets;
  const query = db.select({ row, id, input, answer, session, occurredAt }).from(packets);
  const ids = wanted.map((packet) => packet.id);
  const found = ids.length === 0 ? [] : query.where(inArray(packets.id, ids)).all();
  return heldById(found);
}

function knownLessons(db: Drizzle, wanted: readonly WithId[]) {
  const ids = wanted.map((lesson) => lesson.id);
  const query = db.select({ row: lessons.row, id: lessons.id }).from(lessons);
  return heldById(ids.length === 0 ? [] : query.where(inArray(lessons.id, ids)).all());
}

function heldById<T extends WithId & { readonly row: number }>(found: readonly T[]) {
  return Map.groupBy(
    found.map((each) => ({ ...each, brain: brainOf(each.row) })),
    ({ id }) => id,
  );
}

function idsIn(brain: BrainId, known: ReadonlyMap<string, readonly { readonly brain: BrainId }[]>): Set<string> {
  return new Set([...known].filter(([, all]) => all.some((each) => each.brain === brain)).map(([id]) => id));
}

export function importPart(db: Drizzle, part: ImportPart): ImportedPart {
  const conflict = findConflictIn(db, part);
  if (conflict !== null) {
    const { line, reason } = conflict;
    throw new MemoryError("invalid_request", `line ${line}: ${reason}`, { line });
  }
  const brain = ensureBrain(db, part.brain, part.createdAt, part.subBrainsMax).id;
  const packetCount = storePackets(db, brain, part.packets);
  const lessonCount = storeLessons(db, brain, part.lessons);
  const ruleCount = storeRules(db, brain, part.rules);
  if (packetCount.stored > 0) changeMemorySize(db, brain, packetCount.stored);
  raiseCounters(db, brain, part.counters);
  const { toEmbed: packetsLeft, ...packetsDone } = packetCount;
  const { toEmbed: lessonsLeft, ...lessonsDone } = lessonCount;
  const toEmbed = packetsLeft + lessonsLeft;
  return { brain, packets: packetsDone, lessons: lessonsDone, rules: ruleCount, toEmbed };
}

function storePackets(db: Drizzle, brain: BrainId, wanted: readonly PacketEntry[]): WithUnembedded {
  const known = idsIn(brain, knownPackets(db, wanted));
  let scanned = scannedOf(db, brain);
  let statesAttributes = false;
  let stored = 0;
  let toEmbed = 0;
  for (const packet of wanted) {
    // The file itself may hold one twice.
    if (known.has(packet.id)) continue;
    known.add(packet.id);
    const seq = takeSeq(db, brain);
    if (!insertImported(db, rowOf(brain, seq), packet)) toEmbed += 1;
    for (const attribute of packet.attributes) {
      statesAttributes = true;
      insertAttribute(db, brain, rowOf(brain, seq), attribute);
    }
    scanned = scannedWith(scanned, { seq, learned: packet.learned });
    stored += 1;
  }
  if (stored > 0) {
    db.update(brains).set({ learnedThrough: scanned.through }).where(eq(brains.id, brain)).run();
  }
  if (statesAttributes) raiseAttributesVersion(db, brain);
  return { stored, skipped: wanted.length - stored, toEmbed };
}

// Single writer: the watermark and the last packet that are read are those that the import moves.
function scannedOf(db: Drizzle, brain: BrainId): Scanned {
  const { first, end } = rowsOf(brain);
  const row = db.select({ through: brains.learnedThrough }).from(brains).where(eq(brains.id, brain)).get();
  const last = db
    .select({ row: sql<number | null>`max(${packets.row})` })
    .from(packets)
    .where(and(gte(packets.row, first), lt(packets.row, end)))
    .get();
  return { through: row?.through ?? 0, lastPacket: last?.row == null ? 0 : seqOf(last.row) };
}

/** A value that the brain has confirmed itself stands. */
function insertAttribute(
  db: Drizzle,
  brain: BrainId,
  packetRow: number,
  stated: PortablePacket["attributes"][number],
): void {
  const { attribute, value, confirmed } = stated;
  if (confirmed) db.insert(selfAttributes).values({ brain, attribute, value, packetRow }).onConflictDoNothing().run();
  else db.insert(attributeClaims).values({ packetRow, brain, attribute, value }).onConflictDoNothing().run();
}

function storeLessons(db: Drizzle, brain: BrainId, wanted: readonly AtLine<PortableLesson>[]): WithUnembedded {
  const known = idsIn(brain, knownLessons(db, wanted));
  let stored = 0;
  let toEmbed = 0;
  for (const { sourceLink, vector, line: _, ...lesson } of wanted) {
    const { id } = lesson;
    if (known.has(id)) continue;
    known.add(id);
    const row = rowOf(brain, takeSeq(db, brain));
    db.insert(lessons)
      .values({ row, ...lesson })
      .run();
    db.insert(lessonEmbeddings)
      .values({ row, ...embeddingOf(db, vector) })
      .run();
    for (const packetId of sourceLink) {
      db.insert(lessonSources).values({ lessonRow: row, packetId }).onConflictDoNothing().run();
    }
    stored += 1;
    if (vector === null) toEmbed += 1;
  }
  return { stored, skipped: wanted.length - stored, toEmbed };
}

// Single writer: nobody stores the same rule between the look and the insert.
/** Rules have no id: one made at the same moment with the same meaning is the same. */
function storeRules(db: Drizzle, brain: BrainId, wanted: readonly AtLine<PortableRule>[]): ImportCount {
  let stored = 0;
  const { first, end } = rowsOf(brain);
  for (const rule of wanted) {
    const vector = bytesOfVector(rule.vector);
    const there = db
      .select({ row: forgottenRules.row })
      .from(forgottenRules)
      .where(
        and(
          gte(forgottenRules.row, first),
          lt(forgottenRules.row, end),
          eq(forgottenRules.createdAt, rule.createdAt),
          eq(forgottenRules.vector, vector),
        ),
      )
      .get();
    if (there !== undefined) continue;
    const row = rowOf(brain, takeSeq(db, brain));
    const { createdAt, wording, model } = rule;
    db.insert(forgottenRules)
      .values({ row, vector, createdAt, wording, model: generationOf(db, model) })
      .run();
    stored += 1;
  }
  return { stored, skipped: wanted.length - stored };
}

// Single writer: counters are read, and the greater is written.
function raiseCounters(db: Drizzle, brain: BrainId, counters: PortableCounters | null): void {
  const row = db.select().from(brains).where(eq(brains.id, brain)).get();
  if (row === undefined) throw new Error("an import lost its brain");
  db.update(brains).set(countersWith(row, counters)).where(eq(brains.id, brain)).run();
}
