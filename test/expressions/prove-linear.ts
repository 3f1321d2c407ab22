// Proves that the runtime's engine matches an expression in time linear in the text.
import { checkSync } from "recheck/lib/browser.js";
import type { FoundExpression } from "./collect-expressions.ts";

/** Far more than any proof takes that is worth having: what needs longer goes onto the linear engine. */
const PROOF_MS_MAX = 120_000;
/** A counted repeat of more than this counts as one without end: 4,000 times is no constant. */
const REPEATS_MAX = 8;
const NFA_SIZE_MAX = 50_000;

/** Why it is not proven; null: it is. */
export function whyNotLinear({ source, flags }: Pick<FoundExpression, "source" | "flags">): string | null {
  if (isOfConstantLength(source)) return null;
  const found = checkSync(widened(source), flags.replace(/[dv]/g, ""), {
    // An automaton, never a fuzzer: what was not found is not proven.
    checker: "automaton",
    timeout: PROOF_MS_MAX,
    maxNFASize: NFA_SIZE_MAX,
  });
  if (found.status === "safe") return null;
  return found.status === "vulnerable" ? found.complexity.summary : `not proven (${found.error.kind})`;
}

/** Nothing in it repeats: at each place it takes a number of steps that no text changes. */
function isOfConstantLength(source: string): boolean {
  const bare = source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/gs, "x");
  return !/[*+{]/.test(bare) && (bare.match(/[^(]\?/g)?.length ?? 0) <= 8;
}

/** The same with repeats that have an end, but a far one, as repeats without. */
export function widened(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/gs, (whole, least, comma, most) => {
    if (least === undefined) return whole;
    const end = comma === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most);
    if (end <= REPEATS_MAX) return whole;
    return `{${Math.min(Number(least), REPEATS_MAX)},}`;
  });
}
