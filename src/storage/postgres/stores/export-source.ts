// Reads what an export holds, page by page: each page is one look at the data, and none keeps the database from tidying.
import { and, asc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { ExportScope, PortableAttribute } from "../../../domain/portability.ts";
import type { BrainPlace, ExportedBrain, ExportPage, ExportSource } from "../../../domain/ports/export-source.ts";
import { attributesBySeq, countOnPage, exportedBrain } from "../../both/exported-rows.ts";
import { vectorOf } from "../../both/stored-vectors.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { generationInUse } from "../generation.ts";
import {
  accounts,
  attributeClaims,
  brainKeys,
  brains,
  constitutions,
  cores,
  forgottenRules,
  inputEmbeddings,
  lessonEmbeddings,
  lessonSources,
  lessons,
  models,
  packetEmbeddings,
  packets,
  selfAttributes,
} from "../schema.ts";

export function createExportSource(database: Database): ExportSource {
  const { db } = database;
  return {
    async settings(account) {
      const [row] = await db.select({ settings: accounts.settings }).from(accounts).where(eq(accounts.name, account));
      return row?.settings ?? {};
    },
    cores: async (account) =>
      db
        .select({ slug: cores.slug, name: cores.name, context: cores.context, createdAt: cores.createdAt })
        .from(cores)
        .where(eq(cores.account, account))
        .orderBy(asc(cores.slug)),
    async constitutions(account) {
      const own = eq(constitutions.account, account);
      const rows = await db.select().from(constitutions).where(own).orderBy(asc(constitutions.name));
      return rows.map(({ account: _, ...rest }) => rest);
    },
    brains: (scope, after, limit) => brainsOf(db, scope, after, limit),
    packets: (page) => database.snapshot((look) => packetsOf(look, page)),
    lessons: (page, now) => database.snapshot((look) => lessonsOf(look, page, now)),
    forgottenRules: (page) => rulesOf(db, page),
  };
}

async function brainsOf(
  db: Drizzle,
  { account, core, user }: ExportScope,
  after: BrainPlace | null,
  limit: number,
): Promise<ExportedBrain[]> {
  const rows = await db
    .select({ brain: brains })
    .from(brainKeys)
    .innerJoin(brains, eq(brains.id, brainKeys.brain))
    .where(
      and(
        eq(brainKeys.account, account),
        core === null ? undefined : eq(brainKeys.core, core),
        user === null ? undefined : eq(brainKeys.user, user),
        after === null
          ? undefined
          : sql`(${brainKeys.core}, ${brainKeys.user}) > (${after.core}::text, ${after.user ?? ""}::text)`,
      ),
    )
    .orderBy(asc(brainKeys.core), asc(brainKeys.user))
    .limit(limit);
  return rows.map(({ brain }) => exportedBrain(brain));
}

function onPage(
  table: { brain: AnyPgColumn; seq: AnyPgColumn },
  { brain, after, before }: ExportPage,
): SQL | undefined {
  return and(eq(table.brain, brain), gt(table.seq, after), lt(table.seq, before));
}

async function limitOf(db: Drizzle, page: ExportPage): Promise<number> {
  const sizes = await db
    .select({ bytes: sql<number>`octet_length(${packets.input}) + octet_length(${packets.answer})` })
    .from(packets)
    .where(onPage(packets, page))
    .orderBy(asc(packets.seq))
    .limit(page.limit);
  return countOnPage(sizes);
}

async function packetsOf(db: Drizzle, page: ExportPage) {
  const [limit, current] = await Promise.all([limitOf(db, page), generationInUse(db)]);
  const rows = await db
    .select({ packet: packets, joint: packetEmbeddings, input: inputEmbeddings })
    .from(packets)
    .leftJoin(packetEmbeddings, and(eq(packetEmbeddings.brain, packets.brain), eq(packetEmbeddings.seq, packets.seq)))
    .leftJoin(inputEmbeddings, and(eq(inputEmbeddings.brain, packets.brain), eq(inputEmbeddings.seq, packets.seq)))
    .where(onPage(packets, page))
    .orderBy(asc(packets.seq))
    .limit(limit);
  const seqs = rows.map(({ packet }) => packet.seq);
  const attributes = await attributesOf(db, page.brain, seqs);
  return rows.map(({ packet: { brain: _, ...packet }, joint, input }) => ({
    ...packet,
    attributes: attributes.get(packet.seq) ?? [],
    learnable: input !== null,
    vector: joint && vectorOf(joint, current),
    inputVector: input && vectorOf(input, current),
  }));
}

async function attributesOf(db: Drizzle, brain: number, seqs: readonly Seq[]): Promise<Map<Seq, PortableAttribute[]>> {
  if (seqs.length === 0) return new Map();
  const stated = <T extends typeof selfAttributes | typeof attributeClaims>(table: T) =>
    db
      .select({ seq: table.seq, attribute: table.attribute, value: table.value })
      .from(table as typeof selfAttributes)
      .where(and(eq(table.brain, brain), inArray(table.seq, [...seqs])))
      .orderBy(asc(table.seq), asc(table.attribute));
  const [confirmed, claimed] = await Promise.all([stated(selfAttributes), stated(attributeClaims)]);
  return attributesBySeq(confirmed, claimed);
}

async function lessonsOf(db: Drizzle, page: ExportPage, now: number) {
  const [rows, current] = await Promise.all([
    db
      .select({ lesson: lessons, embedding: lessonEmbeddings })
      .from(lessons)
      .leftJoin(lessonEmbeddings, and(eq(lessonEmbeddings.brain, lessons.brain), eq(lessonEmbeddings.seq, lessons.seq)))
      .where(and(onPage(lessons, page), gt(lessons.expiresAt, now)))
      .orderBy(asc(lessons.seq))
      .limit(page.limit),
    generationInUse(db),
  ]);
  const links = await linksOf(
    db,
    page.brain,
    rows.map(({ lesson }) => lesson.seq),
  );
  return rows.map(({ lesson: { brain: _, ...lesson }, embedding }) => ({
    ...lesson,
    sourceLink: links.get(lesson.seq)?.map(({ packetId }) => packetId) ?? [],
    vector: embedding && vectorOf(embedding, current),
  }));
}

async function linksOf(db: Drizzle, brain: number, seqs: readonly Seq[]) {
  if (seqs.length === 0) return new Map<Seq, { packetId: string }[]>();
  const found = await db
    .select({ seq: lessonSources.seq, packetId: lessonSources.packetId })
    .from(lessonSources)
    .where(and(eq(lessonSources.brain, brain), inArray(lessonSources.seq, [...seqs])))
    .orderBy(asc(lessonSources.seq), asc(lessonSources.packetId));
  return Map.groupBy(found, ({ seq }) => seq);
}

async function rulesOf(db: Drizzle, page: ExportPage) {
  const rows = await db
    .select({ rule: forgottenRules, id: models.id, sha256: models.sha256 })
    .from(forgottenRules)
    .leftJoin(models, eq(models.generation, forgottenRules.model))
    .where(onPage(forgottenRules, page))
    .orderBy(asc(forgottenRules.seq))
    .limit(page.limit);
  return rows.map(({ rule: { seq, createdAt, wording, vector }, id, sha256 }) => ({
    ...{ seq, createdAt, wording },
    model: { id: id ?? "", sha256: sha256 ?? "" },
    vector: vectorFromBytes(vector),
  }));
}
