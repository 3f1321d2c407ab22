// Rules that were deleted for good: known by their embedding, or by the hash of their wording where another model made that.
import { and, asc, eq, sql } from "drizzle-orm";
import { vectorFromBytes } from "../../../base/vector-bytes.ts";
import type { BrainId } from "../../../domain/brain.ts";
import type { ForgottenRule } from "../../../domain/decide-pass.ts";
import type { Seq } from "../../../domain/packet.ts";
import type { Tx } from "../engine/transaction.ts";
import { madeVectors } from "../named-rows.ts";
import { forgottenRules } from "../schema.ts";

/** By seq: the first one that a lesson meets is the one that stands in its way. */
export async function forgottenRulesOf(
  { db, generation }: Pick<Tx, "db" | "generation">,
  brain: BrainId,
): Promise<ForgottenRule[]> {
  const found = await db
    .select({
      seq: forgottenRules.seq,
      vector: forgottenRules.vector,
      wording: forgottenRules.wording,
      isCurrent: sql<boolean>`${forgottenRules.model} = ${generation}`,
    })
    .from(forgottenRules)
    .where(eq(forgottenRules.brain, brain))
    .orderBy(asc(forgottenRules.seq));
  return found.map(({ vector, ...rest }) => ({ ...rest, vector: vectorFromBytes(vector) }));
}

/** From now on the rules are known by this model's embeddings of them. */
export async function renewRules(
  { db, generation }: Tx,
  brain: BrainId,
  renewed: readonly { readonly seq: Seq; readonly vector: Float32Array }[],
): Promise<void> {
  if (renewed.length === 0) return;
  await db
    .update(forgottenRules)
    .set({ vector: sql`made.vector`, model: generation })
    .from(madeVectors(renewed))
    .where(and(eq(forgottenRules.brain, brain), eq(forgottenRules.seq, sql`made.seq`)));
}
