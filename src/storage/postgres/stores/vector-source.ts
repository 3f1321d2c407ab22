// Reads a brain's vectors in one ordered scan, piece by piece.
import type { VectorSource } from "../../../domain/ports/vector-index.ts";
import { chunkOf, type VectorTuple } from "../../both/stored-vectors.ts";
import type { Database } from "../engine/database.ts";
import type { ReadGeneration } from "../generation.ts";

const PACKETS = "SELECT seq, confidence, vector FROM packet_embeddings";
const LESSONS = "SELECT seq, 1.0::float8, vector FROM lesson_embeddings";
const SCAN = "WHERE brain = $1 AND model = $2 AND seq > $3 ORDER BY seq LIMIT $4";
const READ = "WHERE brain = $1 AND model = $2 AND seq = ANY($3::int[]) ORDER BY seq";

const SCANS = { packets: `${PACKETS} ${SCAN}`, lessons: `${LESSONS} ${SCAN}` };
const READS = { packets: `${PACKETS} ${READ}`, lessons: `${LESSONS} ${READ}` };

// Below Drizzle on purpose: a brain of 100,000 packets comes through here, and a tuple a row is all that it needs.
export function createVectorSource(database: Database, reading: ReadGeneration): VectorSource {
  return {
    async scan(set, brain, after, limit) {
      return chunkOf(await database.values<VectorTuple>(SCANS[set], [brain, reading.generation, after, limit]));
    },
    async read(set, brain, seqs) {
      if (seqs.length === 0) return chunkOf([]);
      return chunkOf(await database.values<VectorTuple>(READS[set], [brain, reading.generation, seqs]));
    },
  };
}
