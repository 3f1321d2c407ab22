// What other models than the one in use have embedded: found by the index on `model`, one range a generation.
import type { StalePacket, StaleStore } from "../../../domain/ports/stale-store.ts";
import type { Database } from "../engine/database.ts";
import type { ReadGeneration } from "../generation.ts";
import { renewLessons, renewPackets } from "../writes/write-reembedded.ts";

/** Turns whose brains count as used lately. */
const TURNS_LOOKED_AT = 1_000;

type Table = "packet_embeddings" | "lesson_embeddings";

const OTHERS = `(SELECT generation FROM models UNION SELECT 1) AS other`;

/**
 * `stale`: of brain $1 those with seq > $2, ascending, at most $3; $4 is the generation in use. Ranges over the whole index
 * on `model`: nothing else has them in this order, whatever the planner takes rows of other models to be.
 */
const staleIn = (table: Table) => `(
  SELECT e.seq FROM ${OTHERS}, LATERAL (
    SELECT seq FROM ${table} WHERE brain = $1 AND (model, brain, seq) > (other.generation, $1::bigint, $2::int)
    AND (model, brain, seq) < (other.generation, $1::bigint + 1, 0) ORDER BY model, brain, seq LIMIT $3
  ) AS e WHERE other.generation <> $4 ORDER BY e.seq LIMIT $3
) AS stale`;

const SEQS = {
  packet_embeddings: `SELECT seq FROM ${staleIn("packet_embeddings")}`,
  lesson_embeddings: `SELECT seq FROM ${staleIn("lesson_embeddings")}`,
};
const STALE_PACKETS = `
  SELECT p.seq, p.input, p.answer, i.seq IS NOT NULL FROM ${staleIn("packet_embeddings")}
  JOIN packets p USING (seq) LEFT JOIN input_embeddings i ON i.brain = $1 AND i.seq = p.seq
  WHERE p.brain = $1 ORDER BY p.seq`;
const STALE_LESSONS = `
  SELECT l.seq, l.text FROM ${staleIn("lesson_embeddings")} JOIN lessons l USING (seq) WHERE l.brain = $1 ORDER BY l.seq`;
const NAMED = `
  SELECT p.seq, p.input, p.answer, i.seq IS NOT NULL
  FROM unnest($2::int[]) WITH ORDINALITY AS named(seq, place)
  JOIN packet_embeddings e ON e.brain = $1 AND e.seq = named.seq AND e.model <> $3
  JOIN packets p ON p.brain = $1 AND p.seq = named.seq
  LEFT JOIN input_embeddings i ON i.brain = $1 AND i.seq = named.seq
  ORDER BY named.place`;

/** The first brain from $1 on, by that table; $2 is the generation in use. */
const nextIn = (table: Table) => `
  SELECT e.brain FROM ${OTHERS}, LATERAL (
    SELECT brain FROM ${table} WHERE (model, brain, seq) >= (other.generation, $1::bigint, 0)
    AND model <= other.generation ORDER BY model, brain, seq LIMIT 1
  ) AS e WHERE other.generation <> $2`;
const NEXT_BRAIN = `
  SELECT min(brain)::float8 FROM (${nextIn("packet_embeddings")} UNION ALL ${nextIn("lesson_embeddings")}) AS found`;

// The ends of the index: where both are the model in use, all of it is.
const ENDS = `
  SELECT min(end_at) <> $1::int OR max(end_at) <> $1::int FROM (VALUES
    ((SELECT min(model) FROM packet_embeddings)), ((SELECT max(model) FROM packet_embeddings)),
    ((SELECT min(model) FROM lesson_embeddings)), ((SELECT max(model) FROM lesson_embeddings))
  ) AS ends(end_at)`;
const COUNTED = `
  SELECT count(*)::float8, (count(*) FILTER (WHERE model = $1))::float8 FROM packet_embeddings`;
const LATEST = `
  SELECT brain::float8 FROM (SELECT brain, created_at FROM turns ORDER BY created_at DESC LIMIT $1) AS latest
  GROUP BY brain ORDER BY max(created_at) DESC, brain DESC`;

type PacketTuple = [seq: number, input: string, answer: string, hasInputVector: boolean];

// Below Drizzle on purpose, like the scan of vectors.
export function createStaleStore(database: Database, reading: ReadGeneration): StaleStore {
  async function countIn(table: Table, brain: number, limit: number): Promise<number> {
    return (await database.values(SEQS[table], [brain, 0, limit, reading.generation])).length;
  }
  async function packetsBy(query: string, values: unknown[]): Promise<StalePacket[]> {
    const rows = await database.values<PacketTuple>(query, values);
    return rows.map(([seq, input, answer, hasInputVector]) => ({ seq, input, answer, hasInputVector }));
  }
  return {
    async count() {
      const [[isMixed] = [false]] = await database.values<[boolean | null]>(ENDS, [reading.generation]);
      if (isMixed !== true) return null;
      const [[total, done] = [0, 0]] = await database.values<[number, number]>(COUNTED, [reading.generation]);
      return { total, done };
    },
    countPackets: (brain, limit) => countIn("packet_embeddings", brain, limit),
    async isStale(brain) {
      const counts = await Promise.all([
        countIn("packet_embeddings", brain, 1),
        countIn("lesson_embeddings", brain, 1),
      ]);
      return counts.some((rows) => rows > 0);
    },
    async nextBrain(from) {
      const [[brain] = [null]] = await database.values<[number | null]>(NEXT_BRAIN, [from, reading.generation]);
      return brain;
    },
    async usedLately() {
      return (await database.values<[number]>(LATEST, [TURNS_LOOKED_AT])).map(([brain]) => brain);
    },
    packets: (brain, after, limit) => packetsBy(STALE_PACKETS, [brain, after, limit, reading.generation]),
    named: (brain, seqs) => packetsBy(NAMED, [brain, seqs, reading.generation]),
    async lessons(brain, after, limit) {
      const values = [brain, after, limit, reading.generation];
      const rows = await database.values<[number, string]>(STALE_LESSONS, values);
      return rows.map(([seq, text]) => ({ seq, text }));
    },
    renewPackets: (made) => database.write(renewPackets, made),
    renewLessons: (made) => database.write(renewLessons, made),
  };
}
