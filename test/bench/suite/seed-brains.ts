// Fills a data directory below the service: memory of any size in seconds, its vectors made instead of embedded.
import { Database } from "bun:sqlite";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { finish } from "../../../src/base/steps.ts";
import { bytesOfVector } from "../../../src/base/vector-bytes.ts";
import { DEFAULT_ACCOUNT, DEFAULT_CORE } from "../../../src/domain/brain.ts";
import { DIMENSION } from "../../../src/domain/model-spec.ts";
import { CONFIDENCE, type PacketKind } from "../../../src/domain/packet.ts";
import { ANALYSIS_VERSION, createTextAnalyzer } from "../../../src/lexical/analyze-text.ts";
import { readTerms } from "../../../src/lexical/read-terms.ts";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { rowOf } from "../../../src/storage/sqlite/rows.ts";
import { TOPICS, type TurnText } from "./seed-texts.ts";
import type { MemoryMaker } from "./seed-vectors.ts";

const MINUTE_MS = 60_000;
const TURNS_PER_SESSION = 8;
const CORRECTION_SHARE = 0.03;
const INPUT_TOKENS = 20;

export interface BrainSeed {
  readonly user: string;
  readonly packets: number;
  /** True: no learning pass has scanned them, and their inputs' embeddings are there for the first one. */
  readonly unlearned?: boolean;
  /** When its turns were, in ms: the first and each further one; otherwise one a minute, the last a minute ago. */
  readonly times?: { readonly first: number; readonly every: number };
}

export interface Seeded {
  readonly seconds: number;
  readonly packets: number;
}

/** `dataDir`: one that the executable has made. It opens it as its own afterwards: nothing waits for an embedding. */
export function seedBrains(dataDir: string, seeds: Iterable<BrainSeed>, maker: MemoryMaker): Seeded {
  const startedAt = performance.now();
  const db = new Database(databasePath(dataDir), { strict: true });
  // Nobody else has the file, and a run that breaks off begins anew: no log, no waiting for the disk.
  db.run("PRAGMA journal_mode = OFF");
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA cache_size = -262144");
  let packets = 0;
  try {
    const write = createSeedWriter(db, maker);
    db.run("BEGIN");
    for (const seed of seeds) {
      write.seed(seed, packets);
      packets += seed.packets;
    }
    db.run("COMMIT");
    // Open statements would keep the closed connection, and its lock.
    write.finish();
    db.run("PRAGMA journal_mode = WAL");
  } finally {
    db.close();
  }
  flush(databasePath(dataDir));
  return { seconds: (performance.now() - startedAt) / 1000, packets };
}

/** What still had to be written out would hold up the disk that is measured next. */
function flush(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}

interface SeedWriter {
  /** `numbered`: how many packets there are already, for ids that differ. */
  seed(seed: BrainSeed, numbered: number): void;
  finish(): void;
}

function createSeedWriter(db: Database, maker: MemoryMaker): SeedWriter {
  const { random } = maker;
  const now = Date.now();
  const brains = db.prepare<{ id: number }, [string, string, string, number, number, number, number, number]>(
    `INSERT INTO brains (account, core, user, next_seq, turns, memory_size, learned_through, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const packets = db.prepare(
    `INSERT INTO packets (row, id, kind, input, answer, confidence, session, created_at, input_tokens)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const embeddings = db.prepare("INSERT INTO packet_embeddings (row, confidence, vector) VALUES (?, ?, ?)");
  const inputs = db.prepare("INSERT INTO input_embeddings (row, vector) VALUES (?, ?)");
  const terms = createTermsWriter(db);
  const vector = new Float32Array(DIMENSION);
  const bytes = bytesOfVector(vector);

  function seed({ user, packets: count, unlearned = false, times }: BrainSeed, numbered: number): void {
    const learned = unlearned ? 0 : count;
    const { first, every } = times ?? { first: now - count * MINUTE_MS, every: MINUTE_MS };
    const start = first - every;
    const brain = brains.get(DEFAULT_ACCOUNT, DEFAULT_CORE, user, count + 1, count, count, learned, start)!.id;
    for (let seq = 1; seq <= count; seq++) {
      const row = rowOf(brain, seq);
      const topic = random.integer(TOPICS);
      const turn = maker.turn(topic);
      const { input, answer } = turn;
      const kind: PacketKind = random.next() < CORRECTION_SHARE ? "correction" : "raw";
      const id = `mem_${(numbered + seq).toString(36).padStart(22, "0")}`;
      const session = `session-${Math.floor(seq / TURNS_PER_SESSION)}`;
      const at = start + seq * every;
      packets.run(row, id, kind, input, answer, CONFIDENCE[kind], session, at, INPUT_TOKENS);
      terms?.write(row, turn);
      maker.vector(topic, vector, 0);
      embeddings.run(row, CONFIDENCE[kind], bytes);
      if (!unlearned) continue;
      maker.vector(topic, vector, 0);
      inputs.run(row, bytes);
    }
  }

  return {
    seed,
    finish() {
      for (const statement of [brains, packets, embeddings, inputs, terms]) statement?.finalize();
    },
  };
}

/** What the index of words keeps of a packet; null where the executable keeps nothing. */
function createTermsWriter(db: Database): { write(row: number, turn: TurnText): void; finalize(): void } | null {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'packet_terms'");
  const isThere = table.get() !== null;
  table.finalize();
  if (!isThere) return null;
  const analyzer = createTextAnalyzer();
  const known = new Map<TurnText, [string, number, number, Uint8Array, Uint8Array]>();
  const statement = db.prepare(
    `INSERT INTO packet_terms (row, version, language, input_length, answer_length, terms, counts)
     VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)`,
  );
  return {
    write(row, turn) {
      let values = known.get(turn);
      if (values === undefined) {
        const read = finish(readTerms(analyzer, turn.input, turn.answer));
        const { language, inputLength, answerLength, terms, counts } = read;
        values = [language, inputLength, answerLength, terms, counts];
        known.set(turn, values);
      }
      statement.run(row, ANALYSIS_VERSION, ...values);
    },
    finalize: () => statement.finalize(),
  };
}
