// Takes out of an import what its account does not store, before anything is checked against what is there.
import type { Limits } from "../domain/limits.ts";
import type { PortableLesson, PortablePacket } from "../domain/portability.ts";
import { type RedactKind, type Redactor, redactWithin } from "../domain/redaction.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import type { ForeignTurn } from "./foreign-turn.ts";
import type { NumberedEntry } from "./read-export.ts";

export interface ImportRedaction {
  readonly redactor: Redactor;
  readonly kinds: readonly RedactKind[];
  readonly limits: Limits;
}

export async function* redactEntries(
  entries: AsyncIterable<NumberedEntry>,
  redaction: ImportRedaction,
): AsyncGenerator<NumberedEntry> {
  for await (const { line, entry } of entries) {
    if (entry.type === "packet") yield { line, entry: { ...entry, packet: redactPacket(entry.packet, redaction) } };
    else if (entry.type === "lesson")
      yield { line, entry: { ...entry, lesson: redactLesson(entry.lesson, redaction) } };
    else yield { line, entry };
  }
}

/** Before its id is made of what it says. */
export function redactForeign(turn: ForeignTurn, redaction: ImportRedaction): ForeignTurn {
  return redaction.kinds.length === 0 ? turn : { ...turn, ...redactSaid(turn, redaction) };
}

type Said = Pick<PortablePacket, "input" | "answer" | "session">;

function redactSaid({ input, answer, session }: Said, { redactor, kinds, limits }: ImportRedaction): Said {
  return {
    input: redactWithin(redactor, input, kinds, limits.inputCharsMax),
    answer: redactWithin(redactor, answer, kinds, limits.answerCharsMax),
    session: session === null ? null : redactWithin(redactor, session, kinds, SESSION_CHARS_MAX),
  };
}

/** An embedding of what was said before is none of what is stored. */
function redactPacket(packet: PortablePacket, redaction: ImportRedaction): PortablePacket {
  const { redactor, kinds } = redaction;
  if (kinds.length === 0) return packet;
  const said = redactSaid(packet, redaction);
  const isSame = said.input === packet.input && said.answer === packet.answer;
  const attributes = packet.attributes.map((each) => ({ ...each, value: redactor.redact(each.value, kinds) }));
  return { ...packet, ...said, attributes, ...(isSame ? {} : { vector: null, inputVector: null }) };
}

function redactLesson(lesson: PortableLesson, { redactor, kinds, limits }: ImportRedaction): PortableLesson {
  const text = redactWithin(redactor, lesson.text, kinds, limits.lessonCharsMax);
  return text === lesson.text ? lesson : { ...lesson, text, vector: null };
}
