// Reads LoCoMo's file: conversations of two people, and questions with the turns that answer them.
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** LoCoMo's own numbers of its kinds of question. */
export const CATEGORIES: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};

/** Names a turn within its conversation: "SESSION:TURN" as plain integers, so that `D30:05` and `D30:5` are one. */
export type TurnKey = string;

export interface SpokenTurn {
  readonly key: TurnKey;
  readonly speaker: string;
  readonly text: string;
  /** What is seen on a picture that the speaker shares; null without one. */
  readonly caption: string | null;
}

export interface Session {
  readonly number: number;
  /** As the file writes it: "1:56 pm on 8 May, 2023". */
  readonly date: string;
  readonly turns: readonly SpokenTurn[];
}

export interface Question {
  readonly text: string;
  readonly category: number;
  /** Turns of the conversation, at least one, each once. */
  readonly evidence: readonly TurnKey[];
}

export interface Conversation {
  readonly id: string;
  readonly sessions: readonly Session[];
  readonly questions: readonly Question[];
  /** Questions left out because no evidence of theirs names a turn. */
  readonly questionsDropped: number;
}

const Sample = Type.Object({
  sample_id: Type.String({ minLength: 1 }),
  conversation: Type.Record(Type.String(), Type.Unknown()),
  qa: Type.Array(
    Type.Object({ question: Type.String(), category: Type.Integer(), evidence: Type.Array(Type.String()) }),
  ),
});
const SessionTurns = Type.Array(
  Type.Object({
    dia_id: Type.String({ pattern: "^D\\d+:\\d+$" }),
    speaker: Type.String(),
    text: Type.String(),
    blip_caption: Type.Optional(Type.String()),
  }),
);

/** Throws where the file is not of LoCoMo's shape. */
export async function readLocomo(path: string): Promise<Conversation[]> {
  return checked(Type.Array(Sample), await Bun.file(path).json(), path).map((sample) => {
    const sessions = sessionsOf(sample.conversation, `${path}, ${sample.sample_id}`);
    const known = new Set(sessions.flatMap(({ turns }) => turns.map(({ key }) => key)));
    const questions = sample.qa
      .map(({ question, category, evidence }) => ({
        text: question,
        category,
        evidence: turnKeysIn(evidence).filter((key) => known.has(key)),
      }))
      .filter(({ evidence }) => evidence.length > 0);
    return { id: sample.sample_id, sessions, questions, questionsDropped: sample.qa.length - questions.length };
  });
}

/** An entry may name several turns ("D8:6; D9:17") or none. */
export function turnKeysIn(evidence: readonly string[]): TurnKey[] {
  const named = evidence.flatMap((entry) => [...entry.matchAll(/D(\d+):(\d+)/g)]);
  return [...new Set(named.map(([, session, turn]) => `${Number(session)}:${Number(turn)}`))];
}

/** ISO 8601 of such as "1:56 pm on 8 May, 2023", taken for UTC. */
export function sessionInstant(date: string): string {
  const parts = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2} \w+), (\d{4})$/.exec(date);
  const [, hour, minute, half, day, year] = parts ?? [];
  const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const instant = Date.parse(`${day} ${year} ${hours}:${minute} UTC`);
  if (Number.isNaN(instant)) throw new Error(`"${date}" is not a date such as "1:56 pm on 8 May, 2023".`);
  return new Date(instant).toISOString();
}

function sessionsOf(conversation: Record<string, unknown>, where: string): Session[] {
  // Some dates have no session: only the lists of turns count.
  return Object.keys(conversation)
    .flatMap((name) => /^session_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => ({
      number,
      date: checked(Type.String(), conversation[`session_${number}_date_time`], `${where}, date of session ${number}`),
      turns: checked(SessionTurns, conversation[`session_${number}`], `${where}, session ${number}`).map((turn) => ({
        key: turnKeysIn([turn.dia_id])[0]!,
        speaker: turn.speaker,
        text: turn.text,
        caption: turn.blip_caption ?? null,
      })),
    }));
}

function checked<T extends TSchema>(schema: T, value: unknown, where: string): Static<T> {
  const error = Value.Errors(schema, value).First();
  if (error !== undefined) throw new Error(`${where} is not as in locomo10.json: ${error.path} ${error.message}`);
  return value as Static<T>;
}
