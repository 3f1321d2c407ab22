// Plays a set of dialogues to one brain, and asks all of its questions in each mode of retrieval.
import type { Dialogue, DialogueQuestion, DialogueSet, DialogueTurn } from "./dialogue-sets.ts";
import { MEMORY_TOKENS, SOURCES_MAX } from "./measure-recall.ts";
import { type Packet, type PlayedPacket, playPackets } from "./play-conversations.ts";
import { RETRIEVAL_MODES, type RestClient, type RetrievalMode } from "./rest-client.ts";

export interface AskedQuestion {
  /** Whether it is asked in another language than was spoken. */
  readonly acrossLanguages: boolean;
  /** Places of the evidence among what was shown, 1 the best; Infinity for what was not. */
  readonly evidence: readonly number[];
  /** Where a later turn says what an earlier one said otherwise. */
  readonly change: ChangedFact | null;
}

export interface ChangedFact {
  readonly newer: number;
  readonly older: number;
  /** Whether both were said in nearly the same words. */
  readonly nearlyIdentical: boolean;
}

export interface DialogueFigures {
  readonly set: string;
  readonly language: string;
  readonly turns: number;
  readonly modes: readonly { readonly mode: RetrievalMode; readonly questions: readonly AskedQuestion[] }[];
}

export async function measureDialogues(client: RestClient, set: DialogueSet): Promise<DialogueFigures> {
  const turns = playedTurnsOf(set);
  await client.changeSettings({ sources_max: SOURCES_MAX, memory_tokens: MEMORY_TOKENS, retrieval_mode: "cosine" });
  const packets = await playPackets(client, set.name, turns, { prepareMs: [], recordMs: [] });
  const idOf = new Map(packets.map(({ id, turns: [key] }) => [key, id]));
  const modes = [];
  for (const mode of RETRIEVAL_MODES) {
    await client.changeSettings({ retrieval_mode: mode });
    const questions: AskedQuestion[] = [];
    for (const conversation of set.conversations) {
      for (const question of conversation.questions) {
        questions.push(await ask(client, set, conversation, question, (key) => idOf.get(keyOf(conversation, key))!));
      }
    }
    modes.push({ mode, questions });
  }
  return { set: set.name, language: set.language, turns: turns.length, modes };
}

/** All conversations as one, in time order; a session keeps its own name, and no two of different users share one. */
export function playedTurnsOf({ conversations }: DialogueSet): Packet[] {
  return conversations
    .flatMap((conversation) =>
      conversation.turns.map((turn) => ({
        session: `${conversation.user}/${turn.session}`,
        occurredAt: turn.occurred_at,
        input: turn.input,
        answer: turn.answer,
        turns: [keyOf(conversation, turn.key)],
      })),
    )
    .sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
}

/** Asked as if at the time of the conversation's last turn. */
async function ask(
  client: RestClient,
  set: DialogueSet,
  { turns }: Dialogue,
  { text, language, evidence, older }: DialogueQuestion,
  idOf: (key: string) => PlayedPacket["id"],
): Promise<AskedQuestion> {
  const askedAt = turns
    .map(({ occurred_at }) => occurred_at)
    .sort()
    .at(-1)!;
  const { sources } = await client.prepare(set.name, { input: text, occurred_at: askedAt });
  const placeOf = (key: string) => {
    const at = sources.findIndex(({ id }) => id === idOf(key));
    return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
  };
  const turnOf = (key: string) => turns.find((turn) => turn.key === key)!;
  const [newer = ""] = evidence;
  return {
    acrossLanguages: language !== set.language,
    evidence: evidence.map(placeOf),
    change:
      older === undefined
        ? null
        : {
            newer: placeOf(newer),
            older: placeOf(older),
            nearlyIdentical: isNearlyIdentical(turnOf(newer), turnOf(older)),
          },
  };
}

/** Whether the inputs share at least half of the words of the one with more of them; what holds a digit is no word. */
export function isNearlyIdentical(a: Pick<DialogueTurn, "input">, b: Pick<DialogueTurn, "input">): boolean {
  const [first, second] = [wordsOf(a.input), wordsOf(b.input)];
  return first.intersection(second).size >= Math.max(first.size, second.size) / 2;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? [];
  return new Set(words.filter((word) => !/\p{N}/u.test(word)));
}

function keyOf({ user }: Pick<Dialogue, "user">, key: string): string {
  return `${user}/${key}`;
}
