// Reads what a brain's packets say in one ordered scan, piece by piece.
import type { LexicalSource, StoredWords } from "../../../domain/ports/lexical-index.ts";
import type { Database } from "../engine/database.ts";

/**
 * [seq, session, time, language, input length, answer length, terms, counts, input, answer]: either the last two are null
 * or the five before them.
 */
type WordsTuple = [
  ...[number, string | null, number, string | null, number, number, Uint8Array, Uint8Array],
  ...[string, string],
];

// Words are looked up packet by packet, which OFFSET 0 says: where most brains are small, the one plan for all of them would
// hold each packet of a large one against the words of all its packets.
const SCAN = `
  SELECT p.seq, p.session, coalesce(p.occurred_at, p.created_at)::float8,
    t.language, t.input_length, t.answer_length, t.terms, t.counts,
    CASE WHEN t.seq IS NULL THEN p.input END, CASE WHEN t.seq IS NULL THEN p.answer END
  FROM packets p LEFT JOIN LATERAL (
    SELECT * FROM packet_terms WHERE brain = $1 AND seq = p.seq AND version = $4 OFFSET 0
  ) AS t ON true
  WHERE p.brain = $1 AND p.seq > $2 ORDER BY p.seq LIMIT $3`;
const OWNER = "SELECT account FROM brains WHERE id = $1";

// Below Drizzle on purpose, like the scan of vectors.
export function createLexicalSource(database: Database): LexicalSource {
  return {
    async accountOf(brain) {
      const [owner] = await database.values<[string]>(OWNER, [brain]);
      return owner?.[0] ?? "";
    },
    async scan(brain, after, limit, version) {
      const rows = await database.values<WordsTuple>(SCAN, [brain, after, limit, version]);
      return rows.map(wordsOf);
    },
  };
}

function wordsOf(row: WordsTuple): StoredWords {
  const [seq, session, at, language, inputLength, answerLength, terms, counts, input, answer] = row;
  const place = { seq, session, at };
  if (language === null) return { ...place, input, answer, terms: null };
  return { ...place, terms: { language, inputLength, answerLength, terms: bare(terms), counts: bare(counts) } };
}

/** The same bytes, as a plain array. */
function bare(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
