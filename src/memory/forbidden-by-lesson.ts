// Reads a lesson that forbids something, and finds the sentence of an answer that does it.
import type { Sentence, SentenceReader } from "../domain/text-tools.ts";

/** How a ban begins, wherever it stands in its sentence; what follows is the forbidden thing. */
const BAN = /\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|avoid|refrain from)\s+/gi;
/** Where the forbidden thing ends and its exception, reason or alternative begins. */
const THING_END = /[,;:.!?]|\b(?:unless|except|instead|but|because|since|when|if)\b/i;

/** The stems of each thing that a lesson forbids; none for a lesson that forbids nothing. */
export function forbiddenThings(reader: SentenceReader, lesson: string): ReadonlySet<string>[] {
  return reader.sentences(lesson).flatMap(({ text }) =>
    [...text.matchAll(BAN)].flatMap((ban) => {
      const rest = text.slice(ban.index + ban[0].length);
      const end = THING_END.exec(rest);
      const thing = reader.sentences(end === null ? rest : rest.slice(0, end.index))[0];
      return thing === undefined || thing.stems.size === 0 ? [] : [thing.stems];
    }),
  );
}

/** Whether one sentence says all of the thing's content words, and does not itself deny. */
export function doesThing(answer: readonly Sentence[], thing: ReadonlySet<string>): boolean {
  return answer.some((sentence) => !sentence.negated && [...thing].every((stem) => sentence.stems.has(stem)));
}
