// Turn tokens, as the verbs ask for them. Nothing is kept in memory: another node may record or erase the turn.
import { and, eq, sql } from "drizzle-orm";
import { brainKeyOf } from "../../../domain/brain.ts";
import type { TurnStore } from "../../../domain/ports/turn-store.ts";
import { preparedTurn } from "../../both/stored-turns.ts";
import type { Database } from "../engine/database.ts";
import { brainOfToken } from "../find-brain.ts";
import { brains, turns } from "../schema.ts";
import { statement } from "../statement.ts";
import { beginTurn, countGatedTurn, recordTurn, sweepTurns } from "../writes/write-turns.ts";

const findTurn = statement((db) =>
  db
    .select({ turn: turns, brain: { id: brains.id, account: brains.account, core: brains.core, user: brains.user } })
    .from(turns)
    .innerJoin(brains, eq(brains.id, sql.placeholder("brain")))
    .where(and(eq(turns.brain, sql.placeholder("brain")), eq(turns.tokenHash, sql.placeholder("tokenHash"))))
    .prepare("find_turn"),
);

const TURN = { comesInRows: true };

export function createTurnStore(database: Database): TurnStore {
  return {
    async find(tokenHash) {
      const own = await brainOfToken(database.db, tokenHash);
      const [found] = await findTurn(database.db).execute({ brain: own, tokenHash });
      if (found === undefined) return null;
      const { turn, brain } = found;
      return preparedTurn(turn, { id: brain.id, key: brainKeyOf(brain) });
    },
    begin: (turn) => database.write(beginTurn, turn),
    countGated: (turn) => database.write(countGatedTurn, turn),
    record: (turn) => database.write(recordTurn, turn, TURN),
    sweep: (now, keptMs) => database.write(sweepTurns, { now, keptMs }),
    forget: () => {},
  };
}
