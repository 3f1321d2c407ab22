// What an account may use: its plan, the turns of a month, and what it is told when they are used up.
import { MemoryError } from "./errors.ts";

/** `unlimited` has no limits; what the others allow is the operator's to say. */
export const PLAN_NAMES = ["unlimited", "free", "pro"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
export const DEFAULT_PLAN: PlanName = "unlimited";

/** null wherever there is no limit. */
export interface Plan {
  /** Turns prepared in a calendar month, UTC, over all cores. */
  readonly turnsPerMonth: number | null;
  /** Cores beside `default`. */
  readonly cores: number | null;
  /** Users that have a brain, each counted once in the account. */
  readonly subBrains: number | null;
  readonly requestsPerSecond: number | null;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

export const UNLIMITED: Plan = { turnsPerMonth: null, cores: null, subBrains: null, requestsPerSecond: null };

export const DEFAULT_PLANS: Plans = {
  unlimited: UNLIMITED,
  free: { turnsPerMonth: 1_000, cores: 2, subBrains: 5, requestsPerSecond: 5 },
  pro: { turnsPerMonth: 100_000, cores: 50, subBrains: 5_000, requestsPerSecond: 50 },
};

/** What of a plan the write of a turn keeps to, so that two at once cannot both take the last one. */
export type Allowance = Pick<Plan, "turnsPerMonth" | "subBrains">;

/** The account's standing with the operator. */
export interface Standing {
  readonly plan: PlanName;
  /** Its payment is overdue. */
  readonly pastDue: boolean;
}

export const DEFAULT_STANDING: Standing = { plan: DEFAULT_PLAN, pastDue: false };

export interface Account extends Standing {
  readonly name: string;
  readonly createdAt: number;
}

/** The calendar month in UTC, such as 2026-03. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** Seconds to the start of the next calendar month in UTC. */
export function secondsToNextMonth(ms: number): number {
  const now = new Date(ms);
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - ms) / 1_000);
}

export function quotaExceeded(turnsPerMonth: number, now: number): MemoryError {
  return new MemoryError("quota_exceeded", "the plan's turns of this month are used up", {
    turns_per_month: turnsPerMonth,
    retry_after_s: secondsToNextMonth(now),
  });
}

export function subBrainsUsedUp(subBrains: number): MemoryError {
  return new MemoryError("plan_upgrade_required", "the plan has no brain for another user", { sub_brains: subBrains });
}
