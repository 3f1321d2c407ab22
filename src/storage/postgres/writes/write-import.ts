// Writes of an import: what is there already stays as it is, so that the same file twice adds nothing twice.
import { and, eq, inArray, max } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import { type BrainId, type BrainKey, brainKeyOf } from "../../../domain/brain.ts";
import { findConflict } from "../../../domain/decide-import.ts";
import { unauthorized } from "../../../domain/errors.ts";
import type { Seq } from "../../../domain/packet.ts";
import type {
  AtLine,
  ConflictQuestion,
  ImportConflict,
  PortableLesson,
  PortableRule,
} from "../../../domain/portability.ts";
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
import type { Drizzle } from "../engine/connections.ts";
import { copyInto } from "../engine/copy-into.ts";
import type { Tx } from "../engine/transaction.ts";
import { findBrain } from "../find-brain.ts";
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
import { appendAudit } from "./write-audit.ts";
import { ensureBrain, lockBrain } from "./write-brains.ts";

export async function importProfile(tx: Tx, profile: ImportProfile): Promise<ImportedProfile> {
  const { db } = tx;
  const { account } = profile;
  const row = await lockAccount(tx, account);
  if (row === null) throw unauthorized();
  const fresh = freshSettings(row.settings, profile.settings);
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
  await appendAudit(tx, profile.by, memoryImported(tx.keys, profile));
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

/** The first entry whose id stands for something else already. `brain`: the one imported into; null: it is yet to be made. */
export async function findConflictIn(
  db: Drizzle,
  part: ConflictQuestion,
  brain: BrainId | null,
  known?: HeldEntries,
): Promise<ImportConflict | null> {
  const held = known ?? (await heldIn(db, part));
  return findConflict(part, brain, { ...held, owners: await ownersOf(db, otherHolders(held, brain)) });
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
  requireNoConflict(await findConflictIn(db, part, standing?.id ?? null, known));
  const brain = standing ?? (await makeBrain(tx, part));
  const { id } = brain;
  const [rules, lastPacket] = await Promise.all([knownRules(db, id, part.rules), lastPacketOf(db, id)]);
  const plan = planImport(part, brain, { ...known, rules, lastPacket });
  const models = plan.rules.map(({ model }) => model);
  const embeddings = await embeddingsFor(tx, models, plan.imported.toEmbed > 0);
  await insertImported(tx, id, plan.packets, embeddings);
  await insertAttributes(tx, id, plan.packets);
  await insertLessons(tx, id, plan.lessons, embeddings);
  await insertRules(tx, id, plan.rules, embeddings);
  await db.update(brains).set(plan.numbers).where(eq(brains.id, id));
  tx.note(id, { whole: true });
  return plan.imported;
}

async function makeBrain(tx: Tx, part: ImportPart) {
  const { id } = await ensureBrain(tx, part.brain, part.createdAt, part.subBrainsMax);
  const row = await lockBrain(tx, id);
  if (row === null) throw new Error("an import lost its brain");
  return row;
}

async function knownRules(db: Drizzle, brain: BrainId, wanted: readonly PortableRule[]) {
  if (wanted.length === 0) return [];
  const { createdAt, vector } = forgottenRules;
  const times = [...new Set(wanted.map((rule) => rule.createdAt))];
  const atThatTime = and(eq(forgottenRules.brain, brain), inArray(createdAt, times));
  return db.select({ createdAt, vector }).from(forgottenRules).where(atThatTime);
}

async function lastPacketOf(db: Drizzle, brain: BrainId): Promise<Seq> {
  const [last] = await db
    .select({ seq: max(packets.seq) })
    .from(packets)
    .where(eq(packets.brain, brain));
  return last?.seq ?? 0;
}

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
