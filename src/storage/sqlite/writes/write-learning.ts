// Writes of learning: plans, passes, and what they leave behind.
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import { MemoryError } from "../../../domain/errors.ts";
import type { Lesson } from "../../../domain/lesson.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { FinishedPass, LearnedLesson, NewPlan, PassOutcome } from "../../../domain/ports/learning-store.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { rowOf } from "../rows.ts";
import {
  brains,
  inputEmbeddings,
  learningPasses,
  lessonEmbeddings,
  lessonSources,
  lessons,
  packets,
  synthesisClusters,
  synthesisPlans,
} from "../schema.ts";
import { bytesOfVector } from "../vector-bytes.ts";
import { wasForgotten } from "./forgotten-rules.ts";
import { takeSeq } from "./write-brains.ts";

/** Passes of a brain that are kept for the operator to look at. */
const PASSES_KEPT = 100;

export function savePlan(db: Drizzle, plan: NewPlan): void {
  const { tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt } = plan;
  const { id } = db
    .insert(synthesisPlans)
    .values({ tokenHash, brain, after, through, packetsScanned, createdAt, expiresAt })
    .returning({ id: synthesisPlans.id })
    .get();
  for (const cluster of plan.clusters) {
    db.insert(synthesisClusters)
      .values({ plan: id, id: cluster.id, seqs: [...cluster.seqs], prompt: cluster.prompt })
      .run();
  }
}

export function moveWatermark(db: Drizzle, { brain, through }: { brain: BrainId; through: Seq }): void {
  db.update(brains)
    .set({ learnedThrough: sql`max(${brains.learnedThrough}, ${through})` })
    .where(eq(brains.id, brain))
    .run();
}

const NOTHING: PassOutcome = { lessons: [], forgotten: 0 };

export function finishPass(db: Drizzle, pass: FinishedPass): PassOutcome {
  if (pass.tokenHash !== null) requireOpenPlan(db, pass.tokenHash);
  const brain = db.select({ through: brains.learnedThrough }).from(brains).where(eq(brains.id, pass.brain)).get();
  // The core was deleted while the pass ran.
  if (brain === undefined) return NOTHING;
  // Another pass has taught the same packets meanwhile: this one has nothing to add.
  const isOvertaken = pass.tokenHash === null && brain.through !== pass.after;
  const outcome = pass.status === "failed" || isOvertaken ? NOTHING : keepLessons(db, pass);
  db.insert(learningPasses)
    .values({
      brain: pass.brain,
      distiller: pass.distiller,
      status: pass.status,
      packetsScanned: pass.packetsScanned,
      clusters: pass.clusters,
      lessonsCreated: outcome.lessons.length,
      skipped: pass.skipped + outcome.forgotten,
      writeFailed: pass.writeFailed,
      llmCost: pass.llmCost,
      error: pass.error,
      finishedAt: pass.now,
    })
    .run();
  forgetOldPasses(db, pass.brain);
  return outcome;
}

function requireOpenPlan(db: Drizzle, tokenHash: Uint8Array): void {
  const open = db
    .select({ id: synthesisPlans.id })
    .from(synthesisPlans)
    .where(and(eq(synthesisPlans.tokenHash, tokenHash), isNull(synthesisPlans.consumedAt)))
    .get();
  if (open === undefined)
    throw new MemoryError("token_consumed", "this plan was recorded, or overtaken by another pass");
}

function keepLessons(db: Drizzle, pass: FinishedPass): PassOutcome {
  const wanted = pass.lessons.filter((lesson) => !wasForgotten(db, pass, lesson));
  const lessonsMade = wanted.flatMap((lesson) => addLearned(db, pass, lesson) ?? []);
  for (const { lessonSeq, sourceSeqs } of pass.merges) {
    const row = rowOf(pass.brain, lessonSeq);
    // A lesson that was removed while the pass ran takes no sources, and does not come back.
    const there = db.select({ row: lessons.row }).from(lessons).where(eq(lessons.row, row)).get();
    if (there !== undefined) linkSources(db, row, packetIds(db, pass.brain, sourceSeqs));
  }
  moveWatermark(db, { brain: pass.brain, through: pass.through });
  if (pass.learnedSeqs.length > 0) {
    const rows = pass.learnedSeqs.map((seq) => rowOf(pass.brain, seq));
    db.delete(inputEmbeddings).where(inArray(inputEmbeddings.row, rows)).run();
  }
  closePlans(db, pass);
  return { lessons: lessonsMade, forgotten: pass.lessons.length - wanted.length };
}

/** The plan itself, and every other one that scanned some of the same packets. Their prompts quote memory. */
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

/** null where none of the packets that it was distilled from is left. */
function addLearned(db: Drizzle, pass: FinishedPass, lesson: LearnedLesson): Lesson | null {
  const sourceLink = packetIds(db, pass.brain, lesson.sourceSeqs);
  if (sourceLink.length === 0) return null;
  const seq = takeSeq(db, pass.brain);
  const row = rowOf(pass.brain, seq);
  const { id, text, expiresAt } = lesson;
  const { now: createdAt, llmCost } = pass;
  db.insert(lessons).values({ row, id, text, createdAt, expiresAt, llmCost }).run();
  db.insert(lessonEmbeddings)
    .values({ row, vector: bytesOfVector(lesson.vector), model: CURRENT_GENERATION })
    .run();
  linkSources(db, row, sourceLink);
  return { id, brain: pass.brain, seq, text, useCount: 0, createdAt, expiresAt, sourceLink, llmCost };
}

function packetIds(db: Drizzle, brain: BrainId, seqs: readonly Seq[]): string[] {
  const rows = seqs.map((seq) => rowOf(brain, seq));
  return db
    .select({ id: packets.id })
    .from(packets)
    .where(inArray(packets.row, rows))
    .all()
    .map((each) => each.id)
    .sort();
}

function linkSources(db: Drizzle, lessonRow: number, ids: readonly string[]): void {
  for (const packetId of ids) db.insert(lessonSources).values({ lessonRow, packetId }).onConflictDoNothing().run();
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
