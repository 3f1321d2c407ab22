// Plays the turns of a brain through the interface, as a caller's own program would.
import type { RestClient } from "./rest-client.ts";

export interface PlayedTurn {
  readonly input: string;
  readonly answer: string;
  /** Days since the first turn. */
  readonly day: number;
  readonly session?: string;
}

const FIRST_DAY = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 24 * 60 * 60 * 1000;
const TURN_MS = 60_000;

/** When the turn after the last one takes place, as ISO 8601. */
export function momentAfter(turns: readonly PlayedTurn[]): string {
  return momentOf(turns.at(-1)?.day ?? 0, turns.length);
}

function momentOf(day: number, at: number): string {
  return new Date(FIRST_DAY + day * DAY_MS + at * TURN_MS).toISOString();
}

export async function playTurns(client: RestClient, user: string, turns: readonly PlayedTurn[]): Promise<void> {
  for (const [at, { input, answer, day, session = `day ${day}` }] of turns.entries()) {
    const { turnToken } = await client.prepare(user, { input, session, occurred_at: momentOf(day, at) });
    await client.record(user, { turn_token: turnToken, answer });
  }
}
