// Rules that were deleted for good: known by their embedding, or by the hash of their wording where another model made that.
import { createHash } from "node:crypto";
import { and, eq, gte, lt } from "drizzle-orm";
import type { FinishedPass, LearnedLesson } from "../../../domain/ports/learning-store.ts";
import { cosineOf, similarityOf } from "../../../domain/similarity.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { CURRENT_GENERATION } from "../generation.ts";
import { rowsOf } from "../rows.ts";
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

/** Asked in the write itself, so that a rule deleted while the pass ran does not come back by it. */
export function wasForgotten(db: Drizzle, pass: FinishedPass, { text, vector }: LearnedLesson): boolean {
  const { first, end } = rowsOf(pass.brain);
  const wording = hashOfWording(text);
  const known = db
    .select({
      row: forgottenRules.row,
      vector: forgottenRules.vector,
      wording: forgottenRules.wording,
      model: forgottenRules.model,
      current: CURRENT_GENERATION,
    })
    .from(forgottenRules)
    .where(and(gte(forgottenRules.row, first), lt(forgottenRules.row, end)))
    .all();
  for (const each of known) {
    if (each.model === each.current) {
      const similarity = similarityOf(cosineOf(vector, vectorFromBytes(each.vector)), pass.cosineBaseline);
      if (similarity >= pass.forgottenSimilarity) return true;
    } else if (each.wording !== null && Buffer.compare(each.wording, wording) === 0) {
      // The same words: from now on the rule is known by this model's embedding of them.
      db.update(forgottenRules)
        .set({ vector: bytesOfVector(vector), model: each.current })
        .where(eq(forgottenRules.row, each.row))
        .run();
      return true;
    }
  }
  return false;
}
