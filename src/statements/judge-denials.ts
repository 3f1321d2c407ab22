// Finds the statement of memory that a draft denies, or that denies what the draft says, by their words.
import type { Draft } from "./draft.ts";
import type { RememberedStatement } from "./remembered-statements.ts";
import type { Statement } from "./statement.ts";

/** Two statements with fewer words in common are about two things. */
const SHARED_STEMS_LEAST = 2;
/** And these are at least this share of the shorter one's words. */
const SHARED_LEAST = 0.6;

/** null where a statement that is at least as near says the same. */
export function judgeDenial({ memory, question }: Draft, statement: Statement): RememberedStatement | null {
  if (statement.general || question.general || statement.tellsHistory || statement.stems.size < SHARED_STEMS_LEAST)
    return null;
  let against: { readonly remembered: RememberedStatement; readonly shared: number } | null = null;
  let supported = 0;
  for (const [at, shared] of memory.sharing(statement.stems)) {
    const remembered = memory.all[at]!;
    if (remembered.negated === statement.negated) supported = Math.max(supported, shared);
    else if (remembered.claims && isNear(statement, remembered, shared) && shared >= (against?.shared ?? 0)) {
      against = { remembered, shared };
    }
  }
  return against === null || supported >= against.shared ? null : against.remembered;
}

function isNear(one: Statement, other: Statement, shared: number): boolean {
  return shared >= SHARED_STEMS_LEAST && shared >= SHARED_LEAST * Math.min(one.stems.size, other.stems.size);
}
