// Rules that were deleted for good: known by their embedding, or by the hash of their wording where another model made that.
import { createHash } from "node:crypto";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { BrainId } from "../../../domain/brain.ts";
import type { ForgottenRule } from "../../../domain/decide-pass.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { rowOf, rowsOf, seqOf } from "../rows.ts";
import { forgottenRules } from "../schema.ts";
import { bytesOfVector, vectorFromBytes } from "../vector-bytes.ts";

/** Equal for wordings that differ in case, punctuation and white space alone. */
export function hashOfWording(text: string): Uint8Array {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [text];
  return createHash("sha256").update(words.join(" ")).digest();
}

/** By seq: the first one that a lesson meets is the one that stands in its way. */
export function forgottenRulesOf(db: Drizzle, brain: BrainId): ForgottenRule[] {
  const { first, end } = rowsOf(brain);
  return db
    .select({
      row: forgottenRules.row,
      vector: forgottenRules.vector,
      wording: forgottenRules.wording,
      isCurrent: sql`${forgottenRules.model} = ${CURRENT_GENERATION}`.mapWith(Boolean),
    })
    .from(forgottenRules)
    .where(and(gte(forgottenRules.row, first), lt(forgottenRules.row, end)))
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
