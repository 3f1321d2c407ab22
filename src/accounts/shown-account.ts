// An account as clients of the API and of the shell see it.
import { isoTime } from "../base/iso-time.ts";
import type { AccountUse } from "./keep-accounts.ts";

export function shownAccount(account: AccountUse) {
  return {
    name: account.name,
    created_at: isoTime(account.createdAt),
    plan: account.plan,
    past_due: account.pastDue,
    turns_this_month: account.turnsThisMonth,
    turns_per_month: account.turnsPerMonth,
  };
}
