// Turns that /prepare has made and that wait to be recorded, and the backlog that recording them leaves.
import { Database } from "bun:sqlite";
import { databasePath } from "../../../src/storage/files/data-directory.ts";
import { type Caller, inParallel } from "./calls.ts";
import type { Bench } from "./part.ts";
import { TOPICS } from "./seed-texts.ts";

/** Packets that every brain has already. */
export const PACKETS = 10;
/** A user with a brain who records nothing. */
export const SOMEBODY = "somebody";
/** Different inputs: few, so that making so many tokens takes seconds. */
const INPUTS = 64;
const PREPARING_CLIENTS = 8;
const DRAIN_POLL_MS = 20;

interface PlannedTurn {
  readonly user: string;
  readonly input: string;
  /** Unlike every other, so that each has to be embedded. */
  readonly answer: string;
}

export interface WaitingTurn extends PlannedTurn {
  readonly token: string;
}

/** So many turns, the users one after another. */
export async function planTurns(bench: Bench, name: string, users: number, count: number) {
  const { maker } = bench;
  const names = Array.from({ length: users }, (_, at) => `user-${at}`);
  const { dataDir } = await bench.seed(
    name,
    [...names, SOMEBODY].map((user) => ({ user, packets: PACKETS })),
  );
  const inputs = Array.from({ length: INPUTS }, (_, at) => maker.turn(at % TOPICS).input);
  const planned = Array.from({ length: count }, (_, at): PlannedTurn => {
    const { answer } = maker.turn(at % TOPICS);
    return { user: names[at % users]!, input: inputs[at % INPUTS]!, answer: `${answer} That is note ${at}.` };
  });
  return { dataDir, names, planned };
}

export function prepareTurns(caller: Caller, planned: readonly PlannedTurn[]): Promise<WaitingTurn[]> {
  return inParallel(PREPARING_CLIENTS, planned, async (turn) => {
    const answer = await caller.json<{ turn_token: string }>("POST", "/prepare", turn.user, { input: turn.input });
    return { ...turn, token: answer.turn_token };
  });
}

/** Milliseconds of one record. */
export function recorder(caller: Caller): (turn: WaitingTurn) => Promise<number> {
  return ({ user, token, answer }) => caller.time("POST", "/record", user, { turn_token: token, answer });
}

/** Looks at the database beside the service: no request of its own disturbs the measurement. */
export function watchBacklog(dataDir: string) {
  const db = new Database(databasePath(dataDir), { readonly: true });
  const pending = db.query<{ n: number }, []>("SELECT count(*) AS n FROM pending_embeddings");
  const count = () => pending.get()!.n;
  return {
    count,
    async drained() {
      while (count() > 0) await Bun.sleep(DRAIN_POLL_MS);
    },
    close: () => db.close(),
  };
}
