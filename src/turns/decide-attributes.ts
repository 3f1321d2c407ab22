// Decides what becomes of the self-attributes that a turn states: confirmed, or claimed until they are said again.
import type { StatedAttribute } from "../domain/learning.ts";
import type { KnownAttributes } from "../domain/ports/brain-store.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { AttributeDecision } from "../domain/ports/turn-store.ts";

/** Decides again, on what is known then, where the self-attributes changed meanwhile and nothing was written. */
export async function untilCurrent<O extends { readonly kind: string }>(
  decideAndWrite: () => Promise<O>,
): Promise<Exclude<O, { readonly kind: "outdated" }>> {
  for (;;) {
    const outcome = await decideAndWrite();
    if (outcome.kind !== "outdated") return outcome as Exclude<O, { readonly kind: "outdated" }>;
  }
}

/**
 * The first value stated is confirmed. Another one is a claim, until a second turn states it, or at once where the
 * turn is an explicit correction or announces the change.
 */
export function decideAttributes(
  sameValue: SameValue,
  known: KnownAttributes,
  stated: readonly StatedAttribute[],
  isCorrection: boolean,
): AttributeDecision[] {
  return stated.map(({ attribute, value, isChange = false }): AttributeDecision => {
    const confirmed = known.confirmed.find((each) => each.attribute === attribute);
    const claims = known.claims.filter(
      (each) => each.attribute === attribute && sameValue(attribute, each.value, value),
    );
    const confirms = claims.map((each) => each.seq);
    if (confirmed === undefined) return { attribute, value, outcome: "confirm", confirms };
    if (sameValue(attribute, confirmed.value, value)) return { attribute, value, outcome: "keep", confirms: [] };
    const outcome = isCorrection || isChange || confirms.length > 0 ? "confirm" : "claim";
    return { attribute, value, outcome, confirms };
  });
}
