// Reads a lesson that forbids something, and finds the sentence of an answer that does it.
import type { Sentence, SentenceReader } from "../domain/text-tools.ts";

/** How a forbidding sentence begins; what follows is the forbidden thing. */
const FORBIDDING =
  /^\W*(?:please\s+)?(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|avoid|refrain from)\s+/i;
/** Where the forbidden thing ends and its exception, reason or alternative begins. */
const THING_END = /[,;:.!?]|\b(?:unless|except|instead|but|because|since|when|if)\b/i;

/** The stems of what each forbidding sentence of a lesson forbids; none for a lesson that forbids nothing. */
export function forbiddenThings(reader: SentenceReader, lesson: string): ReadonlySet<string>[] {
  return reader.sentences(lesson).flatMap(({ text }) => {
    const start = FORBIDDING.exec(text);
    if (start === null) return [];
    const rest = text.slice(start[0].length);
    const end = THING_END.exec(rest);
    const thing = reader.sentences(end === null ? rest : rest.slice(0, end.index))[0];
    return thing === undefined || thing.stems.size === 0 ? [] : [thing.stems];
  });
}

/** Whether one sentence says all of the thing's content words, and does not itself deny. */
export function doesThing(answer: readonly Sentence[], thing: ReadonlySet<string>): boolean {
  return answer.some((sentence) => !sentence.negated && [...thing].every((stem) => sentence.stems.has(stem)));
}
