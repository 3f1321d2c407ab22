// Proves that the runtime's engine matches an expression in time linear in the text.
import { RegExpParser } from "@eslint-community/regexpp";
import { checkSync } from "recheck/lib/browser.js";
import type { FoundExpression } from "./collect-expressions.ts";

/** Far more than any proof takes that is worth having: what needs longer goes onto the linear engine. */
const PROOF_MS_MAX = 120_000;
/** A counted repeat of more than this counts as one without end: 4,000 times is no constant. */
const REPEATS_MAX = 8;
const NFA_SIZE_MAX = 50_000;

/** Why it is not proven; null: it is. */
export function whyNotLinear({ source, flags }: Pick<FoundExpression, "source" | "flags">): string | null {
  if (casesOf(source, flags).every((each) => whyNotLinearWhole(each, flags) === null)) return null;
  // An alternative may be dear where it alone decides, and not where another one matches.
  return whyNotLinearWhole(source, flags);
}

/**
 * The expressions of which one is tried after the other where this one is tried: a choice that nothing repeats takes no
 * longer than its alternatives take, each with what stands around it. Proofs of those are a hundred times as short.
 */
export function casesOf(source: string, flags: string): string[] {
  // Without the other alternatives a group would have another number.
  if (/\\[1-9k]/.test(source)) return [source];
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, mode);
  const [whole] = alternatives;
  if (alternatives.length > 1 || whole === undefined) return alternatives.map(({ raw }) => raw);
  const choice = whole.elements.find(
    (element) => element.type === "Group" && element.modifiers === null && element.alternatives.length > 1,
  );
  if (choice?.type !== "Group") return [source];
  const [before, after] = [source.slice(0, choice.start), source.slice(choice.end)];
  return choice.alternatives.map(({ raw }) => `${before}(?:${raw})${after}`);
}

function whyNotLinearWhole(source: string, flags: string): string | null {
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
