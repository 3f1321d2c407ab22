// Writes of the turn loop: the token of a prepared turn, and the packet of a recorded one.
import { and, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { bytesOfVector } from "../../../base/vector-bytes.ts";
import type { Brain } from "../../../domain/brain.ts";
import { decideRecord } from "../../../domain/decide-record.ts";
import type { GatedTurn, NewTurn, RecordedTurn, RecordOutcome } from "../../../domain/ports/turn-store.ts";
import { FORGOTTEN, recordedPacket } from "../../both/stored-turns.ts";
import type { Tx } from "../engine/transaction.ts";
import { brains, lessons, tokens, turns } from "../schema.ts";
import { insertion, statement } from "../statement.ts";
import { appendPacket } from "./append-packet.ts";
import { countAccountTurn } from "./count-account-turn.ts";
import { requireOwnAccount } from "./own-account.ts";
import { ensureBrain, lockBrain } from "./write-brains.ts";

const insertToken = insertion(tokens);
const insertTurn = insertion(turns);

export async function beginTurn(tx: Tx, turn: NewTurn): Promise<Brain> {
  const { db } = tx;
  const { turnsPerMonth = null, subBrains = null } = turn.allowance ?? {};
  const brain = await ensureBrain(tx, turn.brain, turn.createdAt, subBrains);
  const { tokenHash, input, inputTokens, session, occurredAt, constitution, createdAt, expiresAt, signals } = turn;
  const said = { tokenHash, input, inputTokens, session, occurredAt, constitution, createdAt, expiresAt, signals };
  await Promise.all([
    insertToken(db, { tokenHash, brain: brain.id }),
    insertTurn(db, {
      ...{ brain: brain.id, ...said, metadata: turn.metadata, sourceSeqs: [...turn.sourceSeqs] },
      ...{ inputVector: bytesOfVector(turn.inputVector), inputModel: tx.generation },
      ...{ consumedAt: null, answerHash: null, packetSeq: null },
    }),
    countOnBrain(tx, brain.id, turn),
  ]);
  // The account's count comes last: where a plan limits it, every turn of the account waits for its row.
  await countAccountTurn(tx, brain.id, { account: turn.brain.account, at: turn.createdAt, turnsPerMonth });
  return { id: brain.id, key: brain.key };
}

/** What is counted of the brain and its lessons. */
async function countOnBrain({ db }: Tx, brain: number, turn: NewTurn): Promise<void> {
  const { coherence, retrievedLessonSeqs, lessonsExpireAt } = turn;
  if (coherence !== null) {
    await db
      .update(brains)
      .set({
        coherenceSum: sql`${brains.coherenceSum} + ${coherence}::double precision`,
        coherenceCount: sql`${brains.coherenceCount} + 1`,
      })
      .where(eq(brains.id, brain));
  }
  if (retrievedLessonSeqs.length > 0) {
    await db
      .update(lessons)
      .set({
        useCount: sql`${lessons.useCount} + 1`,
        expiresAt: sql`greatest(${lessons.expiresAt}, ${lessonsExpireAt}::bigint)`,
      })
      .where(and(eq(lessons.brain, brain), inArray(lessons.seq, [...retrievedLessonSeqs])));
  }
}

/** A turn that a gate stopped belongs to no brain. */
const OF_NO_BRAIN = 0;

/** Throws `quota_exceeded` where the month has no more, `unauthorized` where the account is gone. */
export async function countGatedTurn(tx: Tx, turn: GatedTurn): Promise<void> {
  await requireOwnAccount(tx, turn.account);
  await countAccountTurn(tx, OF_NO_BRAIN, turn);
}

const value = sql.placeholder;
const isNamed = and(eq(turns.brain, value("brain")), eq(turns.tokenHash, value("tokenHash")));

const ownTurn = statement((db) => db.select().from(turns).where(isNamed).for("no key update").prepare("lock_turn"));

const consume = statement((db) =>
  db
    .update(turns)
    .set({
      ...FORGOTTEN,
      session: sql`${value("session")}`,
      inputTokens: sql`${value("inputTokens")}`,
      consumedAt: sql`${value("consumedAt")}`,
      answerHash: sql`${value("answerHash")}`,
      packetSeq: sql`${value("packetSeq")}`,
    })
    .where(isNamed)
    .prepare("consume_turn"),
);

/** Decides and writes under the lock of the brain, so that of two records of one token only one is the first. */
export async function recordTurn(tx: Tx, recorded: RecordedTurn): Promise<RecordOutcome> {
  const { db } = tx;
  const { brain, tokenHash } = recorded;
  const [locked, [found]] = await Promise.all([lockBrain(tx, brain), ownTurn(db).execute({ brain, tokenHash })]);
  const version = recorded.attributes.length === 0 ? null : (locked?.attributesVersion ?? 0);
  const decided = decideRecord(found ?? null, recorded, version);
  if (decided.kind !== "record") return { kind: decided.kind };
  if (locked === null) throw new Error("a turn has lost its brain");
  const { turn } = decided;
  const { answerHash, now } = recorded;
  const packet = recordedPacket(turn, recorded, tx.generation);
  const { session, inputTokens } = packet;
  const { seq, raised } = await appendPacket(tx, locked, packet, { turns: 1, teaches: recorded.teaches });
  await consume(db).execute({ brain, tokenHash, session, inputTokens, consumedAt: now, answerHash, packetSeq: seq });
  return { kind: "recorded", seq, at: turn.occurredAt ?? now, raised };
}

/** A token is unknown once it was expired for `keptMs`; one that was recorded is known as long as its brain. */
export async function sweepTurns({ db }: Tx, { now, keptMs }: { now: number; keptMs: number }): Promise<void> {
  const isOpen = isNull(turns.consumedAt);
  const gone = db
    .delete(turns)
    .where(and(isOpen, lt(turns.expiresAt, now - keptMs)))
    .returning({ tokenHash: turns.tokenHash });
  const hashes = (await gone).map(({ tokenHash }) => tokenHash);
  if (hashes.length > 0) await db.delete(tokens).where(inArray(tokens.tokenHash, hashes));
  await db
    .update(turns)
    .set(FORGOTTEN)
    .where(and(isOpen, lt(turns.expiresAt, now), gte(turns.expiresAt, now - keptMs)));
}
