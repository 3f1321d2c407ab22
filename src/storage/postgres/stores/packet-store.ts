// Packets and their embeddings, as the verbs ask for them.
import { and, asc, desc, eq, gt, lt, max, sql } from "drizzle-orm";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import { type Metadata, metadataFields } from "../../../domain/metadata.ts";
import type { Packet, Seq } from "../../../domain/packet.ts";
import type { PacketStore, PendingEmbedding, Session } from "../../../domain/ports/packet-store.ts";
import { PREFERENCE_CUE } from "../../../domain/wish.ts";
import { isOfOtherModel, vectorOf } from "../../both/stored-vectors.ts";
import type { Database } from "../engine/database.ts";
import type { ReadGeneration } from "../generation.ts";
import { among } from "../named-rows.ts";
import { inputEmbeddings, packets, pendingEmbeddings } from "../schema.ts";
import { statement } from "../statement.ts";
import { changeMemory, rememberMemory } from "../writes/write-memory.ts";
import { removePacket, saveEmbeddings } from "../writes/write-packets.ts";

const value = sql.placeholder;

/** Above every seq. */
const SEQ_END = 2 ** 31 - 1;

function packetOf({ inputTokens: _, ...packet }: typeof packets.$inferSelect): Packet {
  return packet;
}

const inBrain = eq(packets.brain, value("brain"));

const findById = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(inBrain, eq(packets.id, value("id"))))
    .prepare("find_packet"),
);

const namedPackets = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(inBrain, among(packets.seq, value("seqs"))))
    .prepare("named_packets"),
);

const listPackets = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(inBrain, lt(packets.seq, value("before"))))
    .orderBy(desc(packets.seq))
    .limit(value("limit"))
    .prepare("list_packets"),
);

const ofSession = and(inBrain, eq(packets.session, value("session")));

const listSession = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(ofSession, lt(packets.seq, value("before"))))
    .orderBy(desc(packets.seq))
    .limit(value("limit"))
    .prepare("list_session"),
);

const sessionFrom = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(ofSession, gt(packets.seq, value("after"))))
    .orderBy(asc(packets.seq))
    .limit(value("limit"))
    .prepare("session_from"),
);

/** [name, turns, time of the first, time of the last, its seq] */
type SessionTuple = [string, number, number, number, number];

// One jump in the index of sessions for each name, however many turns lie between; and each session by the index alone.
const SESSIONS = `
  WITH RECURSIVE named(name, place) AS (
    (SELECT session, 1 FROM packets WHERE brain = $1 AND session > $2 ORDER BY session LIMIT 1)
    UNION ALL
    SELECT next.session, named.place + 1 FROM named, LATERAL (
      SELECT session FROM packets WHERE brain = $1 AND session > named.name ORDER BY session LIMIT 1
    ) AS next WHERE named.place < $3::int
  )
  SELECT named.name, held.turns,
    coalesce(first.occurred_at, first.created_at)::float8, coalesce(last.occurred_at, last.created_at)::float8, last.seq
  FROM named
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS turns, min(seq) AS first, max(seq) AS last FROM packets
    WHERE brain = $1 AND session = named.name
  ) AS held
  JOIN packets AS first ON first.brain = $1 AND first.seq = held.first
  JOIN packets AS last ON last.brain = $1 AND last.seq = held.last
  ORDER BY named.place`;

async function sessionsOf(
  database: Database,
  brain: BrainId,
  { limit, after }: { limit: number; after: string | null },
): Promise<Session[]> {
  if (limit < 1) return [];
  // No session has the empty name.
  const rows = await database.values<SessionTuple>(SESSIONS, [brain, after ?? "", limit]);
  return rows.map(([name, turns, first, last, lastSeq]) => ({ name, turns, first, last, lastSeq }));
}

// One value for all of them: a field may be that of every packet.
const WITH_METADATA = `
  SELECT array_agg(seq ORDER BY seq) FROM (
    SELECT seq FROM packet_metadata
    WHERE brain = $1 AND (name, value) IN (SELECT * FROM unnest($2::text[], $3::text[]))
    GROUP BY seq HAVING count(*) = $4::int
  ) AS found`;

async function seqsWithMetadata(database: Database, brain: BrainId, metadata: Metadata): Promise<Seq[]> {
  const fields = metadataFields(metadata);
  if (fields.length === 0) return [];
  const [names, texts] = [fields.map(({ name }) => name), fields.map((field) => field.value)];
  const values = [brain, names, texts, fields.length];
  const [[seqs] = [null]] = await database.values<[Iterable<number> | null]>(WITH_METADATA, values);
  return seqs === null ? [] : [...seqs];
}

/** By an index of its own, which knows the cue by these very words. */
const isPreference = sql.raw(`strpos(packets.cues, '"${PREFERENCE_CUE}"') > 0`);
const taughtReplaced = sql.raw(`EXISTS (SELECT 1 FROM lesson_sources JOIN lessons USING (brain, seq)
  WHERE lesson_sources.brain = packets.brain AND lesson_sources.packet_id = packets.id
  AND lessons.superseded_by IS NOT NULL)`);

const listPreferences = statement((db) =>
  db
    .select()
    .from(packets)
    .where(and(inBrain, isPreference, sql`NOT ${taughtReplaced}`))
    .orderBy(desc(packets.seq))
    .limit(value("limit"))
    .prepare("list_preferences"),
);

const findInputs = statement((db) =>
  db
    .select({ seq: inputEmbeddings.seq, vector: inputEmbeddings.vector })
    .from(inputEmbeddings)
    .where(
      and(
        eq(inputEmbeddings.brain, value("brain")),
        among(inputEmbeddings.seq, value("seqs")),
        eq(inputEmbeddings.model, value("generation")),
      ),
    )
    .prepare("find_inputs"),
);

/** [seq, account, input, answer, confidence, input tokens, vector of the input, its generation]: the last two may be null. */
type PendingTuple = [number, string, string, string, number, number, Uint8Array | null, number | null];

// Each is looked up by its seq, which OFFSET 0 says: where most brains are small, the one plan for all of them would read all
// packets of a large one.
const PENDING = `
  SELECT waiting.seq, (SELECT account FROM brains WHERE id = $1), p.input, p.answer, p.confidence, p.input_tokens,
    i.vector, i.model
  FROM (SELECT seq FROM pending_embeddings WHERE brain = $1 ORDER BY seq LIMIT $2) AS waiting
  JOIN LATERAL (SELECT * FROM packets WHERE brain = $1 AND seq = waiting.seq OFFSET 0) AS p ON true
  LEFT JOIN LATERAL (SELECT * FROM input_embeddings WHERE brain = $1 AND seq = waiting.seq OFFSET 0) AS i ON true
  ORDER BY waiting.seq`;

async function pendingOf(
  database: Database,
  { generation }: ReadGeneration,
  brain: BrainId,
  limit: number,
): Promise<PendingEmbedding[]> {
  const rows = await database.values<PendingTuple>(PENDING, [brain, limit]);
  return rows.map(([seq, account, input, answer, confidence, inputTokens, vector, model]) => ({
    ...{ brain, seq, account, input, answer, confidence, inputTokens },
    inputVector: vectorOf({ vector, model }, generation),
    renewsInput: isOfOtherModel({ vector, model }, generation),
  }));
}

export function createPacketStore(database: Database, reading: ReadGeneration): PacketStore {
  const { db } = database;
  return {
    async list(brain, { limit, before }) {
      return (await listPackets(db).execute({ brain, before: before ?? SEQ_END, limit })).map(packetOf);
    },
    async listSession(brain, session, { limit, before }) {
      return (await listSession(db).execute({ brain, session, before: before ?? SEQ_END, limit })).map(packetOf);
    },
    async sessionFrom(brain, session, { limit, after }) {
      return (await sessionFrom(db).execute({ brain, session, after: after ?? 0, limit })).map(packetOf);
    },
    sessions: (brain, page) => sessionsOf(database, brain, page),
    withMetadata: (brain, metadata) => seqsWithMetadata(database, brain, metadata),
    async preferences(brain, limit) {
      return (await listPreferences(db).execute({ brain, limit })).map(packetOf);
    },
    remember: (memory) => database.write(rememberMemory, memory),
    change: (change) => database.write(changeMemory, change),
    async find(brain, id) {
      const [row] = await findById(db).execute({ brain, id });
      return row === undefined ? null : packetOf(row);
    },
    async bySeqs(brain, seqs) {
      if (seqs.length === 0) return [];
      return (await namedPackets(db).execute({ brain, seqs })).map(packetOf);
    },
    async inputVectors(brain, seqs) {
      if (seqs.length === 0) return new Map();
      const found = await findInputs(db).execute({ brain, seqs, generation: reading.generation });
      return new Map(found.map(({ seq, vector }) => [seq, vectorFromBytes(vector)]));
    },
    remove: (brain, id, by) => database.write(removePacket, { brain, id, by }),
    async brainsPending() {
      const { brain, seq } = pendingEmbeddings;
      const found = await db
        .select({ brain, through: max(seq) })
        .from(pendingEmbeddings)
        .groupBy(brain)
        .orderBy(brain);
      return found.map(({ brain: id, through }) => ({ brain: id, through: through ?? 0 }));
    },
    countPending: () => db.$count(pendingEmbeddings),
    pending: (brain, limit) => pendingOf(database, reading, brain, limit),
    saveEmbeddings: (made) => database.write(saveEmbeddings, made),
  };
}
