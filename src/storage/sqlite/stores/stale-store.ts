// What other models than the one in use have embedded: found by the index on `model`, one range a generation.
import type { Database } from "bun:sqlite";
import type { BrainId } from "../../../domain/brain.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { StalePacket, StaleStore } from "../../../domain/ports/stale-store.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import type { ReadGeneration } from "../generation.ts";
import { brainOf, rowOf, rowsOf, seqOf } from "../rows.ts";

/** Turns whose brains count as used lately. */
const TURNS_LOOKED_AT = 1_000;

type Table = "packet_embeddings" | "lesson_embeddings";

// Below Drizzle on purpose, like the scan of vectors.
function prepareQueries(db: Database) {
  const nextIn = (table: Table) =>
    db.query<{ row: number }, [number, number, number, number]>(
      `SELECT row FROM ${table} WHERE model = ? AND row >= ? AND row < ? ORDER BY row LIMIT ?`,
    );
  return {
    generations: db.query<{ generation: number }, []>(
      "SELECT generation FROM models UNION SELECT 1 ORDER BY generation",
    ),
    next: { packet_embeddings: nextIn("packet_embeddings"), lesson_embeddings: nextIn("lesson_embeddings") },
    counted: db.query<{ model: number; rows: number }, []>(
      "SELECT model, count(*) AS rows FROM packet_embeddings GROUP BY model",
    ),
    packet: db.query<{ input: string; answer: string; hasInput: number }, [number]>(
      `SELECT p.input, p.answer, i.row IS NOT NULL AS hasInput
       FROM packets p LEFT JOIN input_embeddings i ON i.row = p.row WHERE p.row = ?`,
    ),
    modelOf: db.query<{ model: number }, [number]>("SELECT model FROM packet_embeddings WHERE row = ?"),
    lesson: db.query<{ text: string }, [number]>("SELECT text FROM lessons WHERE row = ?"),
    latest: db.query<{ brain: number }, [number]>(
      "SELECT brain FROM (SELECT id, brain FROM turns ORDER BY id DESC LIMIT ?) GROUP BY brain ORDER BY max(id) DESC",
    ),
  };
}

/** The rows that follow a packet or lesson in its brain: first <= row < end. */
function after(brain: BrainId, seq: Seq): [first: number, end: number] {
  return [rowOf(brain, seq + 1), rowsOf(brain).end];
}

export function createStaleStore(db: Database, writer: WriterClient, reading: ReadGeneration): StaleStore {
  const { generations, next, counted, packet, modelOf, lesson, latest } = prepareQueries(db);

  /** first <= row < end, ascending. */
  function rowsIn(table: Table, first: number, end: number, limit: number): number[] {
    const others = generations.all().filter(({ generation }) => generation !== reading.generation);
    const found = others.flatMap(({ generation }) => next[table].all(generation, first, end, limit));
    return found
      .map(({ row }) => row)
      .sort((a, b) => a - b)
      .slice(0, limit);
  }

  function packetOf(row: number): StalePacket[] {
    const found = packet.get(row);
    if (found === null) return [];
    return [{ seq: seqOf(row), input: found.input, answer: found.answer, hasInputVector: found.hasInput === 1 }];
  }

  return {
    async count() {
      const [first] = rowsIn("packet_embeddings", 0, Number.MAX_SAFE_INTEGER, 1);
      const [firstLesson] = rowsIn("lesson_embeddings", 0, Number.MAX_SAFE_INTEGER, 1);
      reading.mixed = first !== undefined || firstLesson !== undefined;
      if (!reading.mixed) return null;
      const rows = counted.all();
      const total = rows.reduce((sum, each) => sum + each.rows, 0);
      return { total, done: rows.find(({ model }) => model === reading.generation)?.rows ?? 0 };
    },
    async countPackets(brain, limit) {
      const { first, end } = rowsOf(brain);
      return rowsIn("packet_embeddings", first, end, limit).length;
    },
    async isStale(brain) {
      const { first, end } = rowsOf(brain);
      return (
        rowsIn("packet_embeddings", first, end, 1).length > 0 || rowsIn("lesson_embeddings", first, end, 1).length > 0
      );
    },
    async nextBrain(from) {
      const { first } = rowsOf(from);
      const [packetRow] = rowsIn("packet_embeddings", first, Number.MAX_SAFE_INTEGER, 1);
      const [lessonRow] = rowsIn("lesson_embeddings", first, Number.MAX_SAFE_INTEGER, 1);
      const row = Math.min(packetRow ?? Number.POSITIVE_INFINITY, lessonRow ?? Number.POSITIVE_INFINITY);
      return Number.isFinite(row) ? brainOf(row) : null;
    },
    usedLately: async () => latest.all(TURNS_LOOKED_AT).map(({ brain }) => brain),
    packets: async (brain, seq, limit) =>
      rowsIn("packet_embeddings", ...after(brain, seq), limit).flatMap((row) => packetOf(row)),
    async named(brain, seqs) {
      const isStale = (row: number) => (modelOf.get(row)?.model ?? reading.generation) !== reading.generation;
      return seqs
        .map((seq) => rowOf(brain, seq))
        .filter(isStale)
        .flatMap(packetOf);
    },
    lessons: async (brain, seq, limit) =>
      rowsIn("lesson_embeddings", ...after(brain, seq), limit).flatMap((row) => {
        const found = lesson.get(row);
        return found === null ? [] : [{ seq: seqOf(row), text: found.text }];
      }),
    renewPackets: (made) => writer.write("renewPackets", made),
    renewLessons: (made) => writer.write("renewLessons", made),
  };
}
