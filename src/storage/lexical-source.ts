// Reads what a brain's packets say in one ordered scan, piece by piece.
import type { Database } from "bun:sqlite";
import type { LexicalSource } from "../domain/lexical-index.ts";
import { rowOf, rowsOf, seqOf } from "./rows.ts";

/** [row, input, answer, session, time] */
type WordsTuple = [number, string, string, string | null, number];

// Below Drizzle on purpose, like the scan of vectors.
export function createLexicalSource(db: Database): LexicalSource {
  const scan = db.query(
    `SELECT row, input, answer, session, coalesce(occurred_at, created_at)
     FROM packets WHERE row > ? AND row < ? ORDER BY row LIMIT ?`,
  );
  return {
    async scan(brain, after, limit) {
      const rows = scan.values(rowOf(brain, after), rowsOf(brain).end, limit) as WordsTuple[];
      return rows.map(([row, input, answer, session, at]) => ({ seq: seqOf(row), input, answer, session, at }));
    },
  };
}
