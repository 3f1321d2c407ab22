// Reads what an export holds, page by page: each page is one look at the data, and none pins the write-ahead log for long.
import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { ExportScope, PortableAttribute } from "../../../domain/portability.ts";
import type { ExportedBrain, ExportPage, ExportSource } from "../../../domain/ports/export-source.ts";
import { attributesBySeq, countOnPage, exportedBrain } from "../../both/exported-rows.ts";
import { vectorOf } from "../../both/stored-vectors.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { generationInUse } from "../generation.ts";
import { sourcesOf } from "../lesson-sources.ts";
import { rowOf, seqOf } from "../rows.ts";
import {
  accounts,
  attributeClaims,
  brains,
  constitutions,
  cores,
  forgottenRules,
  inputEmbeddings,
  lessonEmbeddings,
  lessons,
  models,
  packetEmbeddings,
  packets,
  selfAttributes,
} from "../schema.ts";
import { attributeOf } from "./turn-store.ts";

export function createExportSource(db: Drizzle): ExportSource {
  return {
    settings: async (account) =>
      db.select({ settings: accounts.settings }).from(accounts).where(eq(accounts.name, account)).get()?.settings ?? {},
    cores: async (account) =>
      db
        .select({ slug: cores.slug, name: cores.name, context: cores.context, createdAt: cores.createdAt })
        .from(cores)
        .where(eq(cores.account, account))
        .orderBy(asc(cores.slug))
        .all(),
    constitutions: async (account) =>
      db
        .select()
        .from(constitutions)
        .where(eq(constitutions.account, account))
        .orderBy(asc(constitutions.name))
        .all()
        .map(({ account: _, ...rest }) => rest),
    brains: async (scope, after, limit) => brainsOf(db, scope, after, limit),
    packets: async (page) => db.transaction(() => packetsOf(db, page)),
    lessons: async (page, now) => db.transaction(() => lessonsOf(db, page, now)),
    forgottenRules: async (page) => rulesOf(db, page),
  };
}

function brainsOf(
  db: Drizzle,
  { account, core, user }: ExportScope,
  after: { core: string; user: string | null } | null,
  limit: number,
): ExportedBrain[] {
  const found: ExportedBrain[] = [];
  for (const each of core === null ? coresOfBrains(db, account) : [core]) {
    if (found.length >= limit) break;
    if (after !== null && each < after.core) continue;
    // Users of one core at a time, so that the index on (account, core, user) serves every question.
    const last = after !== null && after.core === each ? (after.user ?? "") : null;
    const rows = db
      .select()
      .from(brains)
      .where(
        and(
          eq(brains.account, account),
          eq(brains.core, each),
          user === null ? undefined : eq(brains.user, user),
          last === null ? undefined : gt(brains.user, last),
        ),
      )
      .orderBy(asc(brains.user))
      .limit(limit - found.length)
      .all();
    found.push(...rows.map(exportedBrain));
  }
  return found;
}

/** The cores in which the account has brains, in order: one jump in the index for each. */
function coresOfBrains(db: Drizzle, account: string): string[] {
  const found: string[] = [];
  for (let last = ""; ; ) {
    const next = db
      .select({ core: brains.core })
      .from(brains)
      .where(and(eq(brains.account, account), gt(brains.core, last)))
      .orderBy(asc(brains.core))
      .limit(1)
      .get();
    if (next === undefined) return found;
    found.push(next.core);
    last = next.core;
  }
}

function limitOf(db: Drizzle, { brain, after, before, limit }: ExportPage): number {
  const sizes = db
    .select({ bytes: sql<number>`octet_length(${packets.input}) + octet_length(${packets.answer})` })
    .from(packets)
    .where(and(gt(packets.row, rowOf(brain, after)), lt(packets.row, rowOf(brain, before))))
    .orderBy(asc(packets.row))
    .limit(limit)
    .all();
  return countOnPage(sizes);
}

function packetsOf(db: Drizzle, page: ExportPage) {
  const { brain, after, before } = page;
  const limit = limitOf(db, page);
  const rows = db
    .select({ packet: packets, joint: packetEmbeddings, input: inputEmbeddings })
    .from(packets)
    .leftJoin(packetEmbeddings, eq(packetEmbeddings.row, packets.row))
    .leftJoin(inputEmbeddings, eq(inputEmbeddings.row, packets.row))
    .where(and(gt(packets.row, rowOf(brain, after)), lt(packets.row, rowOf(brain, before))))
    .orderBy(asc(packets.row))
    .limit(limit)
    .all();
  const attributes = attributesOf(
    db,
    rows.map((each) => each.packet.row),
  );
  const current = generationInUse(db);
  return rows.map(({ packet: { row, ...packet }, joint, input }) => ({
    ...packet,
    seq: seqOf(row),
    attributes: attributes.get(seqOf(row)) ?? [],
    learnable: input !== null,
    vector: joint && vectorOf(joint, current),
    inputVector: input && vectorOf(input, current),
  }));
}

function attributesOf(db: Drizzle, rows: readonly number[]): Map<Seq, PortableAttribute[]> {
  if (rows.length === 0) return new Map();
  const stated = (table: typeof selfAttributes | typeof attributeClaims) =>
    db
      .select({ packetRow: table.packetRow, attribute: table.attribute, value: table.value })
      .from(table)
      .where(inArray(table.packetRow, [...rows]))
      .orderBy(asc(table.packetRow), asc(table.attribute))
      .all()
      .map(attributeOf);
  return attributesBySeq(stated(selfAttributes), stated(attributeClaims));
}

function lessonsOf(db: Drizzle, { brain, after, before, limit }: ExportPage, now: number) {
  const rows = db
    .select({ lesson: lessons, embedding: lessonEmbeddings })
    .from(lessons)
    .leftJoin(lessonEmbeddings, eq(lessonEmbeddings.row, lessons.row))
    .where(and(gt(lessons.row, rowOf(brain, after)), lt(lessons.row, rowOf(brain, before)), gt(lessons.expiresAt, now)))
    .orderBy(asc(lessons.row))
    .limit(limit)
    .all();
  const links = sourcesOf(
    db,
    rows.map(({ lesson }) => lesson.row),
  );
  const current = generationInUse(db);
  return rows.map(({ lesson: { row, ...lesson }, embedding }) => ({
    ...lesson,
    seq: seqOf(row),
    sourceLink: links.get(row) ?? [],
    vector: embedding && vectorOf(embedding, current),
  }));
}

function rulesOf(db: Drizzle, { brain, after, before, limit }: ExportPage) {
  return db
    .select({ rule: forgottenRules, id: models.id, sha256: models.sha256 })
    .from(forgottenRules)
    .leftJoin(models, eq(models.generation, forgottenRules.model))
    .where(and(gt(forgottenRules.row, rowOf(brain, after)), lt(forgottenRules.row, rowOf(brain, before))))
    .orderBy(asc(forgottenRules.row))
    .limit(limit)
    .all()
    .map(({ rule: { row, createdAt, wording, vector }, id, sha256 }) => ({
      seq: seqOf(row),
      createdAt,
      wording,
      model: { id: id ?? "", sha256: sha256 ?? "" },
      vector: vectorFromBytes(vector),
    }));
}
