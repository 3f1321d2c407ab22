// Reads a brain's vectors in one ordered scan, piece by piece.
import type { Database } from "bun:sqlite";
import type { VectorSource } from "../../../domain/ports/vector-index.ts";
import { chunkOf, type VectorTuple } from "../../both/stored-vectors.ts";
import type { ReadGeneration } from "../generation.ts";
import { rowOf, rowsOf, SEQ_SPAN } from "../rows.ts";

const PACKETS = `SELECT row % ${SEQ_SPAN}, confidence, vector FROM packet_embeddings`;
const LESSONS = `SELECT row % ${SEQ_SPAN}, 1.0, vector FROM lesson_embeddings`;
const SCAN = "WHERE model = ? AND row > ? AND row < ? ORDER BY row LIMIT ?";
// One call for all rows, found by their keys: a call for each takes twice as long.
const READ = "NOT INDEXED WHERE model = ? AND row IN (SELECT value FROM json_each(?)) ORDER BY row";

// Below Drizzle on purpose: a brain of 100,000 packets comes through here, and a tuple a row is all that it needs.
export function createVectorSource(db: Database, reading: ReadGeneration): VectorSource {
  // Where all rows are of one model the table itself is read, in order. Where others may lie between them by the hundred
  // thousand, the index jumps over those.
  const scans = {
    packets: db.query(`${PACKETS} NOT INDEXED ${SCAN}`),
    lessons: db.query(`${LESSONS} NOT INDEXED ${SCAN}`),
  };
  const jumps = {
    packets: db.query(`${PACKETS} INDEXED BY packet_embeddings_by_model ${SCAN}`),
    lessons: db.query(`${LESSONS} INDEXED BY lesson_embeddings_by_model ${SCAN}`),
  };
  const reads = { packets: db.query(`${PACKETS} ${READ}`), lessons: db.query(`${LESSONS} ${READ}`) };
  return {
    async scan(set, brain, after, limit) {
      const query = (reading.mixed ? jumps : scans)[set];
      return chunkOf(query.values(reading.generation, rowOf(brain, after), rowsOf(brain).end, limit) as VectorTuple[]);
    },
    async read(set, brain, seqs) {
      const rows = JSON.stringify(seqs.map((seq) => rowOf(brain, seq)));
      return chunkOf(reads[set].values(reading.generation, rows) as VectorTuple[]);
    },
  };
}
