// Tells a wish to go back to how it was: "English again please".
import type { WishSentence } from "../domain/wish.ts";

const GOES_BACK = /\b(?:again|back (?:to|in)|wieder|zurück zu|otra vez|de nouveau)\b/iu;
/** What is to be said once more is not to be said so from now on. */
const REPEATS =
  /\b(?:say|repeat|explain|tell|write|put|show|give|read|do|try) (?:me |us )?(?:it|that|this|those|these|the (?:last|first|whole))\b/i;

/** By itself it is a wish for this once; to a rule that wants otherwise, as Dutch, it says what holds again. */
export function goesBack({ masked, kinds, asks, isOnce, isConditional }: WishSentence): boolean {
  return kinds.length > 0 && !asks && !isOnce && !isConditional && GOES_BACK.test(masked) && !REPEATS.test(masked);
}
