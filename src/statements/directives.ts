// Tells clauses that say what to do, which claim nothing of anybody: "ask her friends", "you could bring tea".
import { wordSet } from "../base/word-set.ts";
import type { Token } from "./tokens.ts";

/** Verbs that advice begins with, in the form that they then have. */
const VERBS = wordSet(
  `ask try take bring call check consider add use make keep go pick choose serve put tell remind remember book buy get give look
  avoid skip order plan start stop cook bake invite visit play show send write set turn wait watch drink eat enjoy have let
  lets let's leave open close mix stir pour cut chop roast fry boil grill sprinkle fold offer order pack wear find read listen
  talk speak mention note say think treat swap replace split share hire rent hang hold move run walk ride drive fly sit stand
  stay sleep rest see meet join help thank wish greet sign fill print draft prepare arrange organise organize schedule confirm
  cancel ring phone text email mail message google search save copy forward spend pay charge count measure weigh test measure clean wash dry
  freeze heat warm cool store label plant water feed cover wrap tie hide do don't be never`,
);
/** What may stand before it. */
const BEFORE = wordSet(
  "please just maybe perhaps then so and also or but now first next finally always sure ok okay yes well better",
);
/** What follows makes a noun of the word before: "Use is free", "Call it is". */
const AFTER_NOUN = wordSet("is was are were has had will would of");
/** Beside these somebody is offered something. */
const OFFERING = wordSet("could might should may can");

/** Whether the clause tells or proposes what to do. */
export function isDirective(clause: readonly Token[]): boolean {
  const words = clause.filter(({ kind }) => kind === "word");
  let at = 0;
  while (BEFORE.has(words[at]?.lower ?? "")) at++;
  const [first = "", second = ""] = [words[at]?.lower, words[at + 1]?.lower];
  if (VERBS.has(first)) return !AFTER_NOUN.has(second);
  return (first === "how" && second === "about") || (/^(?:you|we)$/.test(first) && OFFERING.has(second));
}
