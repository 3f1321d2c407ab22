// Plays a conversation to a memory through its API, and asks what came of it.
import { evidenceRecall, type ScoredQuestion } from "./evidence-recall.ts";
import { type Conversation, type SpokenTurn, sessionInstant, type TurnKey } from "./locomo.ts";
import type { RestClient, Source } from "./rest-client.ts";

/** The answer to a session's last turn where it has no partner. */
export const NO_REPLY = "(no reply)";

export interface Packet {
  readonly session: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly input: string;
  readonly answer: string;
  /** The one or two turns that it holds. */
  readonly turns: readonly TurnKey[];
}

/** A packet as the memory names it. */
export interface PlayedPacket extends Packet {
  readonly id: string;
}

export interface AnsweredQuestion extends ScoredQuestion {
  /** How many were shown. */
  readonly sources: number;
}

export interface IngestTimes {
  readonly prepareMs: number[];
  readonly recordMs: number[];
}

/** The turns of each session two by two. `prefix`: date and speaker before each text. */
export function packetsOf(conversation: Conversation, prefix: boolean): Packet[] {
  return conversation.sessions.flatMap(({ number, date, turns }) => {
    const write = ({ speaker, text, caption }: SpokenTurn) =>
      (prefix ? `(${date}) ${speaker} said, "${text}"` : text) + (caption === null ? "" : ` [shares ${caption}]`);
    const occurredAt = sessionInstant(date);
    return Array.from({ length: Math.ceil(turns.length / 2) }, (_, at) => {
      const pair = turns.slice(2 * at, 2 * at + 2);
      const [input = "", answer = NO_REPLY] = pair.map(write);
      return { session: `session_${number}`, occurredAt, input, answer, turns: pair.map(({ key }) => key) };
    });
  });
}

/** Records the packets in order, one request at a time. */
export async function playPackets(
  client: RestClient,
  user: string,
  packets: readonly Packet[],
  times: IngestTimes,
): Promise<PlayedPacket[]> {
  for (const { session, occurredAt, input, answer } of packets) {
    const start = performance.now();
    const { turnToken } = await client.prepare(user, { input, session, occurred_at: occurredAt });
    const prepared = performance.now();
    await client.record(user, { turn_token: turnToken, answer });
    times.prepareMs.push(prepared - start);
    times.recordMs.push(performance.now() - prepared);
  }
  return recognizePackets(packets, await client.memory(user), user);
}

/**
 * What the memory calls the packets that were recorded, by their order rather than their text, so that two turns in the
 * same words stay two. Throws where it remembers anything else.
 */
export function recognizePackets(
  packets: readonly Packet[],
  remembered: readonly Source[],
  user: string,
): PlayedPacket[] {
  if (remembered.length !== packets.length) {
    throw new Error(`${user}: ${packets.length} turns were recorded, and ${remembered.length} are remembered.`);
  }
  return packets.map((packet, at) => {
    const { id, text } = remembered[at]!;
    if (text !== textOf(packet)) throw new Error(`${user}: memory ${at + 1} is not what was recorded there.`);
    return { ...packet, id };
  });
}

export interface PlayedConversation {
  readonly conversation: Conversation;
  readonly packets: readonly PlayedPacket[];
}

export interface PlayOptions {
  readonly prefix: boolean;
  readonly times: IngestTimes;
  readonly onProgress: (line: string) => void;
}

/** Plays every conversation that is not in the memory yet, each as a user of its own. */
export async function playConversations(
  client: RestClient,
  conversations: readonly Conversation[],
  { prefix, times, onProgress }: PlayOptions,
): Promise<PlayedConversation[]> {
  const played: PlayedConversation[] = [];
  for (const conversation of conversations) {
    const user = conversation.id;
    const packets = packetsOf(conversation, prefix);
    const remembered = await client.memory(user);
    const isNew = remembered.length === 0;
    played.push({
      conversation,
      packets: isNew ? await playPackets(client, user, packets, times) : recognizePackets(packets, remembered, user),
    });
    onProgress(`${user}: ${packets.length} packets ${isNew ? "recorded" : "found"}`);
  }
  return played;
}

/**
 * Asks one question after another by `/prepare`, at the time of the last turn, so that "last week" means the same whenever
 * the benchmark runs. Throws where the budget of a brief cut a source or left one out.
 */
export async function askQuestions(
  client: RestClient,
  { conversation, packets }: PlayedConversation,
  options: { sourcesMax: number; questionMs: number[] },
): Promise<AnsweredQuestion[]> {
  const user = conversation.id;
  const byId = new Map(packets.map((packet) => [packet.id, packet]));
  const askedAt = packets.at(-1)?.occurredAt;
  const scored: AnsweredQuestion[] = [];
  for (const { text, category, evidence } of conversation.questions) {
    const question = { input: text, ...(askedAt === undefined ? {} : { occurred_at: askedAt }) };
    const start = performance.now();
    const { sources } = await client.prepare(user, question);
    options.questionMs.push(performance.now() - start);
    if (sources.length < options.sourcesMax) {
      const unbounded = await client.recall(user, text, options.sourcesMax);
      if (unbounded.length !== sources.length) throw new Error(`${user}: the budget left a source out of "${text}".`);
    }
    const shown = new Set(sources.flatMap((source) => turnsShown(source, byId)));
    scored.push({ category, recall: evidenceRecall(evidence, shown), sources: sources.length });
  }
  return scored;
}

function turnsShown(source: Source, byId: ReadonlyMap<string, PlayedPacket>): readonly TurnKey[] {
  const packet = byId.get(source.id);
  if (packet === undefined) throw new Error(`The source ${source.id} was never recorded for this user.`);
  if (source.text !== textOf(packet)) throw new Error(`The source ${source.id} is not the whole of what was recorded.`);
  return packet.turns;
}

function textOf({ input, answer }: Packet): string {
  return `${input}\n${answer}`;
}
