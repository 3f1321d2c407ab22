// Reads what a brain's packets say in one ordered scan, piece by piece.
import type { Database } from "bun:sqlite";
import type { BrainId } from "../../../domain/brain.ts";
import type { LexicalSource, StoredWords } from "../../../domain/ports/lexical-index.ts";
import { rowOf, rowsOf, seqOf } from "../rows.ts";

/** [row, session, time, language, input length, answer length, terms, counts], the last five null where there are none. */
type WordsTuple = [number, string | null, number, string | null, number, number, Uint8Array, Uint8Array];

// Below Drizzle on purpose, like the scan of vectors.
export function createLexicalSource(db: Database): LexicalSource {
  const scan = db.query(
    `SELECT p.row, p.session, coalesce(p.occurred_at, p.created_at),
       t.language, t.input_length, t.answer_length, CAST(t.terms AS BLOB), t.counts
     FROM packets p LEFT JOIN packet_terms t ON t.row = p.row AND t.version = ?
     WHERE p.row > ? AND p.row < ? ORDER BY p.row LIMIT ?`,
  );
  const owner = db.query<{ account: string }, [BrainId]>("SELECT account FROM brains WHERE id = ?");
  const text = db.query("SELECT input, answer FROM packets WHERE row = ?");

  function wordsOf([row, session, at, language, inputLength, answerLength, terms, counts]: WordsTuple): StoredWords[] {
    const place = { seq: seqOf(row), session, at };
    if (language !== null) return [{ ...place, terms: { language, inputLength, answerLength, terms, counts } }];
    return (text.values(row) as [string, string][]).map(([input, answer]) => ({
      ...place,
      input,
      answer,
      terms: null,
    }));
  }

  return {
    accountOf: async (brain) => owner.get(brain)?.account ?? "",
    scan: async (brain, after, limit, version) =>
      (scan.values(version, rowOf(brain, after), rowsOf(brain).end, limit) as WordsTuple[]).flatMap(wordsOf),
  };
}
