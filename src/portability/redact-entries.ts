// Takes out of an import what its account does not store, before anything is checked against what is there.
import type { Limits } from "../domain/limits.ts";
import type { PortableLesson, PortablePacket } from "../domain/portability.ts";
import type { RedactKind } from "../domain/redaction.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import { type RedactDeps, redactMetadata, redactWithin } from "../redaction/redact-for.ts";
import type { ForeignTurn } from "./foreign-turn.ts";
import type { NumberedEntry } from "./read-export.ts";

export interface ImportRedaction extends Pick<RedactDeps, "reading"> {
  /** Whose texts they are. */
  readonly account: string;
  readonly kinds: readonly RedactKind[];
  readonly limits: Limits;
}

export async function* redactEntries(
  entries: AsyncIterable<NumberedEntry>,
  redaction: ImportRedaction,
): AsyncGenerator<NumberedEntry> {
  for await (const { line, entry } of entries) {
    if (entry.type === "packet")
      yield { line, entry: { ...entry, packet: await redactPacket(entry.packet, redaction) } };
    else if (entry.type === "lesson")
      yield { line, entry: { ...entry, lesson: await redactLesson(entry.lesson, redaction) } };
    else yield { line, entry };
  }
}

/** Before its id is made of what it says. */
export async function redactForeign(turn: ForeignTurn, redaction: ImportRedaction): Promise<ForeignTurn> {
  return redaction.kinds.length === 0 ? turn : { ...turn, ...(await redactSaid(turn, redaction)) };
}

type Said = Pick<PortablePacket, "input" | "answer" | "session" | "metadata">;

async function redactSaid({ input, answer, session, metadata }: Said, redaction: ImportRedaction): Promise<Said> {
  const { account, kinds, limits } = redaction;
  const clean = (text: string, charsMax: number) => redactWithin(redaction, account, text, kinds, charsMax);
  return {
    input: await clean(input, limits.inputCharsMax),
    answer: await clean(answer, limits.answerCharsMax),
    session: session === null ? null : await clean(session, SESSION_CHARS_MAX),
    metadata: await redactMetadata(redaction, account, metadata, kinds),
  };
}

/** An embedding of what was said before is none of what is stored. */
async function redactPacket(packet: PortablePacket, redaction: ImportRedaction): Promise<PortablePacket> {
  const { reading, account, kinds } = redaction;
  if (kinds.length === 0) return packet;
  const said = await redactSaid(packet, redaction);
  const isSame = said.input === packet.input && said.answer === packet.answer;
  const attributes = await Promise.all(
    packet.attributes.map(async (each) => ({
      ...each,
      value: await reading.redact({ text: each.value, kinds }, account),
    })),
  );
  return { ...packet, ...said, attributes, ...(isSame ? {} : { vector: null, inputVector: null }) };
}

async function redactLesson(lesson: PortableLesson, redaction: ImportRedaction): Promise<PortableLesson> {
  const { account, kinds, limits } = redaction;
  const text = await redactWithin(redaction, account, lesson.text, kinds, limits.lessonCharsMax);
  return text === lesson.text ? lesson : { ...lesson, text, vector: null };
}
