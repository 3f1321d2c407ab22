// Writes of the turn loop: the token of a prepared turn, and the packet of a recorded one.
import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Brain } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { NewTurn, RecordedTurn, RecordOutcome } from "../domain/ports.ts";
import type { Drizzle } from "./open-database.ts";
import { rowOf } from "./rows.ts";
import { brains, inputEmbeddings, lessons, packets, pendingEmbeddings, turns } from "./schema.ts";
import { bytesOfVector } from "./vector-bytes.ts";
import { attributesVersion, writeAttribute } from "./write-attributes.ts";
import { ensureBrain, takeSeq } from "./write-brains.ts";

export function beginTurn(db: Drizzle, turn: NewTurn): Brain {
  const brain = ensureBrain(db, turn.brain, turn.createdAt);
  db.insert(turns)
    .values({
      tokenHash: turn.tokenHash,
      brain: brain.id,
      input: turn.input,
      inputVector: bytesOfVector(turn.inputVector),
      inputTokens: turn.inputTokens,
      session: turn.session,
      occurredAt: turn.occurredAt,
      constitution: turn.constitution,
      sourceSeqs: [...turn.sourceSeqs],
      createdAt: turn.createdAt,
      expiresAt: turn.expiresAt,
    })
    .run();
  if (turn.coherence !== null) {
    db.update(brains)
      .set({
        coherenceSum: sql`${brains.coherenceSum} + ${turn.coherence}`,
        coherenceCount: sql`${brains.coherenceCount} + 1`,
      })
      .where(eq(brains.id, brain.id))
      .run();
  }
  if (turn.retrievedLessonSeqs.length > 0) {
    const rows = turn.retrievedLessonSeqs.map((seq) => rowOf(brain.id, seq));
    db.update(lessons)
      .set({ useCount: sql`${lessons.useCount} + 1`, expiresAt: turn.lessonsExpireAt })
      .where(inArray(lessons.row, rows))
      .run();
  }
  return brain;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Decides and writes in one step, so that of two records of one token only one is the first. */
export function recordTurn(db: Drizzle, recorded: RecordedTurn): RecordOutcome {
  const turn = db.select().from(turns).where(eq(turns.tokenHash, recorded.tokenHash)).get();
  if (turn === undefined || turn.brain !== recorded.brain) {
    throw new MemoryError("token_not_found", "there is no such turn token");
  }
  if (turn.consumedAt !== null) {
    if (turn.answerHash === null || !sameBytes(turn.answerHash, recorded.answerHash)) {
      throw new MemoryError("token_consumed", "this turn was recorded already, with another answer");
    }
    return { kind: "repeated" };
  }
  if (turn.expiresAt <= recorded.now || turn.input === null || turn.inputVector === null) {
    throw new MemoryError("token_expired", "this turn token has expired");
  }
  if (recorded.attributes.length > 0 && attributesVersion(db, recorded.brain) !== recorded.attributesVersion) {
    return { kind: "outdated" };
  }
  const seq = takeSeq(db, recorded.brain);
  const row = rowOf(recorded.brain, seq);
  db.insert(packets)
    .values({
      row,
      id: recorded.packetId,
      kind: recorded.kind,
      input: turn.input,
      answer: recorded.answer,
      confidence: recorded.confidence,
      unconfirmedOverwrite: recorded.attributes.some(({ outcome }) => outcome === "claim"),
      cues: [...recorded.cues],
      session: turn.session,
      occurredAt: turn.occurredAt,
      createdAt: recorded.now,
      inputTokens: turn.inputTokens,
    })
    .run();
  db.insert(inputEmbeddings).values({ row, vector: turn.inputVector }).run();
  db.insert(pendingEmbeddings).values({ row }).run();
  db.update(turns)
    .set({
      input: null,
      inputVector: null,
      consumedAt: recorded.now,
      answerHash: recorded.answerHash,
      packetSeq: seq,
    })
    .where(eq(turns.id, turn.id))
    .run();
  db.update(brains)
    .set({ turns: sql`${brains.turns} + 1`, memorySize: sql`${brains.memorySize} + 1` })
    .where(eq(brains.id, recorded.brain))
    .run();
  const raised = recorded.attributes.flatMap((decision) => writeAttribute(db, recorded.brain, seq, decision));
  return { kind: "recorded", seq, at: turn.occurredAt ?? recorded.now, raised };
}

/** A token is unknown once it was expired for `keptMs`; one that was recorded is known as long as its brain. */
export function sweepTurns(db: Drizzle, { now, keptMs }: { now: number; keptMs: number }): void {
  db.delete(turns)
    .where(and(isNull(turns.consumedAt), lt(turns.expiresAt, now - keptMs)))
    .run();
  db.update(turns)
    .set({ input: null, inputVector: null })
    .where(and(isNull(turns.consumedAt), lt(turns.expiresAt, now), gte(turns.expiresAt, now - keptMs)))
    .run();
}
