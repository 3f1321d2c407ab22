// Writes of learning: plans, passes, and what they leave behind.
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from "drizzle-orm";
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
import type { Drizzle } from "../engine/open-database.ts";
import { sourcesOf } from "../lesson-sources.ts";
import { ofBrain, rowOf, seqOf } from "../rows.ts";
import {
  brains,
  inputEmbeddings,
  learningPasses,
  lessons,
  packets,
  synthesisClusters,
  synthesisPlans,
} from "../schema.ts";
import { forgottenRulesOf, renewRule } from "./forgotten-rules.ts";
import { takeSeq } from "./write-brains.ts";
import { insertLesson, linkSources } from "./write-lessons.ts";

/** Of a brain that was erased meanwhile nothing is stored: its token is unknown then. */
export function savePlan(db: Drizzle, plan: NewPlan): void {
  const { tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt } = plan;
  if (db.select({ id: brains.id }).from(brains).where(eq(brains.id, brain)).get() === undefined) return;
  const { id } = db
    .insert(synthesisPlans)
    .values({ tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt })
    .returning({ id: synthesisPlans.id })
    .get();
  for (const cluster of plan.clusters) {
    // What its prompt quotes may be erased before the plan is: nobody reads it again.
    db.insert(synthesisClusters)
      .values({ plan: id, id: cluster.id, seqs: [...cluster.seqs], prompt: "" })
      .run();
  }
}

export function moveWatermark(db: Drizzle, { brain, through }: { brain: BrainId; through: Seq }): void {
  db.update(brains)
    .set({ learnedThrough: sql`max(${brains.learnedThrough}, ${through})` })
    .where(eq(brains.id, brain))
    .run();
}

/** Lessons that go without another in their place. */
export function takesRulesBack({ replaced }: FinishedPass): boolean {
  return replaced.some(({ by }) => by === null);
}

// Single writer: plan, watermark, rules, packets and lessons stand as they were read until the pass is written; another
// engine locks the brain's row first.
export function finishPass(db: Drizzle, pass: FinishedPass): PassOutcome {
  const isPlanOpen = pass.tokenHash !== null && hasOpenPlan(db, pass.tokenHash);
  const brain = db.select({ through: brains.learnedThrough }).from(brains).where(eq(brains.id, pass.brain)).get();
  const decided = decidePass(pass, { isPlanOpen, through: brain?.through ?? null });
  if (decided === "gone") return NOTHING_LEARNED;
  const outcome = decided === "keep" ? keepLessons(db, pass) : NOTHING_LEARNED;
  db.insert(learningPasses).values(passRow(pass, outcome)).run();
  forgetOldPasses(db, pass.brain);
  return outcome;
}

function hasOpenPlan(db: Drizzle, tokenHash: Uint8Array): boolean {
  const open = and(eq(synthesisPlans.tokenHash, tokenHash), isNull(synthesisPlans.consumedAt));
  return db.select({ id: synthesisPlans.id }).from(synthesisPlans).where(open).get() !== undefined;
}

/** The lessons that `finishPass` would make of it now; nothing is written. */
export function foreseeLessons(db: Drizzle, pass: FinishedPass): ForeseenLesson[] {
  if (pass.status === "failed") return [];
  return foreseen(lessonsOf(pass, standingFor(db, pass)));
}

function keepLessons(db: Drizzle, pass: FinishedPass): PassOutcome {
  const { brain } = pass;
  const { made, merged, unmade, renewed } = lessonsOf(pass, standingFor(db, pass));
  for (const rule of renewed) renewRule(db, brain, rule);
  const lessonsMade = made.map(({ lesson, sourceLink }) => {
    const learned = learnedLesson(pass, lesson, { seq: takeSeq(db, brain), sourceLink });
    insertLesson(db, learned, lesson.vector);
    return learned;
  });
  for (const { lessonSeq, sourceLink } of merged) linkSources(db, rowOf(brain, lessonSeq), sourceLink);
  const sources = sourcesOf(
    db,
    lessonsToEnd(pass).map((seq) => rowOf(brain, seq)),
  );
  const replaced = replaceLessons(db, pass, new Set(lessonsMade.map(({ id }) => id)));
  markEnded(db, pass, { sources: new Map([...sources].map(([row, ids]) => [seqOf(row), ids])), gone: replaced });
  moveWatermark(db, { brain, through: pass.through });
  if (pass.learnedSeqs.length > 0) {
    const rows = pass.learnedSeqs.map((seq) => rowOf(brain, seq));
    db.delete(inputEmbeddings).where(inArray(inputEmbeddings.row, rows)).run();
  }
  closePlans(db, pass);
  return { lessons: lessonsMade, unmade, replaced };
}

/** What a rule that was not made would have replaced stays, and so does what is pinned. Returns the lessons that hold no longer. */
function replaceLessons(db: Drizzle, pass: FinishedPass, made: ReadonlySet<string>): Seq[] {
  const gone: Seq[] = [];
  for (const { lessonSeq, by } of pass.replaced) {
    const isLive = and(gt(lessons.expiresAt, pass.now), lt(lessons.expiresAt, PINNED_UNTIL));
    const live = and(eq(lessons.row, rowOf(pass.brain, lessonSeq)), isLive);
    if (by !== null && !made.has(by)) continue;
    const row =
      by === null
        ? db.delete(lessons).where(live).returning({ row: lessons.row }).get()
        : db
            .update(lessons)
            .set({ supersededBy: by, expiresAt: pass.now })
            .where(live)
            .returning({ row: lessons.row })
            .get();
    if (row !== undefined) gone.push(lessonSeq);
  }
  return gone;
}

function markEnded(db: Drizzle, pass: FinishedPass, went: EndedLessons): void {
  if (pass.ended.length === 0) return;
  const ids = packetIds(db, pass.brain, packetsOfEnded(pass));
  for (const { id, by } of endedPackets(pass, went, ids)) {
    const told = and(eq(packets.id, id), ofBrain(packets.row, pass.brain));
    const found = db.select({ row: packets.row, cues: packets.cues }).from(packets).where(told).get();
    if (found === undefined) continue;
    const cues = endedCues(found.cues, by);
    db.update(packets).set({ cues }).where(eq(packets.row, found.row)).run();
  }
}

function standingFor(db: Drizzle, { brain, lessons: learned, merges }: FinishedPass): StandingMemory {
  const sources = [...learned, ...merges].flatMap(({ sourceSeqs }) => sourceSeqs);
  return {
    rules: learned.length === 0 ? [] : forgottenRulesOf(db, brain),
    packetIds: packetIds(db, brain, sources),
    lessons: lessonsThere(
      db,
      brain,
      merges.map(({ lessonSeq }) => lessonSeq),
    ),
  };
}

/** The plan itself, and every other one that scanned some of the same packets. */
function closePlans(db: Drizzle, pass: FinishedPass): void {
  const overtaken = db
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
    .returning({ id: synthesisPlans.id })
    .all();
  if (overtaken.length === 0) return;
  const plans = overtaken.map((each) => each.id);
  db.delete(synthesisClusters).where(inArray(synthesisClusters.plan, plans)).run();
}

function packetIds(db: Drizzle, brain: BrainId, seqs: readonly Seq[]): Map<Seq, string> {
  const rows = seqs.map((seq) => rowOf(brain, seq));
  const found = db.select({ row: packets.row, id: packets.id }).from(packets).where(inArray(packets.row, rows)).all();
  return new Map(found.map(({ row, id }) => [seqOf(row), id]));
}

function lessonsThere(db: Drizzle, brain: BrainId, seqs: readonly Seq[]): Set<Seq> {
  const rows = seqs.map((seq) => rowOf(brain, seq));
  const found = db.select({ row: lessons.row }).from(lessons).where(inArray(lessons.row, rows)).all();
  return new Set(found.map(({ row }) => seqOf(row)));
}

function forgetOldPasses(db: Drizzle, brain: BrainId): void {
  const mine = eq(learningPasses.brain, brain);
  const firstToGo = db
    .select({ id: learningPasses.id })
    .from(learningPasses)
    .where(mine)
    .orderBy(desc(learningPasses.id))
    .limit(1)
    .offset(PASSES_KEPT)
    .get();
  if (firstToGo === undefined) return;
  db.delete(learningPasses)
    .where(and(mine, lte(learningPasses.id, firstToGo.id)))
    .run();
}

/** Input embeddings older than `embeddingsBefore`, and plans that expired before `plansBefore`. */
export function sweepLearning(
  db: Drizzle,
  { embeddingsBefore, plansBefore }: { embeddingsBefore: number; plansBefore: number },
): void {
  const old = db.select({ row: packets.row }).from(packets).where(lt(packets.createdAt, embeddingsBefore));
  db.delete(inputEmbeddings).where(inArray(inputEmbeddings.row, old)).run();
  db.delete(synthesisPlans).where(lt(synthesisPlans.expiresAt, plansBefore)).run();
}
