// Finds the packets that hold every word of a text.
import type { Seq } from "../domain/packet.ts";
import type { QuestionWord } from "../domain/ports/lexical-index.ts";
import { type BrainWords, positionOf } from "./brain-words.ts";

/**
 * Of the live packets those that hold each of the words under one of its terms, newest first. `question` null: all; without
 * a word: none.
 */
export function seqsHolding(words: BrainWords, question: readonly QuestionWord[] | null): Seq[] {
  const found: Seq[] = [];
  const said = question ?? [];
  if (question !== null && said.length === 0) return found;
  const held = new Uint16Array(words.size);
  said.forEach(({ terms }, before) => {
    for (const term of terms) {
      for (const posting of words.postingsOf(term)) {
        const at = positionOf(posting);
        // Once for each word, whichever of its terms are there, and only where all before it are.
        if (held[at] === before) held[at] = before + 1;
      }
    }
  });
  for (let at = words.size - 1; at >= 0; at--) {
    if (words.live[at] === 1 && held[at] === said.length) found.push(words.seqs[at]!);
  }
  return found;
}
