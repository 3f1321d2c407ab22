// Cuts what people run together: a question, and what they say of themselves or wish of the answer.
import { linear } from "../matching/linear-expression.ts";
import type { OwnSentence } from "./own-sentences.ts";

const OPENERS = `^(?:(?:and|so|but|ok|okay|oh|hey|hi|also|right|well|anyway|thanks|thx|ta|cheers|cool|great|lol|haha|um|btw|then|now|pls|please),? )*`;
/** Behind a statement: "who" and "which" go on with it, "what i like" is no question. */
const QUESTION = linear(
  String.raw`${OPENERS}(?:(?:what|how|why)(?! (?:i|you|u|we|it|they|he|she|the|my|your|a|if|about|ever|don['’]?t)\b)|what['’]?s|what (?:about|if)\b|how['’]?s|how about|where['’]?s|where (?:can|do|is|are|should|would)|when (?:is|are|do|does|did|will|should)|which (?:one|is|are|should|would|do)|who['’]?s|(?:is|are|do|does|did|should|may) (?:i|we|it|there|they|he|she|the|my|that|this)|(?:can|could|would|will) (?:i|it|there|they|he|she|the|my)|any (?:idea|ideas|tips|suggestions|recommendations|chance)|got any|was (?:kann|soll|ist|gibt|mache|koche)|wie (?:kann|soll|mache|viel|lange)|qué (?:puedo|hago|me)|quoi|que (?:faire|puis))\b`,
  "iu",
);
/** What the user says of themselves, or wishes, behind a question. */
const STATEMENT = linear(
  String.raw`${OPENERS}(?:cos |because |since |as |given |fyi |bear in mind |remember )*(?:(?:i|we) (?!mean|guess|think|suppose|wonder|know|was|were)|i['’]?m|i['’]?ve|we['’]?re|we['’]?ve|my|our|mine|nothing|never|always|no \p{L}+ (?:please|pls|for me)|nobody|noone|(?:do not|don['’]?t|dont) |ich|wir|mein\p{L}*|soy|tengo|no (?:como|puedo|soporto)|je|j['’]|nous|on)`,
  "iu",
);
/** What follows "how do i say" is somebody's words. */
const OF_WORDS =
  /\b(?:say|said|saying|translat\w*|mean|means|word|words|phrase|spell|spelt|write|reply|sentence|pronounce|sagt?|heißt|dice|dit)\b/i;
const CLAUSE_END = linear(
  /(?:\s*[,;…]+|\s*\.\.+|\s+[-–—]+)\s+|\s+(?=(?:and|but|so|because|cos|i['’]?m|i['’]?ve|we['’]re|i (?:can['’]?t|cannot|don['’]?t|never)) )/gu,
);
/** "The pan I'm using", "when I'm ill": it goes on behind these. */
const GOES_ON =
  /\b(?:when|if|while|where|that|which|what|how|why|because|cos|since|as|and|but|so|or|than|till|until|like|think|know|sure)$/i;
const WORDS_MIN = 3;
const CUTS_MAX = 3;

/** What a sentence says beside the questions in it; where it only asks, or quotes, the whole of it. */
export function besideQuestions({ text, masked }: OwnSentence): string {
  if (text !== masked || OF_WORDS.test(text)) return text;
  const said: string[] = [];
  let from = 0;
  let asks = QUESTION.test(text);
  let cuts = 0;
  for (const end of text.matchAll(CLAUSE_END)) {
    const part = text.slice(from, end.index);
    const rest = text.slice(end.index + end[0].length);
    const isCut = asks ? STATEMENT.test(rest) && !GOES_ON.test(part) : QUESTION.test(rest);
    if (!isCut || cuts === CUTS_MAX || wordsOf(part) < WORDS_MIN || wordsOf(rest) < WORDS_MIN) continue;
    if (!asks) said.push(part);
    from = end.index + end[0].length;
    asks = !asks;
    cuts += 1;
  }
  if (!asks) said.push(text.slice(from));
  return said.length === 0 ? text : said.join(", ");
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}
