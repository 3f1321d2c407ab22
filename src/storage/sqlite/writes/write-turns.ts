// Writes of the turn loop: the token of a prepared turn, and the packet of a recorded one.
import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { Brain } from "../../../domain/brain.ts";
import { decideRecord } from "../../../domain/decide-record.ts";
import type { NewTurn, RecordedTurn, RecordOutcome } from "../../../domain/ports/turn-store.ts";
import { FORGOTTEN, recordedPacket } from "../../both/stored-turns.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION, generationInUse } from "../generation.ts";
import { rowOf } from "../rows.ts";
import { brains, lessons, turns } from "../schema.ts";
import { insertion, statement } from "../statement.ts";
import { appendPacket, countPacket } from "./append-packet.ts";
import { countAccountTurn } from "./write-accounts.ts";
import { attributesVersion } from "./write-attributes.ts";
import { ensureBrain } from "./write-brains.ts";

const value = sql.placeholder;

const insertTurn = insertion(turns, { id: sql`NULL`, inputModel: CURRENT_GENERATION });
const addCoherence = statement((db) =>
  db
    .update(brains)
    .set({
      coherenceSum: sql`${brains.coherenceSum} + ${value("coherence")}`,
      coherenceCount: sql`${brains.coherenceCount} + 1`,
    })
    .where(eq(brains.id, value("brain")))
    .prepare(),
);
const findTurn = statement((db) =>
  db
    .select()
    .from(turns)
    .where(eq(turns.tokenHash, value("tokenHash")))
    .prepare(),
);
const consumeTurn = statement((db) =>
  db
    .update(turns)
    .set({
      ...FORGOTTEN,
      session: sql`${value("session")}`,
      inputTokens: sql`${value("inputTokens")}`,
      consumedAt: sql`${value("now")}`,
      answerHash: sql`${value("answerHash")}`,
      packetSeq: sql`${value("seq")}`,
    })
    .where(eq(turns.id, value("id")))
    .prepare(),
);

export function beginTurn(db: Drizzle, turn: NewTurn): Brain {
  const { turnsPerMonth = null, subBrains = null } = turn.allowance ?? {};
  const brain = ensureBrain(db, turn.brain, turn.createdAt, subBrains);
  countAccountTurn(db, { account: turn.brain.account, at: turn.createdAt, turnsPerMonth });
  const { tokenHash, input, inputTokens, session, occurredAt, constitution, createdAt, expiresAt, signals } = turn;
  const said = { tokenHash, input, inputTokens, session, occurredAt, constitution, createdAt, expiresAt, signals };
  insertTurn(db, {
    ...{ brain: brain.id, ...said, metadata: turn.metadata, sourceSeqs: [...turn.sourceSeqs] },
    ...{ inputVector: bytesOfVector(turn.inputVector), consumedAt: null, answerHash: null, packetSeq: null },
  });
  if (turn.coherence !== null) addCoherence(db).run({ brain: brain.id, coherence: turn.coherence });
  if (turn.retrievedLessonSeqs.length > 0) {
    const rows = turn.retrievedLessonSeqs.map((seq) => rowOf(brain.id, seq));
    db.update(lessons)
      .set({
        useCount: sql`${lessons.useCount} + 1`,
        expiresAt: sql`max(${lessons.expiresAt}, ${turn.lessonsExpireAt})`,
      })
      .where(inArray(lessons.row, rows))
      .run();
  }
  return brain;
}

// Single writer: the token is looked at, then consumed; another engine locks its row, or consumes it on a condition.
/** Decides and writes in one step, so that of two records of one token only one is the first. */
export function recordTurn(db: Drizzle, recorded: RecordedTurn): RecordOutcome {
  const found = findTurn(db).get({ tokenHash: recorded.tokenHash }) ?? null;
  const version = recorded.attributes.length === 0 ? null : attributesVersion(db, recorded.brain);
  const decided = decideRecord(found, recorded, version);
  if (decided.kind !== "record") return { kind: decided.kind };
  const { turn } = decided;
  const { brain, answerHash, now } = recorded;
  const packet = recordedPacket(turn, recorded, generationInUse(db));
  const { session, inputTokens } = packet;
  const { seq, raised } = appendPacket(db, brain, packet);
  consumeTurn(db).run({ id: turn.id, session, inputTokens, now, answerHash, seq });
  countPacket(db).run({ brain, turns: 1, taught: recorded.teaches ? seq : 0 });
  return { kind: "recorded", seq, at: turn.occurredAt ?? now, raised };
}

/** A token is unknown once it was expired for `keptMs`; one that was recorded is known as long as its brain. */
export function sweepTurns(db: Drizzle, { now, keptMs }: { now: number; keptMs: number }): void {
  db.delete(turns)
    .where(and(isNull(turns.consumedAt), lt(turns.expiresAt, now - keptMs)))
    .run();
  db.update(turns)
    .set(FORGOTTEN)
    .where(and(isNull(turns.consumedAt), lt(turns.expiresAt, now), gte(turns.expiresAt, now - keptMs)))
    .run();
}
