// Rules that were deleted for good: known by their embedding, or by the hash of their wording where another model made that.
import { asc, eq, sql } from "drizzle-orm";
import { bytesOfVector, vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { ForgottenRule } from "../../../domain/decide-pass.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { ofBrain, rowOf, seqOf } from "../rows.ts";
import { forgottenRules } from "../schema.ts";

/** By seq: the first one that a lesson meets is the one that stands in its way. */
export function forgottenRulesOf(db: Drizzle, brain: BrainId): ForgottenRule[] {
  return db
    .select({
      row: forgottenRules.row,
      vector: forgottenRules.vector,
      wording: forgottenRules.wording,
      isCurrent: sql`${forgottenRules.model} = ${CURRENT_GENERATION}`.mapWith(Boolean),
    })
    .from(forgottenRules)
    .where(ofBrain(forgottenRules.row, brain))
    .orderBy(asc(forgottenRules.row))
    .all()
    .map(({ row, vector, ...rest }) => ({ seq: seqOf(row), vector: vectorFromBytes(vector), ...rest }));
}

/** From now on the rule is known by this model's embedding of it. */
export function renewRule(db: Drizzle, brain: BrainId, { seq, vector }: { seq: Seq; vector: Float32Array }): void {
  db.update(forgottenRules)
    .set({ vector: bytesOfVector(vector), model: CURRENT_GENERATION })
    .where(eq(forgottenRules.row, rowOf(brain, seq)))
    .run();
}
