// Ends a pass, of the service or of a client: one write, the vectors in memory, and a report for the counters.
import type { Lesson } from "../domain/lesson.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { FinishedPass, LearningStore, PassStatus } from "../domain/ports/learning-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import type { CollectedRules } from "./collect-rules.ts";

export interface EndPassDeps {
  readonly embedder: Embedder;
  readonly learning: LearningStore;
  readonly vectors: VectorIndex;
  /** Called for every pass that ended, however it ended. */
  readonly onPass: (pass: PassReport) => void;
}

export interface PassReport {
  readonly distiller: string;
  readonly status: PassStatus;
  readonly packetsScanned: number;
  readonly clusters: number;
  readonly lessonsCreated: number;
  /** Those that it made. */
  readonly lessons: readonly { readonly id: string; readonly text: string }[];
  readonly skipped: number;
}

/** The result of a pass. endPass adds the model's values, and the cost: 0 for a distiller without a bill. */
export type EndedPass = Omit<FinishedPass, "forgottenSimilarity" | "cosineBaseline" | "llmCost">;

/** Throws `token_consumed` where the pass records a plan that was recorded or overtaken meanwhile. */
export async function endPass(deps: EndPassDeps, ended: EndedPass): Promise<PassReport> {
  const pass = finishedPass(deps, ended);
  const { lessons, unmade, replaced } = await deps.learning.finishPass(pass);
  showLessons(deps.vectors, pass, lessons);
  for (const seq of replaced) deps.vectors.remove("lessons", pass.brain, seq);
  const { distiller, status, packetsScanned, clusters } = pass;
  return tell(deps, {
    distiller,
    status,
    packetsScanned,
    clusters,
    lessons: lessons.map(({ id, text }) => ({ id, text })),
    lessonsCreated: lessons.length,
    skipped: pass.skipped + unmade,
  });
}

export function finishedPass({ embedder }: Pick<EndPassDeps, "embedder">, ended: EndedPass): FinishedPass {
  const { forgottenRuleSimilarity, cosineBaseline } = embedder.model;
  return { ...ended, forgottenSimilarity: forgottenRuleSimilarity, cosineBaseline, llmCost: 0 };
}

export function tell(deps: Pick<EndPassDeps, "onPass">, report: PassReport): PassReport {
  deps.onPass(report);
  return report;
}

/** `partial` where some rules failed, `failed` where all rules did. */
export function statusOf({ lessons, merges, writeFailed }: CollectedRules): PassStatus {
  if (writeFailed === 0) return "ok";
  return lessons.length + merges.length > 0 ? "partial" : "failed";
}

function showLessons(vectors: VectorIndex, pass: FinishedPass, made: readonly Lesson[]): void {
  if (made.length === 0) return;
  const vectorById = new Map(pass.lessons.map(({ id, vector }) => [id, vector]));
  const rows = new Float32Array(made.length * DIMENSION);
  for (const [at, { id }] of made.entries()) rows.set(vectorById.get(id) ?? [], at * DIMENSION);
  vectors.append("lessons", pass.brain, {
    count: made.length,
    seqs: Uint32Array.from(made, ({ seq }) => seq),
    confidences: new Float32Array(made.length).fill(1),
    vectors: rows,
  });
}
