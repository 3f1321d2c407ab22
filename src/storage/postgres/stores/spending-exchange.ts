// What nodes tell each other of requests they let through: a few rows a node, each of one beat, written over in turn.
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { SpendingExchange, Spendings } from "../../../domain/ports/spending-exchange.ts";
import type { Database } from "../engine/database.ts";
import { NOW_MS } from "../now.ts";

/** Beats that a node may be late by. */
const SLOTS = 8;
/** What is older is of no use to any limit that fills within a minute. */
const KEPT_MS = 60_000;

interface Row extends Record<string, unknown> {
  readonly node: string;
  readonly beat: string;
  readonly taken: string;
}

export function createSpendingExchange({ db }: Database): SpendingExchange {
  const own = randomBytes(8).toString("hex");
  let beat = 0;
  /** The newest beat that was read of each node. */
  let seen = new Map<string, number>();
  const tell = (taken: Spendings) => {
    beat += 1;
    return db.execute(sql`
      WITH gone AS (DELETE FROM spendings WHERE at < ${NOW_MS} - ${KEPT_MS}::bigint)
      INSERT INTO spendings (node, slot, beat, at, taken)
      VALUES (${own}, ${beat % SLOTS}, ${beat}, ${NOW_MS}, ${JSON.stringify(taken)})
      ON CONFLICT (node, slot) DO UPDATE SET beat = excluded.beat, at = excluded.at, taken = excluded.taken`);
  };
  return {
    async exchange(taken) {
      if (taken.rates.length + taken.failures.length > 0) await tell(taken);
      const rows = await db.execute<Row>(sql`
        SELECT node, beat, taken FROM spendings WHERE node <> ${own} AND at > ${NOW_MS} - ${KEPT_MS}::bigint`);
      const fresh = rows.filter((row) => Number(row.beat) > (seen.get(row.node) ?? 0));
      const newest = new Map<string, number>();
      for (const row of rows) newest.set(row.node, Math.max(newest.get(row.node) ?? 0, Number(row.beat)));
      seen = newest;
      const told = fresh.map((row) => JSON.parse(row.taken) as Spendings);
      return { rates: told.flatMap(({ rates }) => rates), failures: told.flatMap(({ failures }) => failures) };
    },
  };
}
