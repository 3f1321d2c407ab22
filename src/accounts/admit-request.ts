// What plan, payment and rate have to say about a request, before its operation starts.
import type { Clock } from "../base/chance.ts";
import type { BrainKey } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import {
  DEFAULT_STANDING,
  monthOf,
  type Plan,
  type Plans,
  quotaExceeded,
  type Standing,
  subBrainsUsedUp,
} from "../domain/plan.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { AppliedLimit, RateLimiter } from "./limit-rate.ts";

export interface AdmitRequestDeps {
  readonly accounts: Pick<AccountStore, "find" | "turnsSpent" | "hasUser" | "countUsers">;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly rates: RateLimiter;
  /** null: no limit of its own for a key. */
  readonly keyRequestsPerSecond: number | null;
}

/** What an operation takes from the account. */
export type Demand =
  /** Never refused: what was said must not be lost. */
  | "record"
  /** A turn of the month, and a brain for a user who has none. */
  | "turn"
  /** A brain for a user who has none. */
  | "brain"
  /** Learning, which has to be paid for. */
  | "learning"
  | "nothing"
  /** What the operations demand that it calls, each for itself. */
  | "of-calls";

export interface AdmissionRequest {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey | null;
  readonly demand: Demand;
  /** Told of the limits that apply, also where one of them refuses. */
  readonly onLimits: (limits: readonly AppliedLimit[]) => void;
}

/**
 * Throws `payment_required`, then `rate_limited`, `plan_upgrade_required`, `quota_exceeded`. What is left of the plan may
 * be an instant old here: the write of a turn looks again.
 */
export async function admitRequest(deps: AdmitRequestDeps, request: AdmissionRequest): Promise<void> {
  const { identity, brain, demand } = request;
  if (demand === "record" || demand === "of-calls") return;
  const standing = (await deps.accounts.find(identity.account)) ?? DEFAULT_STANDING;
  const plan = deps.plans[standing.plan];
  if (standing.pastDue && (demand === "turn" || demand === "learning")) throw paymentRequired();
  limitRate(deps, request, plan);
  if (demand !== "turn" && demand !== "brain") return;
  if (brain !== null && brain.user !== null) await requireBrain(deps, brain.account, brain.user, standing, plan);
  if (demand === "turn") await requireTurn(deps, identity.account, plan);
}

function limitRate(deps: AdmitRequestDeps, { identity, onLimits }: AdmissionRequest, plan: Plan): void {
  const most = { key: deps.keyRequestsPerSecond, account: plan.requestsPerSecond };
  if (most.key === null && most.account === null) return;
  const { limits, waitS } = deps.rates.take(identity, most, deps.clock.now());
  onLimits(limits);
  if (waitS === null) return;
  throw new MemoryError("rate_limited", "too many requests in this second", { retry_after_s: Math.ceil(waitS) });
}

async function requireBrain(
  deps: AdmitRequestDeps,
  account: string,
  user: string,
  { pastDue }: Standing,
  { subBrains }: Plan,
): Promise<void> {
  if ((!pastDue && subBrains === null) || (await deps.accounts.hasUser(account, user))) return;
  if (pastDue) throw paymentRequired();
  if (subBrains !== null && (await deps.accounts.countUsers(account)) >= subBrains) throw subBrainsUsedUp(subBrains);
}

async function requireTurn(deps: AdmitRequestDeps, account: string, { turnsPerMonth }: Plan): Promise<void> {
  if (turnsPerMonth === null) return;
  const now = deps.clock.now();
  if ((await deps.accounts.turnsSpent(account, monthOf(now))) >= turnsPerMonth) throw quotaExceeded(turnsPerMonth, now);
}

function paymentRequired(): MemoryError {
  return new MemoryError("payment_required", "the account is past due");
}
