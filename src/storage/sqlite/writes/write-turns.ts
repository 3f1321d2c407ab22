// Writes of the turn loop: the token of a prepared turn, and the packet of a recorded one.
import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { Brain } from "../../../domain/brain.ts";
import { decideRecord } from "../../../domain/decide-record.ts";
import { NO_METADATA } from "../../../domain/metadata.ts";
import type { NewTurn, RecordedTurn, RecordOutcome } from "../../../domain/ports/turn-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
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
/** What a turn no longer has to know once it is recorded, or too late for that. */
const FORGOTTEN = { input: null, inputVector: null, signals: null, metadata: null };

const consumeTurn = statement((db) =>
  db
    .update(turns)
    .set({
      ...FORGOTTEN,
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
  if (recorded.restated !== undefined) {
    const { inputVector, ...restated } = recorded.restated;
    const stored = { ...restated, inputVector: bytesOfVector(inputVector), inputModel: CURRENT_GENERATION };
    db.update(turns).set(stored).where(eq(turns.id, turn.id)).run();
    return recordTurn(db, { ...recorded, restated: undefined });
  }
  const { packetId: id, kind, confidence, answer, cues, attributes, now } = recorded;
  const { input, session, occurredAt, inputTokens, inputVector, inputModel } = turn;
  const said = { input, answer, session, occurredAt, createdAt: now, metadata: turn.metadata ?? NO_METADATA };
  const packet = { id, kind, confidence, cues, ...said, inputTokens, inputVector, inputModel, attributes };
  const { seq, raised } = appendPacket(db, recorded.brain, packet);
  consumeTurn(db).run({ id: turn.id, now, answerHash: recorded.answerHash, seq });
  countPacket(db).run({ brain: recorded.brain, turns: 1, taught: recorded.teaches ? seq : 0 });
  return { kind: "recorded", seq, at: occurredAt ?? now, raised };
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
