// Writes of an import: what is there already stays as it is, so that the same file twice adds nothing twice.
import { and, eq, inArray, max } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { BrainId, BrainKey } from "../../../domain/brain.ts";
import { countersWith, findConflict, isEmbedded, type Scanned, scannedWith } from "../../../domain/decide-import.ts";
import { MemoryError, unauthorized } from "../../../domain/errors.ts";
import type { Seq } from "../../../domain/packet.ts";
import type {
  AtLine,
  ConflictQuestion,
  ImportConflict,
  PortableLesson,
  PortableRule,
} from "../../../domain/portability.ts";
import type {
  ImportCount,
  ImportedPacket,
  ImportedPart,
  ImportedProfile,
  ImportPart,
  ImportProfile,
} from "../../../domain/ports/import-store.ts";
import type { Drizzle } from "../engine/connections.ts";
import { copyInto } from "../engine/copy-into.ts";
import type { Tx } from "../engine/transaction.ts";
import { brainKeyOf, findBrain } from "../find-brain.ts";
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
import { type Embeddings, embeddingsFor, insertImported } from "./insert-imported.ts";
import { lockAccount } from "./own-account.ts";
import { appendAudit, partTarget } from "./write-audit.ts";
import { ensureBrain, lockBrain } from "./write-brains.ts";

export async function importProfile(tx: Tx, profile: ImportProfile): Promise<ImportedProfile> {
  const { db } = tx;
  const { account } = profile;
  const row = await lockAccount(tx, account);
  if (row === null) throw unauthorized();
  const fresh = Object.entries(profile.settings).filter(([name]) => !Object.hasOwn(row.settings, name));
  if (fresh.length > 0) {
    await db
      .update(accounts)
      .set({ settings: { ...row.settings, ...Object.fromEntries(fresh) } })
      .where(eq(accounts.name, account));
  }
  const constitutionRows = profile.constitutions.map(({ gates, prohibitions, ...rest }) => {
    return { account, ...rest, gates: [...gates], prohibitions: [...prohibitions] };
  });
  const coreRows = profile.cores.map((core) => ({ account, ...core }));
  const made: unknown[] = [];
  for (const lot of lotsOf(constitutionRows)) {
    const query = db.insert(constitutions).values(lot).onConflictDoNothing();
    made.push(...(await query.returning({ name: constitutions.name })));
  }
  const coresMade: unknown[] = [];
  for (const lot of lotsOf(coreRows)) {
    const query = db.insert(cores).values(lot).onConflictDoNothing();
    coresMade.push(...(await query.returning({ slug: cores.slug })));
  }
  const { format = "memoryd", brains: held = 0, core = null, user = null } = profile;
  const details = { format, brains: held };
  const target = partTarget(tx, { account, core, user });
  await appendAudit(tx, profile.by, { account, action: "memory.imported", target, details });
  return { settings: fresh.length, constitutions: made.length, cores: coresMade.length };
}

/** Of one statement, which takes 65,535 values at most. */
const ROWS_MAX = 1_000;

function lotsOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_MAX) }, (_, lot) =>
    rows.slice(lot * ROWS_MAX, (lot + 1) * ROWS_MAX),
  );
}

/** Everything in the data that has an id of the import, for an id is unique in its brain alone. */
async function heldIn(db: Drizzle, part: ConflictQuestion) {
  const [packetsHeld, lessonsHeld] = await Promise.all([
    knownPackets(db, part.packets),
    knownLessons(db, part.lessons),
  ]);
  return { packets: packetsHeld, lessons: lessonsHeld };
}

type Held = Awaited<ReturnType<typeof heldIn>>;

/** The first entry whose id stands for something else already. `brain`: the one imported into; null: it is yet to be made. */
export async function findConflictIn(
  db: Drizzle,
  part: ConflictQuestion,
  brain: BrainId | null,
  known?: Held,
): Promise<ImportConflict | null> {
  const held = known ?? (await heldIn(db, part));
  const elsewhere = [...held.packets.values(), ...held.lessons.values()]
    .filter((all) => all.every((each) => each.brain !== brain))
    .flatMap((all) => all.map((each) => each.brain));
  const owners = await ownersOf(db, [...new Set(elsewhere)]);
  return findConflict(part, brain, { ...held, owners });
}

async function ownersOf(db: Drizzle, ids: readonly BrainId[]): Promise<Map<BrainId, BrainKey>> {
  if (ids.length === 0) return new Map();
  const { id, account, core, user } = brains;
  const found = await db
    .select({ id, account, core, user })
    .from(brains)
    .where(inArray(id, [...ids]));
  return new Map(found.map((each) => [each.id, brainKeyOf(each)]));
}

type WithId = { readonly id: string };

async function knownPackets(db: Drizzle, wanted: readonly WithId[]) {
  const { brain, id, input, answer, session, occurredAt } = packets;
  const query = db.select({ brain, id, input, answer, session, occurredAt }).from(packets);
  const found = wanted.length === 0 ? [] : await query.where(inArray(id, idsOf(wanted)));
  return Map.groupBy(found, (each) => each.id);
}

async function knownLessons(db: Drizzle, wanted: readonly WithId[]) {
  const { brain, id } = lessons;
  const query = db.select({ brain, id }).from(lessons);
  const found = wanted.length === 0 ? [] : await query.where(inArray(id, idsOf(wanted)));
  return Map.groupBy(found, (each) => each.id);
}

function idsOf(wanted: readonly WithId[]): string[] {
  return wanted.map(({ id }) => id);
}

export async function importPart(tx: Tx, part: ImportPart): Promise<ImportedPart> {
  const { db } = tx;
  // One import at a time in an account: an id that stands nowhere else when it is looked for is still new when it is stored.
  if ((await lockAccount(tx, part.brain.account)) === null) throw unauthorized();
  const found = await findBrain(db, part.brain);
  const standing = found === null ? null : await lockBrain(tx, found.id);
  const known = await heldIn(db, part);
  const conflict = await findConflictIn(db, part, standing?.id ?? null, known);
  if (conflict !== null) {
    const { line, reason } = conflict;
    throw new MemoryError("invalid_request", `line ${line}: ${reason}`, { line });
  }
  const held = standing ?? (await makeBrain(tx, part));
  const fresh = await withoutKnown(db, held.id, part, known);
  let { nextSeq } = held;
  const placed = <T>(each: T) => ({ ...each, seq: nextSeq++ });
  const newPackets = fresh.packets.map(placed);
  const newLessons = fresh.lessons.map(placed);
  const newRules = fresh.rules.map(placed);
  const unembedded = [...newPackets.filter((packet) => !isEmbedded(packet)), ...newLessons.filter(isBare)].length;
  const models = newRules.map(({ model }) => model);
  const [embeddings, scanned] = await Promise.all([embeddingsFor(tx, models, unembedded > 0), scannedOf(db, held)]);
  const memorySize = held.memorySize + newPackets.length;
  const statesAttributes = newPackets.some(({ attributes }) => attributes.length > 0);
  await insertImported(tx, held.id, newPackets, embeddings);
  await insertAttributes(tx, held.id, newPackets);
  await insertLessons(tx, held.id, newLessons, embeddings);
  await insertRules(tx, held.id, newRules, embeddings);
  await db
    .update(brains)
    .set({
      nextSeq,
      memorySize,
      learnedThrough: newPackets.reduce(scannedWith, scanned).through,
      attributesVersion: held.attributesVersion + (statesAttributes ? 1 : 0),
      ...countersWith({ ...held, memorySize }, part.counters),
    })
    .where(eq(brains.id, held.id));
  tx.note(held.id, { whole: true });
  return {
    brain: held.id,
    packets: countOf(part.packets, newPackets),
    lessons: countOf(part.lessons, newLessons),
    rules: countOf(part.rules, newRules),
    toEmbed: unembedded,
  };
}

type BrainRow = typeof brains.$inferSelect;

async function makeBrain(tx: Tx, part: ImportPart): Promise<BrainRow> {
  const { id } = await ensureBrain(tx, part.brain, part.createdAt, part.subBrainsMax);
  const row = await lockBrain(tx, id);
  if (row === null) throw new Error("an import lost its brain");
  return row;
}

function countOf(wanted: readonly unknown[], stored: readonly unknown[]): ImportCount {
  return { stored: stored.length, skipped: wanted.length - stored.length };
}

function isBare({ vector }: PortableLesson): boolean {
  return vector === null;
}

/** What the brain does not hold yet, each once: the file itself may hold one twice. */
async function withoutKnown(db: Drizzle, brain: BrainId, part: ImportPart, known: Held) {
  const idOf = ({ id }: WithId) => id;
  return {
    packets: newOnes(part.packets, idsIn(brain, known.packets), idOf),
    lessons: newOnes(part.lessons, idsIn(brain, known.lessons), idOf),
    rules: newOnes(part.rules, await knownRules(db, brain, part.rules), ruleKey),
  };
}

function idsIn(brain: BrainId, known: ReadonlyMap<string, readonly { readonly brain: BrainId }[]>): Set<string> {
  return new Set([...known].filter(([, all]) => all.some((each) => each.brain === brain)).map(([id]) => id));
}

function newOnes<T>(wanted: readonly T[], known: Set<string>, keyOf: (each: T) => string): T[] {
  return wanted.filter((each) => {
    const key = keyOf(each);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** Rules have no id: one made at the same moment with the same meaning is the same. */
function ruleKey({ createdAt, vector }: Pick<PortableRule, "createdAt" | "vector">): string {
  return ruleKeyOf(createdAt, bytesOfVector(vector));
}

function ruleKeyOf(createdAt: number, vector: Uint8Array): string {
  return `${createdAt} ${Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64")}`;
}

async function knownRules(db: Drizzle, brain: BrainId, wanted: readonly PortableRule[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const { createdAt, vector } = forgottenRules;
  const times = [...new Set(wanted.map((rule) => rule.createdAt))];
  const found = await db
    .select({ createdAt, vector })
    .from(forgottenRules)
    .where(and(eq(forgottenRules.brain, brain), inArray(createdAt, times)));
  return new Set(found.map((rule) => ruleKeyOf(rule.createdAt, rule.vector)));
}

async function scannedOf(db: Drizzle, { id, learnedThrough }: BrainRow): Promise<Scanned> {
  const [last] = await db
    .select({ seq: max(packets.seq) })
    .from(packets)
    .where(eq(packets.brain, id));
  return { through: learnedThrough, lastPacket: last?.seq ?? 0 };
}

type Placed<T> = T & { readonly seq: Seq };

/** A value that the brain has confirmed itself stands. */
async function insertAttributes({ db }: Tx, brain: BrainId, placed: readonly Placed<ImportedPacket>[]): Promise<void> {
  const stated = placed.flatMap(({ seq, attributes }) =>
    attributes.map(({ confirmed, ...each }) => ({ confirmed, row: { brain, seq, ...each } })),
  );
  const rowsOf = (isConfirmed: boolean) =>
    stated.filter(({ confirmed }) => confirmed === isConfirmed).map(({ row }) => row);
  for (const lot of lotsOf(rowsOf(true))) await db.insert(selfAttributes).values(lot).onConflictDoNothing();
  for (const lot of lotsOf(rowsOf(false))) await db.insert(attributeClaims).values(lot).onConflictDoNothing();
}

async function insertLessons(
  { db }: Tx,
  brain: BrainId,
  placed: readonly Placed<AtLine<PortableLesson>>[],
  embeddings: Embeddings,
): Promise<void> {
  const rows = placed.map(({ sourceLink: _, vector: __, line: ___, ...lesson }) => ({ brain, ...lesson }));
  const vectors = placed.map(({ seq, vector }) => ({ brain, seq, ...embeddings.of(vector) }));
  const links = placed.flatMap(({ seq, sourceLink }) =>
    [...new Set(sourceLink)].map((packetId) => ({ brain, seq, packetId })),
  );
  await copyInto(db, lessons, rows);
  await copyInto(db, lessonEmbeddings, vectors);
  await copyInto(db, lessonSources, links);
}

async function insertRules(
  { db }: Tx,
  brain: BrainId,
  placed: readonly Placed<AtLine<PortableRule>>[],
  { generationOf }: Embeddings,
): Promise<void> {
  const rows = placed.map(({ seq, createdAt, wording, vector, model }) => {
    return { brain, seq, createdAt, wording, vector: bytesOfVector(vector), model: generationOf(model) };
  });
  await copyInto(db, forgottenRules, rows);
}
