// Cuts a text to a number of tokens, and marks that it was cut.
import { countTokens, headWithin } from "./count-tokens.ts";

/** What stands where a text was cut. */
export const CUT_MARK = "[…]";

/** The text, or its beginning up to the last sentence or line that ends within `tokensMax`, marked as cut. */
export function cutText(text: string, tokensMax: number): string {
  if (headWithin(text, tokensMax) === text.length) return text;
  const head = text.slice(0, headWithin(text, Math.max(1, tokensMax - countTokens(` ${CUT_MARK}`))));
  const end = lastEnd(head);
  // Where the first sentence is longer than the room, a cut between words is all that is left.
  const kept = end > 0 ? head.slice(0, end) : withoutLastWord(head);
  return `${kept.trimEnd()} ${CUT_MARK}`;
}

const SPACE = /\s/;
const CLOSING = new Set("\"'”’)]");
/** These end a sentence before white space, and those of a script without spaces anywhere. */
const MARKS = new Set(".!?…。！？");
const WIDE_MARKS = new Set("。！？");

/**
 * Where the last sentence or line of the text ends; 0 for none. A sentence ends behind its mark, and behind what closes a
 * quotation, where white space or the end follows. Reads from the end backwards, each character once.
 */
function lastEnd(text: string): number {
  let closed = text.length;
  for (let at = text.length; at > 0; at--) {
    // Marks that close may stand between here and `closed`, and nothing else.
    const char = text[at - 1]!;
    if (text[at] === "\n") return at;
    if (MARKS.has(char) && (closed === text.length || SPACE.test(text[closed]!))) return closed;
    if (WIDE_MARKS.has(char)) return at;
    if (!CLOSING.has(char)) closed = at - 1;
  }
  return 0;
}

/** Up to its last white space; whole where it has none. */
function withoutLastWord(text: string): string {
  for (let at = text.length; at > 0; at--) if (SPACE.test(text[at - 1]!)) return text.slice(0, at - 1).trimEnd();
  return text;
}
