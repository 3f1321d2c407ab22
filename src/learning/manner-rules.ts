// Tells corrections of how the assistant answers, which hold for all of its answers: "too long, answer first, then the why".
import { wordSet } from "../base/word-set.ts";
import { LIKELY } from "../domain/intent.ts";
import type { WishKind } from "../domain/wish.ts";
import type { Wish } from "./find-wishes.ts";
import type { TaughtRule } from "./taught-rules.ts";
import { wordKind } from "./word-rules.ts";

/** What answers are like, whatever they are about; a unit, a source or a summary may be wanted of one of them. */
const OF_MANNER = wordSet(
  "length answer tone words praise apologies disclaimers jokes emojis bullets headings dashes steps options markdown hashtags",
);
const OF_ONE_TEXT = /\b(?:that|this|these|those|das|dies|eso|esto|ça|cela)\b/i;

/** Whether it wants something of what answers are like, and not of one text: "you needn't tell me that it is a great question". */
export function isOfManner({ kinds, masked }: Wish): boolean {
  return kinds.some(({ kind }) => OF_MANNER.has(kind)) && !OF_ONE_TEXT.test(masked);
}

/** `before`: the sentence before it in the same input; null: none. Two such wishes, or one beside what was asked for, are no accident. */
export function mannerRule(wish: Wish, before: Wish | null): TaughtRule | null {
  const own = mannerOf(wish);
  if (own.length === 0) return null;
  const kinds = [...(before === null ? [] : mannerOf(before)), ...own];
  const all = [...new Map(kinds.map((each) => [each.kind, each])).values()];
  if (all.length < 2 && !wish.contrasts) return null;
  return { text: all.map(wordKind).join(" "), seqs: [wish.seq], kinds: all, topic: null, wish };
}

function mannerOf({ kinds, shares, isOnce, asks, takesBack }: Wish): WishKind[] {
  if (shares === null || isOnce || asks || takesBack) return [];
  if (shares.question >= LIKELY || shares.others >= LIKELY) return [];
  return kinds.filter(({ kind }) => OF_MANNER.has(kind));
}
