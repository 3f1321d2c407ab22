// Stores the rules that a caller's model made of a plan.
import type { Clock } from "../base/chance.ts";
import { sha256 } from "../base/sha256.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { PassStatus, StoredPlan } from "../domain/ports/learning-store.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import { requireTokenOf, type TokenUse } from "../domain/token-brain.ts";
import { type CollectRulesDeps, collectRules } from "./collect-rules.ts";
import { type EndPassDeps, endPass, statusOf } from "./end-pass.ts";
import { parseRule } from "./parse-rule.ts";

export interface RecordSynthesisDeps extends CollectRulesDeps, EndPassDeps {
  readonly clock: Clock;
  readonly reembedding: Pick<Reembedding, "renewLessons">;
}

export interface RecordSynthesisInput extends TokenUse {
  readonly synthesisToken: string;
  readonly lessons: readonly { readonly clusterId: string; readonly text: string | null }[];
}

export interface RecordedSynthesis {
  readonly lessonsCreated: number;
  readonly skipped: number;
  readonly packetsScanned: number;
  readonly status: PassStatus;
  readonly writeFailed: number;
  readonly error: string | null;
}

/** Shown as the distiller of a pass that the caller's own model worded. */
const CALLER = "caller";

/**
 * Throws `token_not_found`, `token_other_brain`, `token_consumed`, `token_expired`, and `invalid_request` for unknown
 * or repeated clusters; nothing is stored or consumed then, nor where the status is `failed`.
 */
export async function recordSynthesis(
  deps: RecordSynthesisDeps,
  input: RecordSynthesisInput,
): Promise<RecordedSynthesis> {
  const plan = await findPlan(deps, input);
  const ruleById = new Map(input.lessons.map(({ clusterId, text }) => [clusterId, parseRule(text)]));
  requireKnownClusters(plan, input);
  const now = deps.clock.now();
  const distilled = plan.clusters.map(({ id, seqs }) => ({ seqs, rule: ruleById.get(id) ?? null }));
  // The plan may be older than a change of the model: its rules are compared with lessons, which need this model first.
  await deps.reembedding.renewLessons(plan.brain.id);
  const rules = await collectRules(deps, plan.brain, distilled, now);
  const { status, lessonsCreated, skipped, packetsScanned } = await endPass(deps, {
    ...rules,
    brain: plan.brain.id,
    distiller: CALLER,
    status: statusOf(rules),
    after: plan.after,
    through: plan.through,
    packetsScanned: plan.packetsScanned,
    clusters: plan.clusters.length,
    learnedSeqs: plan.clusters.flatMap(({ seqs }) => [...seqs]),
    tokenHash: sha256(input.synthesisToken),
    now,
  });
  const { writeFailed, error } = rules;
  return { lessonsCreated, skipped, packetsScanned, status, writeFailed, error };
}

async function findPlan(deps: RecordSynthesisDeps, input: RecordSynthesisInput): Promise<StoredPlan> {
  const found = await deps.learning.findPlan(sha256(input.synthesisToken));
  const plan = requireTokenOf(found, input, {
    unknown: "there is no such synthesis token",
    otherBrain: "this plan was prepared for another brain: send the headers of its plan",
  });
  if (plan.consumed) {
    throw new MemoryError("token_consumed", "this plan was recorded, or overtaken by another pass over its packets");
  }
  if (plan.expiresAt <= deps.clock.now()) throw new MemoryError("token_expired", "this synthesis token has expired");
  return plan;
}

function requireKnownClusters(plan: StoredPlan, input: RecordSynthesisInput): void {
  const known = new Set(plan.clusters.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { clusterId } of input.lessons) {
    if (!known.has(clusterId)) throw invalidRequest("`lessons` names a cluster that the plan does not have", "lessons");
    if (seen.has(clusterId)) throw invalidRequest("`lessons` names a cluster twice", "lessons");
    seen.add(clusterId);
  }
}
