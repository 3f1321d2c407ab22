// A memory of many users who write in turns, through the service's own writes, with marks in what will be erased.
import { statSync } from "node:fs";
import { finish } from "../../../src/base/steps.ts";
import { createTextAnalyzer } from "../../../src/lexical/analyze-text.ts";
import { readTerms } from "../../../src/lexical/read-terms.ts";
import { migrate } from "../../../src/storage/sqlite/engine/migrate.ts";
import { MIGRATIONS } from "../../../src/storage/sqlite/engine/migrations.ts";
import { openDrizzle, openWriter } from "../../../src/storage/sqlite/engine/open-database.ts";
import { runOperation, type WriteInput, type WriteName } from "../../../src/storage/sqlite/writes/write-operations.ts";
import { type SeededRandom, seededRandom } from "../../vectors/seeded-random.ts";

const MIB = 1024 * 1024;
const NOW = Date.UTC(2026, 0, 31, 9, 30);
const USERS = 64;
export const VICTIM = 1;
const BATCH = 64;
/** Turns of all users between two learning passes, which take the embeddings of inputs away. */
const LEARNED_EVERY = 4_000;

/** Every word of a marked packet begins so, and no other word does, nor what stemming makes of one. */
export const MARKS = { brain: "z8b", single: "z8m" } as const;
export type Mark = keyof typeof MARKS;

export interface Made {
  readonly packets: number;
  /** Marked ones of others than the victim. */
  readonly singles: readonly { readonly brain: number; readonly id: string }[];
}

export interface Workload {
  /** Plays so many turns more, none of them marked. */
  play(turns: number): void;
}

type Db = ReturnType<typeof openWriter>;

/** Until the file has so many MiB; the victim gets `ofVictim` packets, spread over all of it. */
export function makeMarkedData(path: string, megabytes: number, ofVictim: number): Made {
  const db = openWriter(path);
  migrate(db, MIGRATIONS, NOW);
  db.run("INSERT INTO accounts (name, created_at) VALUES ('default', ?)", [NOW]);
  // Nobody reads the file before it is whole.
  db.run("PRAGMA synchronous = OFF");
  const player = createPlayer(db, seededRandom(11));
  // Some 3.6 KB a packet, measured; the victim's share need not be exact.
  const expected = (megabytes * MIB) / 3_600;
  const share = Math.min(0.8, ofVictim / expected);
  let toVictim = 0;
  while (statSync(path).size < megabytes * MIB || toVictim < ofVictim) {
    const isVictim = toVictim < ofVictim && player.random.next() < share;
    if (isVictim) toVictim += 1;
    player.turn(
      isVictim ? VICTIM : 2 + player.random.integer(USERS - 1),
      isVictim ? "brain" : single(player, expected),
    );
  }
  player.flush();
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return { packets: player.packets(), singles: player.singles };
}

const SINGLES = 400;

function single(player: Player, expected: number): Mark | null {
  return player.random.next() < SINGLES / expected ? "single" : null;
}

/** The same users go on, as if nothing had been erased. */
export function goOnPlaying(db: Db, seed: number): Workload {
  const player = createPlayer(db, seededRandom(seed), seed);
  return {
    play(turns) {
      for (let turn = 0; turn < turns; turn++) player.turn(2 + player.random.integer(USERS - 1), null);
      player.flush();
    },
  };
}

interface Player {
  readonly random: SeededRandom;
  readonly singles: { readonly brain: number; readonly id: string }[];
  packets(): number;
  turn(user: number, mark: Mark | null): void;
  flush(): void;
}

/** `series`: sets the ids of one player apart from another's. */
function createPlayer(db: Db, random: SeededRandom, series = 0): Player {
  const drizzle = openDrizzle(db);
  const analyzer = createTextAnalyzer();
  const singles: { brain: number; id: string }[] = [];
  const learned = new Map<number, number>();
  let played = 0;

  function run<N extends WriteName>(name: N, input: WriteInput<N>): unknown {
    return runOperation(drizzle, { name, input });
  }

  function turn(user: number, mark: Mark | null): void {
    if (played % BATCH === 0) {
      flush();
      db.run("BEGIN IMMEDIATE");
    }
    played += 1;
    const number = `${series}-${String(played).padStart(7, "0")}`;
    const words = (length: number) => textOf(random, length, mark === null ? "" : MARKS[mark]);
    // Lengths as people's: most are short, a few are ten times as long.
    const [input, answer] = [words(40 * 10 ** random.next()), words(100 * 20 ** random.next())];
    const tokenHash = new Uint8Array(new Bun.CryptoHasher("sha256").update(number).digest());
    const vector = () => vectorOf(random, mark);
    const brain = run("beginTurn", {
      brain: { account: "default", core: "default", user: `user${user}` },
      tokenHash,
      input,
      inputVector: vector(),
      inputTokens: 30,
      session: null,
      occurredAt: null,
      metadata: { [words(8).slice(0, 64)]: words(40) },
      signals: null,
      constitution: "default",
      sourceSeqs: [],
      coherence: 0.5,
      createdAt: NOW,
      expiresAt: NOW + 1_000_000,
      retrievedLessonSeqs: [],
      lessonsExpireAt: NOW,
    }) as { id: number };
    const id = `mem_${number}${letters(random, 12)}`;
    if (mark === "single") singles.push({ brain: brain.id, id });
    const outcome = run("recordTurn", {
      tokenHash,
      brain: brain.id,
      answer,
      answerHash: tokenHash,
      packetId: id,
      kind: "raw",
      confidence: 0.5,
      cues: [],
      teaches: false,
      attributes: [],
      attributesVersion: 0,
      now: NOW + played,
    }) as { seq: number };
    const terms = finish(readTerms(analyzer, input, answer));
    run("saveEmbeddings", [{ brain: brain.id, seq: outcome.seq, vector: vector(), words: { version: 1, terms } }]);
    if (played % LEARNED_EVERY === 0) learnAll();
  }

  /** What a nightly pass takes away of every brain. */
  function learnAll(): void {
    for (const { id, next_seq } of db.query<{ id: number; next_seq: number }, []>("SELECT * FROM brains").all()) {
      const after = learned.get(id) ?? 0;
      const learnedSeqs = Array.from({ length: next_seq - 1 - after }, (_, at) => after + 1 + at);
      learned.set(id, next_seq - 1);
      for (let at = 0; at < learnedSeqs.length; at += 500) {
        const rows = learnedSeqs.slice(at, at + 500).map((seq) => id * 2 ** 28 + seq);
        db.run(`DELETE FROM input_embeddings WHERE row IN (${rows.join()})`);
      }
    }
  }

  function flush(): void {
    if (db.inTransaction) db.run("COMMIT");
  }

  return { random, singles, packets: () => played, turn, flush };
}

const LETTERS = "abcdefghijklmnopqrstuvwxy";

function letters(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => LETTERS[random.integer(LETTERS.length)]).join("");
}

function textOf(random: SeededRandom, length: number, mark: string): string {
  const words = Array.from({ length: Math.ceil(length / 9) }, () => mark + letters(random, 8 - mark.length));
  return words.join(" ");
}

/** Of a marked packet every number is the same four bytes: the end of its mark, and "V=". */
function vectorOf(random: SeededRandom, mark: Mark | null): Float32Array {
  if (mark === null) return random.unitVector(384);
  return new Float32Array(new TextEncoder().encode(`${MARKS[mark].slice(1)}V=`.repeat(384)).buffer);
}
