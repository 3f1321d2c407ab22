// The rows that count turns: of two turns that count on one row, the second waits for the commit of the first.
import { TURN_SHARES } from "../../../src/storage/postgres/writes/count-account-turn.ts";
import type { People } from "./assumptions.ts";

/** Of one account. */
export function accountRowsOf({ turnsLimited }: Pick<People, "turnsLimited">): number {
  return turnsLimited ? 1 : TURN_SHARES;
}
