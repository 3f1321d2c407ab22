// Chooses how much of the retrieved memory fits into a brief.

import { packetText } from "../domain/packet.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import { linear } from "../matching/linear-expression.ts";
import { countTokens } from "./count-tokens.ts";

/** What stands where a text was cut. */
export const CUT_MARK = "[…]";

export interface FittedSource extends RetrievedPacket {
  /** The packet's text as the brief shows it: whole, or cut and marked. */
  readonly text: string;
}

/**
 * Sources leave from the least-ranked end until the rest fits into `tokensMax`. One that alone would take more than
 * half is cut first.
 */
export function fitSources(retrieved: readonly RetrievedPacket[], tokensMax: number): FittedSource[] {
  const fitted: FittedSource[] = [];
  let used = 0;
  for (const each of retrieved) {
    const text = cutText(packetText(each.packet), Math.floor(tokensMax / 2));
    used += countTokens(text);
    if (used > tokensMax) break;
    fitted.push({ ...each, text });
  }
  return fitted;
}

/** The text, or its beginning up to the last sentence or line that ends within `tokensMax`, marked as cut. */
export function cutText(text: string, tokensMax: number): string {
  if (countTokens(text) <= tokensMax) return text;
  const room = Math.max(1, tokensMax - countTokens(` ${CUT_MARK}`));
  const head = text.slice(0, longestHead(text, room));
  // A sentence ends in a mark of its kind before white space or the end of what is left; a line ends where it ends.
  const ends = [...head.matchAll(linear(/[.!?…。！？]+["'”’)\]]*(?=\s|$)|[。！？]|(?=\n)/gu))];
  const last = ends.at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  // Where the first sentence is longer than the room, a cut between words is all that is left.
  const kept = end > 0 ? head.slice(0, end) : head.replace(linear(/\s+\S*$/u), "");
  return `${kept.trimEnd()} ${CUT_MARK}`;
}

/** UTF-16 units of the longest beginning with at most so many tokens, no character split. */
function longestHead(text: string, tokensMax: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(0, middle)) <= tokensMax) low = middle;
    else high = middle - 1;
  }
  const unit = text.charCodeAt(low - 1);
  return low > 0 && unit >= 0xd800 && unit <= 0xdbff ? low - 1 : low;
}
