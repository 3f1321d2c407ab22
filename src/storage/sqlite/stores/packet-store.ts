// Packets and their embeddings, as the verbs ask for them.
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import { createGiveWay } from "../../../base/give-way.ts";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import { type Metadata, metadataFields } from "../../../domain/metadata.ts";
import type { Packet, Seq } from "../../../domain/packet.ts";
import type { PacketStore, Session } from "../../../domain/ports/packet-store.ts";
import { PREFERENCE_CUE } from "../../../domain/wish.ts";
import { isOfOtherModel, vectorOf } from "../../both/stored-vectors.ts";
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import type { ReadGeneration } from "../generation.ts";
import { brainOf, inRows, rowOf, rowsOf, SEQ_SPAN, seqOf } from "../rows.ts";
import {
  brains,
  inputEmbeddings,
  lessonSources,
  lessons,
  packetMetadata,
  packets,
  pendingEmbeddings,
} from "../schema.ts";
import { statement } from "../statement.ts";

function packetOf(row: typeof packets.$inferSelect): Packet {
  const { row: number, inputTokens: _, ...rest } = row;
  return { brain: brainOf(number), seq: seqOf(number), ...rest };
}

const findPacket = statement((db) =>
  db
    .select()
    .from(packets)
    .where(eq(packets.row, sql.placeholder("row")))
    .prepare(),
);

const withinRows = inRows(packets.row);

const findById = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(eq(packets.id, sql.placeholder("id")), withinRows))
    .prepare(),
);

const listPackets = statement((db) =>
  db.select().from(packets).where(withinRows).orderBy(desc(packets.row)).limit(sql.placeholder("limit")).prepare(),
);

/** Written as in the index packets_by_session, or SQLite does not use that. */
const brainOfPacket = sql`${packets.row} / ${sql.raw(String(SEQ_SPAN))}`;

const ofSession = and(
  sql`${brainOfPacket} = ${sql.placeholder("brain")}`,
  eq(packets.session, sql.placeholder("session")),
);

const findSession = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(ofSession, lt(packets.row, sql.placeholder("end"))))
    .orderBy(desc(packets.row))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

const sessionFrom = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(ofSession, gte(packets.row, sql.placeholder("first"))))
    .orderBy(asc(packets.row))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** The name of the next session: one jump in the index of sessions. */
const nextSession = statement((db) =>
  db
    .select({ name: sql<string | null>`min(${packets.session})` })
    .from(packets)
    .where(
      and(
        sql`${brainOfPacket} = ${sql.placeholder("brain")}`,
        isNotNull(packets.session),
        gt(packets.session, sql.placeholder("after")),
      ),
    )
    .prepare(),
);

/** Of the index alone. */
const sessionRows = statement((db) =>
  db
    .select({
      turns: count(),
      first: sql<number>`min(${packets.row})`,
      last: sql<number>`max(${packets.row})`,
    })
    .from(packets)
    .where(ofSession)
    .prepare(),
);

const timeOf = statement((db) =>
  db
    .select({ at: sql<number>`coalesce(${packets.occurredAt}, ${packets.createdAt})` })
    .from(packets)
    .where(eq(packets.row, sql.placeholder("row")))
    .prepare(),
);

function sessionsOf(db: Drizzle, brain: BrainId, page: { limit: number; after: string | null }): Session[] {
  const found: Session[] = [];
  // No session has the empty name.
  for (let after = page.after ?? ""; found.length < page.limit; ) {
    const name = nextSession(db).get({ brain, after })?.name ?? null;
    if (name === null) break;
    const rows = sessionRows(db).get({ brain, session: name });
    if (rows === undefined) break;
    const timeAt = (row: number) => timeOf(db).get({ row })?.at ?? 0;
    const { turns, first, last } = rows;
    found.push({ name, turns, first: timeAt(first), last: timeAt(last), lastSeq: seqOf(last) });
    after = name;
  }
  return found;
}

/** Entries of one field that are read at a time. */
const FIELDS_AT_ONCE = 1_024;

const rowsWithField = statement((db) =>
  db
    .select({ row: packetMetadata.row })
    .from(packetMetadata)
    .where(
      and(
        eq(packetMetadata.name, sql.placeholder("name")),
        eq(packetMetadata.value, sql.placeholder("value")),
        inRows(packetMetadata.row),
      ),
    )
    .orderBy(asc(packetMetadata.row))
    .limit(FIELDS_AT_ONCE)
    .prepare(),
);

/** A field may be that of every packet: others have their turn meanwhile. */
async function seqsWithMetadata(db: Drizzle, brain: BrainId, metadata: Metadata): Promise<Seq[]> {
  const giveWay = createGiveWay();
  let found: Seq[] | null = null;
  for (const field of metadataFields(metadata)) {
    const known: ReadonlySet<Seq> | null = found === null ? null : new Set(found);
    found = [];
    const { first, end } = rowsOf(brain);
    for (let from = first; from < end; ) {
      const rows = rowsWithField(db).all({ first: from, end, ...field });
      for (const { row } of rows) if (known?.has(seqOf(row)) !== false) found.push(seqOf(row));
      from = rows.length < FIELDS_AT_ONCE ? end : rows[FIELDS_AT_ONCE - 1]!.row + 1;
      await giveWay();
    }
  }
  return found ?? [];
}

/** By an index of its own, which knows the cue by these very words. */
const isPreference = sql`instr(${packets.cues}, ${sql.raw(`'"${PREFERENCE_CUE}"'`)}) > 0`;
const taughtReplaced = sql`EXISTS (SELECT 1 FROM ${lessonSources} JOIN ${lessons} ON ${lessons.row} = ${lessonSources.lessonRow}
  WHERE ${lessonSources.packetId} = ${packets.id} AND ${lessons.supersededBy} IS NOT NULL
  AND ${lessons.row} >= ${sql.placeholder("first")} AND ${lessons.row} < ${sql.placeholder("end")})`;

const listPreferences = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(isPreference, withinRows, not(taughtReplaced)))
    .orderBy(desc(packets.row))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

export function createPacketStore(db: Drizzle, writer: WriterClient, reading: ReadGeneration): PacketStore {
  return {
    async list(brain, { limit, before }) {
      const { first, end } = rowsOf(brain);
      const rows = { first, end: before === null ? end : rowOf(brain, before) };
      return listPackets(db)
        .all({ ...rows, limit })
        .map(packetOf);
    },
    async listSession(brain, session, { limit, before }) {
      const end = before === null ? rowsOf(brain).end : rowOf(brain, before);
      return findSession(db).all({ brain, session, end, limit }).map(packetOf);
    },
    async sessionFrom(brain, session, { limit, after }) {
      const first = after === null ? 0 : rowOf(brain, after) + 1;
      return sessionFrom(db).all({ brain, session, first, limit }).map(packetOf);
    },
    sessions: async (brain, page) => sessionsOf(db, brain, page),
    withMetadata: (brain, metadata) => seqsWithMetadata(db, brain, metadata),
    async preferences(brain, limit) {
      return listPreferences(db)
        .all({ ...rowsOf(brain), limit })
        .map(packetOf);
    },
    remember: (memory) => writer.write("rememberMemory", memory),
    change: (change) => writer.write("changeMemory", change),
    async find(brain, id) {
      const row = findById(db).get({ id, ...rowsOf(brain) });
      return row === undefined ? null : packetOf(row);
    },
    async bySeqs(brain, seqs) {
      if (seqs.length === 0) return [];
      const find = findPacket(db);
      return seqs.flatMap((seq) => find.all({ row: rowOf(brain, seq) })).map(packetOf);
    },
    async inputVectors(brain, seqs) {
      const rows = seqs.map((seq) => rowOf(brain, seq));
      const isComparable = eq(inputEmbeddings.model, reading.generation);
      const found = db
        .select()
        .from(inputEmbeddings)
        .where(and(inArray(inputEmbeddings.row, rows), isComparable))
        .all();
      return new Map(found.map((each) => [seqOf(each.row), vectorFromBytes(each.vector)]));
    },
    remove: (brain, id, by) => writer.write("removePacket", { brain, id, by }),
    brainsPending: async () => brainsPending(db),
    countPending: async () => db.$count(pendingEmbeddings),
    async pending(brain, limit) {
      const rows = findPending(db).all({ brain, ...rowsOf(brain), limit });
      return rows.map(({ row, vector, model, ...rest }) => ({
        brain,
        seq: seqOf(row),
        inputVector: vectorOf({ vector, model }, reading.generation),
        renewsInput: isOfOtherModel({ vector, model }, reading.generation),
        ...rest,
      }));
    },
    saveEmbeddings: (made) => writer.write("saveEmbeddings", made),
  };
}

const findPending = statement((db) =>
  db
    .select({
      row: pendingEmbeddings.row,
      account: brains.account,
      input: packets.input,
      answer: packets.answer,
      confidence: packets.confidence,
      inputTokens: packets.inputTokens,
      vector: inputEmbeddings.vector,
      model: inputEmbeddings.model,
    })
    .from(pendingEmbeddings)
    .innerJoin(packets, eq(packets.row, pendingEmbeddings.row))
    .innerJoin(brains, eq(brains.id, sql.placeholder("brain")))
    .leftJoin(inputEmbeddings, eq(inputEmbeddings.row, pendingEmbeddings.row))
    .where(inRows(pendingEmbeddings.row))
    .orderBy(asc(pendingEmbeddings.row))
    .limit(sql.placeholder("limit"))
    .prepare(),
);

function brainsPending(db: Drizzle): { brain: BrainId; through: Seq }[] {
  // Two jumps a brain: to the next pending row after the brain before, and to the last one of its own.
  const found: { brain: BrainId; through: Seq }[] = [];
  let from = 0;
  for (;;) {
    const next = edgeOf(db, sql`min(${pendingEmbeddings.row})`, gte(pendingEmbeddings.row, from));
    if (next === null) return found;
    const brain = brainOf(next);
    const { end } = rowsOf(brain);
    const last = edgeOf(db, sql`max(${pendingEmbeddings.row})`, lt(pendingEmbeddings.row, end));
    found.push({ brain, through: seqOf(last ?? next) });
    from = end;
  }
}

function edgeOf(db: Drizzle, edge: SQL, where: SQL): number | null {
  const row = db
    .select({ row: sql<number | null>`${edge}` })
    .from(pendingEmbeddings)
    .where(where)
    .get();
  return row?.row ?? null;
}
