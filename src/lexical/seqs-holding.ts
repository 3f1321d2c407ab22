// Finds the packets that hold every word of a text.
import type { Seq } from "../domain/packet.ts";
import type { QuestionWord } from "../domain/ports/lexical-index.ts";
import type { BrainWords } from "./brain-words.ts";
import type { Language } from "./languages.ts";
import { positionOf } from "./posting-lists.ts";

/**
 * Of the live packets those that hold each of the words under one of its terms, newest first; a word that a packet's
 * language leaves out is not looked for there. `question` null: all; without a word that is looked for: none.
 */
export function seqsHolding(words: BrainWords, question: readonly QuestionWord[] | null): Seq[] {
  const found: Seq[] = [];
  const held = new Uint16Array(words.size);
  const sought = new Map(words.languagesPresent().map((language) => [language, soughtIn(language, question ?? [])]));
  for (const [language, said] of sought) countHeld(words, language, said, held);
  for (let at = words.size - 1; at >= 0; at--) {
    if (words.live[at] === 0) continue;
    const most = sought.get(words.languageAt(at))?.length ?? 0;
    if (question === null || (most > 0 && held[at] === most)) found.push(words.seqs[at]!);
  }
  return found;
}

function soughtIn(language: Language, question: readonly QuestionWord[]): QuestionWord[] {
  return question.filter(({ unsaidIn }) => !unsaidIn.includes(language));
}

/** Into `held`: how many of the words, from the first on, each packet of the language holds. */
function countHeld(words: BrainWords, language: Language, said: readonly QuestionWord[], held: Uint16Array): void {
  said.forEach(({ terms }, before) => {
    for (const term of terms) {
      for (const posting of words.postingsOf(term)) {
        const at = positionOf(posting);
        // Once for each word, whichever of its terms are there, and only where all before it are.
        if (held[at] === before && words.languageAt(at) === language) held[at] = before + 1;
      }
    }
  });
}
