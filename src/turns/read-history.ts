// The last turns of a session, as messages of their own between the brief and the input.

import { countTokens } from "../base/count-tokens.ts";
import type { BrainId } from "../domain/brain.ts";
import type { Packet, Seq } from "../domain/packet.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { Message } from "../domain/turn.ts";

/** Most turns that a `/prepare` may ask for. */
export const HISTORY_TURNS_MAX = 50;
/** Turns read at a time: a turn may be long, and the room for them ends with the first that does not fit. */
const READ_AT_ONCE = 8;

export interface AskedHistory {
  /** As it was stored. */
  readonly session: string;
  readonly turns: number;
  readonly tokensMax: number;
}

/** The last recorded turns, oldest first; from the oldest end turns leave whole until the rest fits into `tokensMax`. */
export async function readHistory(
  packets: Pick<PacketStore, "listSession">,
  brain: BrainId,
  { session, turns, tokensMax }: AskedHistory,
): Promise<Packet[]> {
  const kept: Packet[] = [];
  let room = tokensMax;
  let before: Seq | null = null;
  while (kept.length < turns) {
    const limit = Math.min(READ_AT_ONCE, turns - kept.length);
    const found = await packets.listSession(brain, session, { limit, before });
    for (const packet of found) {
      room -= countTokens(packet.input) + countTokens(packet.answer);
      if (room < 0) return kept.reverse();
      kept.push(packet);
    }
    before = found.at(-1)?.seq ?? null;
    if (found.length < limit) break;
  }
  return kept.reverse();
}

/** What was said and what was answered; an imported turn may lack its answer, and no model takes an empty message. */
export function historyMessages(history: readonly Packet[]): Message[] {
  return history.flatMap(({ input, answer }) => {
    const messages: Message[] = [
      { role: "user", content: input },
      { role: "assistant", content: answer },
    ];
    return messages.filter(({ content }) => content !== "");
  });
}
