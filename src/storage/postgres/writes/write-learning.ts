// Writes of learning: plans, passes, and what they leave behind.
import { and, desc, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { decidePass, type StandingMemory } from "../../../domain/decide-pass.ts";
import { PINNED_UNTIL } from "../../../domain/lesson.ts";
import { endedCues, type Seq } from "../../../domain/packet.ts";
import type { FinishedPass, ForeseenLesson, NewPlan, PassOutcome } from "../../../domain/ports/learning-store.ts";
import {
  type EndedLessons,
  endedPackets,
  foreseen,
  learnedLesson,
  lessonsOf,
  lessonsToEnd,
  NOTHING_LEARNED,
  PASSES_KEPT,
  packetsOfEnded,
  passRow,
} from "../../both/ended-pass.ts";
import type { Tx } from "../engine/transaction.ts";
import { among } from "../named-rows.ts";
import {
  brainChanges,
  brains,
  erasedBrains,
  inputEmbeddings,
  learningPasses,
  lessonSources,
  lessons,
  packets,
  synthesisClusters,
  synthesisPlans,
  tokens,
} from "../schema.ts";
import { forgottenRulesOf, renewRules } from "./forgotten-rules.ts";
import type { Place } from "./packet-statements.ts";
import { lockBrain } from "./write-brains.ts";
import { endLessons, insertLessons, linkSources } from "./write-lessons.ts";

/** Of a brain that was erased meanwhile nothing is stored: its token is unknown then. */
export async function savePlan(tx: Tx, plan: NewPlan): Promise<void> {
  const { db } = tx;
  const { tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt } = plan;
  if ((await lockBrain(tx, brain)) === null) return;
  const clusters = plan.clusters.map(({ id, seqs }) => ({ brain, plan: tokenHash, id, seqs: [...seqs] }));
  await Promise.all([
    db.insert(tokens).values({ tokenHash, brain }),
    db.insert(synthesisPlans).values({ tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt }),
    clusters.length === 0 ? null : db.insert(synthesisClusters).values(clusters),
  ]);
}

export async function moveWatermark(
  { db }: Tx,
  { brain, through }: { readonly brain: BrainId; readonly through: Seq },
): Promise<void> {
  await db
    .update(brains)
    .set({ learnedThrough: sql`greatest(${brains.learnedThrough}, ${through})` })
    .where(eq(brains.id, brain));
}

/** Plan, watermark, rules, packets and lessons stand as they were read until the pass is written: the brain is locked. */
export async function finishPass(tx: Tx, pass: FinishedPass): Promise<PassOutcome> {
  const brain = await lockBrain(tx, pass.brain);
  const isPlanOpen = pass.tokenHash !== null && (await hasOpenPlan(tx, pass.brain, pass.tokenHash));
  const decided = decidePass(pass, { isPlanOpen, through: brain?.learnedThrough ?? null });
  if (decided === "gone") return NOTHING_LEARNED;
  const outcome = decided === "keep" ? await keepLessons(tx, pass) : NOTHING_LEARNED;
  await tx.db.insert(learningPasses).values(passRow(pass, outcome));
  await forgetOldPasses(tx, pass.brain);
  return outcome;
}

async function hasOpenPlan({ db }: Tx, brain: BrainId, tokenHash: Uint8Array): Promise<boolean> {
  const mine = and(eq(synthesisPlans.brain, brain), eq(synthesisPlans.tokenHash, tokenHash));
  const open = and(mine, isNull(synthesisPlans.consumedAt));
  return (await db.select({ brain: synthesisPlans.brain }).from(synthesisPlans).where(open)).length > 0;
}

type Reading = Pick<Tx, "db" | "generation">;

/** The lessons that `finishPass` would make of it now; nothing is written. */
export async function foreseeLessons(tx: Reading, pass: FinishedPass): Promise<ForeseenLesson[]> {
  if (pass.status === "failed") return [];
  return foreseen(lessonsOf(pass, await standingFor(tx, pass)));
}

async function standingFor(tx: Reading, { brain, lessons: learned, merges }: FinishedPass): Promise<StandingMemory> {
  const sources = [...learned, ...merges].flatMap(({ sourceSeqs }) => sourceSeqs);
  const merged = merges.map(({ lessonSeq }) => lessonSeq);
  const [rules, packetIds, there] = await Promise.all([
    learned.length === 0 ? [] : forgottenRulesOf(tx, brain),
    packetIdsOf(tx, brain, sources),
    lessonsThere(tx, brain, merged),
  ]);
  return { rules, packetIds, lessons: there };
}

async function keepLessons(tx: Tx, pass: FinishedPass): Promise<PassOutcome> {
  const { brain } = pass;
  const { made, merged, unmade, renewed } = lessonsOf(pass, await standingFor(tx, pass));
  const first = await moveOn(tx, pass, made.length);
  const lessonsMade = made.map(({ lesson, sourceLink }, at) => ({
    lesson: learnedLesson(pass, lesson, { seq: first + at, sourceLink }),
    vector: lesson.vector,
  }));
  const ids = new Set(made.map(({ lesson: { id } }) => id));
  const links = merged.flatMap(({ lessonSeq: seq, sourceLink }) => sourceLink.map((packetId) => ({ seq, packetId })));
  const learned = pass.learnedSeqs;
  const sources = await sourcesOf(tx, brain, lessonsToEnd(pass));
  const [replaced] = await Promise.all([
    replaceLessons(tx, pass, ids),
    renewRules(tx, brain, renewed),
    insertLessons(tx, brain, lessonsMade),
    linkSources(tx, brain, links),
    learned.length === 0
      ? null
      : tx.db.delete(inputEmbeddings).where(and(eq(inputEmbeddings.brain, brain), among(inputEmbeddings.seq, learned))),
    closePlans(tx, pass),
  ]);
  await markEnded(tx, pass, { sources, gone: replaced });
  return { lessons: lessonsMade.map(({ lesson }) => lesson), unmade, replaced };
}

/** Ids of the packets that each lesson was distilled from. */
async function sourcesOf({ db }: Tx, brain: BrainId, seqs: readonly Seq[]): Promise<ReadonlyMap<Seq, string[]>> {
  const links = new Map<Seq, string[]>();
  if (seqs.length === 0) return links;
  const named = and(eq(lessonSources.brain, brain), among(lessonSources.seq, seqs));
  for (const { seq, packetId } of await db.select().from(lessonSources).where(named)) {
    links.set(seq, [...(links.get(seq) ?? []), packetId]);
  }
  return links;
}

async function markEnded(tx: Tx, pass: FinishedPass, went: EndedLessons): Promise<void> {
  if (pass.ended.length === 0) return;
  const { db } = tx;
  const ids = await packetIdsOf(tx, pass.brain, packetsOfEnded(pass));
  for (const { id, by } of endedPackets(pass, went, ids)) {
    const told = and(eq(packets.brain, pass.brain), eq(packets.id, id));
    const [found] = await db.select({ cues: packets.cues }).from(packets).where(told);
    if (found !== undefined)
      await db
        .update(packets)
        .set({ cues: endedCues(found.cues, by) })
        .where(told);
  }
}

/** Moves the watermark, and takes so many positions; returns the first of them. */
async function moveOn({ db }: Tx, { brain, through }: FinishedPass, positions: number): Promise<Seq> {
  const [row] = await db
    .update(brains)
    .set({
      nextSeq: sql`${brains.nextSeq} + ${positions}`,
      learnedThrough: sql`greatest(${brains.learnedThrough}, ${through})`,
    })
    .where(eq(brains.id, brain))
    .returning({ next: brains.nextSeq });
  if (row === undefined) throw new Error("a pass named a brain that is not there");
  return row.next - positions;
}

/** What a rule that was not made would have replaced stays, and so does what is pinned. Returns the lessons that hold no longer. */
async function replaceLessons(tx: Tx, pass: FinishedPass, made: ReadonlySet<string>): Promise<Seq[]> {
  const { brain, now } = pass;
  const successors = new Map<Seq, string | null>();
  for (const { lessonSeq, by } of pass.replaced) {
    if ((by === null || made.has(by)) && !successors.has(lessonSeq)) successors.set(lessonSeq, by);
  }
  if (successors.size === 0) return [];
  const ended = [...successors].flatMap(([seq, by]) => (by === null ? [seq] : []));
  const superseded = [...successors].flatMap(([seq, by]) => (by === null ? [] : [{ seq, by }]));
  const { seq, expiresAt } = lessons;
  const live = and(eq(lessons.brain, brain), gt(expiresAt, now), lt(expiresAt, PINNED_UNTIL));
  const seqs = sql.param(superseded.map((each) => each.seq));
  const ids = sql.param(superseded.map(({ by }) => by));
  const [deleted, updated] = await Promise.all([
    tx.db
      .delete(lessons)
      .where(and(live, among(seq, ended)))
      .returning({ brain: lessons.brain, seq }),
    tx.db
      .update(lessons)
      .set({ supersededBy: sql`taken.by`, expiresAt: now })
      .from(sql`unnest(${seqs}::int[], ${ids}::text[]) AS taken(seq, by)`)
      .where(and(live, eq(seq, sql`taken.seq`)))
      .returning({ seq }),
  ]);
  await endLessons(tx, deleted);
  if (updated.length > 0) tx.note(brain, { lessonsGone: updated.map((each) => each.seq) });
  const gone = new Set([...deleted, ...updated].map((each) => each.seq));
  return [...successors.keys()].filter((each) => gone.has(each));
}

/** The plan itself, and every other one that scanned some of the same packets. */
async function closePlans({ db }: Tx, pass: FinishedPass): Promise<void> {
  const overtaken = await db
    .update(synthesisPlans)
    .set({ consumedAt: pass.now })
    .where(
      and(
        eq(synthesisPlans.brain, pass.brain),
        isNull(synthesisPlans.consumedAt),
        lt(synthesisPlans.after, pass.through),
        gt(synthesisPlans.through, pass.after),
      ),
    )
    .returning({ brain: synthesisPlans.brain, tokenHash: synthesisPlans.tokenHash });
  await dropClusters(db, overtaken);
}

type PlanKey = Pick<typeof synthesisPlans.$inferSelect, "brain" | "tokenHash">;

async function dropClusters(db: Tx["db"], plans: readonly PlanKey[]): Promise<void> {
  if (plans.length === 0) return;
  const { brain, plan } = synthesisClusters;
  await db.delete(synthesisClusters).where(sql`(${brain}, ${plan}) IN (SELECT * FROM unnest(
    ${sql.param(plans.map((each) => each.brain))}::bigint[], ${hashesOf(plans)}::bytea[]))`);
}

function hashesOf(plans: readonly PlanKey[]) {
  return sql.param(plans.map(({ tokenHash }) => tokenHash));
}

async function packetIdsOf({ db }: Pick<Tx, "db">, brain: BrainId, seqs: readonly Seq[]): Promise<Map<Seq, string>> {
  const named = and(eq(packets.brain, brain), among(packets.seq, seqs));
  const found = await db.select({ seq: packets.seq, id: packets.id }).from(packets).where(named);
  return new Map(found.map(({ seq, id }) => [seq, id]));
}

async function lessonsThere({ db }: Pick<Tx, "db">, brain: BrainId, seqs: readonly Seq[]): Promise<Set<Seq>> {
  const named = and(eq(lessons.brain, brain), among(lessons.seq, seqs));
  const found = await db.select({ seq: lessons.seq }).from(lessons).where(named);
  return new Set(found.map(({ seq }) => seq));
}

async function forgetOldPasses({ db }: Tx, brain: BrainId): Promise<void> {
  const mine = eq(learningPasses.brain, brain);
  const firstToGo = db
    .select({ id: learningPasses.id })
    .from(learningPasses)
    .where(mine)
    .orderBy(desc(learningPasses.id))
    .limit(1)
    .offset(PASSES_KEPT);
  await db.delete(learningPasses).where(and(mine, lte(learningPasses.id, firstToGo)));
}

interface LearningSweep {
  /** Plans that expired before. */
  readonly plansBefore: number;
  /** Erasures that every node has heard of. */
  readonly erasedBefore: number;
}

export async function sweepLearning({ db }: Tx, { plansBefore, erasedBefore }: LearningSweep): Promise<void> {
  const [plans] = await Promise.all([
    db
      .delete(synthesisPlans)
      .where(lt(synthesisPlans.expiresAt, plansBefore))
      .returning({ brain: synthesisPlans.brain, tokenHash: synthesisPlans.tokenHash }),
    db.delete(erasedBrains).where(lt(erasedBrains.at, erasedBefore)),
  ]);
  if (plans.length === 0) return;
  await Promise.all([
    dropClusters(db, plans),
    db.delete(tokens).where(sql`${tokens.tokenHash} = ANY(${hashesOf(plans)}::bytea[])`),
  ]);
}

/** Rows that one piece of a sweep looks at: all of a great table would take longer than a statement may. */
const PIECE_ROWS = 5_000;

export interface InputSweep {
  /** Embeddings of packets that were recorded before. */
  readonly before: number;
  /** Where the piece before has ended. */
  readonly after: Place;
}

/** One piece; returns where it has ended, null where nothing was left. */
export async function sweepInputs({ db }: Tx, { before, after }: InputSweep): Promise<Place | null> {
  const rows = await db.execute<{ brain: number; seq: number }>(sql`
    WITH looked AS MATERIALIZED (
      SELECT brain, seq FROM ${inputEmbeddings} WHERE (brain, seq) > (${after.brain}::bigint, ${after.seq}::int)
      ORDER BY brain, seq LIMIT ${PIECE_ROWS}
    ), gone AS (
      DELETE FROM ${inputEmbeddings} AS input USING looked JOIN ${packets} AS packet USING (brain, seq)
      WHERE input.brain = looked.brain AND input.seq = looked.seq AND packet.created_at < ${before}::bigint
    )
    SELECT brain::double precision, seq FROM looked ORDER BY looked.brain DESC, seq DESC LIMIT 1`);
  const [last] = rows as Place[];
  return last ?? null;
}

/** One piece of what nodes were told of brains before; false where nothing was left. */
export async function sweepChanges({ db }: Tx, { before }: { readonly before: number }): Promise<boolean> {
  const { brain, version, at } = brainChanges;
  const old = db.select({ brain, version }).from(brainChanges).where(lt(at, before)).limit(PIECE_ROWS);
  const gone = await db.delete(brainChanges).where(sql`(${brain}, ${version}) IN ${old}`).returning({ version });
  return gone.length > 0;
}
