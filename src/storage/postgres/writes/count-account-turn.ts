// Counts the turns of an account's month: exactly where a plan limits them, without waiting in line where none does.
import { and, eq, sql } from "drizzle-orm";
import { monthOf, quotaExceeded } from "../../../domain/plan.ts";
import type { GatedTurn } from "../../../domain/ports/turn-store.ts";
import type { Tx } from "../engine/transaction.ts";
import { accountTurnShares, accountTurns } from "../schema.ts";
import { statement } from "../statement.ts";

/** Parts that unlimited turns are counted in: turns of brains in different parts do not wait for each other's commit. */
export const TURN_SHARES = 16;

const value = sql.placeholder;

const countShare = statement((db) =>
  db
    .insert(accountTurnShares)
    .values({ account: value("account"), month: value("month"), share: value("share"), turns: 1 })
    .onConflictDoUpdate({
      target: [accountTurnShares.account, accountTurnShares.month, accountTurnShares.share],
      set: { turns: sql`${accountTurnShares.turns} + 1` },
    })
    .prepare("count_account_turn_share"),
);

/**
 * Counts one turn of an account that is there; `brain`: whose turn it is. Throws `quota_exceeded` where the month has no
 * more. What was counted in parts before a plan limited the month counts as well.
 */
export async function countAccountTurn({ db }: Tx, brain: number, turn: GatedTurn): Promise<void> {
  const { account, at, turnsPerMonth: most } = turn;
  const month = monthOf(at);
  if (most === null) {
    await countShare(db).execute({ account, month, share: brain % TURN_SHARES });
    return;
  }
  const ofMonth = and(eq(accountTurnShares.account, account), eq(accountTurnShares.month, month));
  const spread = sql`(SELECT coalesce(sum(${accountTurnShares.turns}), 0) FROM ${accountTurnShares} WHERE ${ofMonth})`;
  const counted = await db.execute(sql`
    INSERT INTO ${accountTurns} (account, month, turns) SELECT ${account}, ${month}, 1 WHERE ${spread} < ${most}::bigint
    ON CONFLICT (account, month) DO UPDATE SET turns = ${accountTurns.turns} + 1
      WHERE ${accountTurns.turns} + ${spread} < ${most}::bigint
    RETURNING 1 AS counted`);
  if (counted.length === 0) throw quotaExceeded(most, at);
}
