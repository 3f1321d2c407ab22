// Finds the one brain that a key and the headers of a request select.
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import { DEFAULT_STANDING, type Plans } from "../domain/plan.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";

export interface SelectBrainDeps {
  readonly accounts: Pick<AccountStore, "find">;
  readonly cores: Pick<CoreStore, "find" | "countBefore">;
  readonly plans: Plans;
}

export interface BrainChoice {
  readonly core: string | null;
  readonly user: string | null;
}

/**
 * What a brain is selected for. `of-request`: where its core has spilled over the plan, the default core serves.
 * `of-turn`: a turn that was prepared before its core spilled over is in the core's own brain, and a key bound to the
 * core still reaches it.
 */
export type BrainUse = "of-request" | "of-turn";

function boundOr(bound: string | null, named: string | null, what: string): string | null {
  if (bound !== null && named !== null && bound !== named) {
    throw new MemoryError("key_scope", `this key is bound to another ${what}`);
  }
  return named ?? bound;
}

/**
 * A core that spilled over the plan is served from the default one, which a key bound to the core must not reach.
 * Throws `key_scope` where the key is bound elsewhere, then `core_not_found`, then `plan_upgrade_required`.
 */
export async function selectBrain(
  deps: SelectBrainDeps,
  identity: KeyIdentity,
  headers: BrainChoice,
  use: BrainUse,
): Promise<BrainKey> {
  const asked = await askedBrain(deps, identity, headers);
  if (use === "of-turn" && identity.core !== null) return asked;
  if (!(await isSpilled(deps, identity.account, asked.core))) return asked;
  if (identity.core === null) return { ...asked, core: DEFAULT_CORE };
  throw new MemoryError("plan_upgrade_required", "the plan does not cover the core that this key is bound to");
}

/** The brain that was asked for, also where its core has spilled over. Throws `key_scope`, `core_not_found`. */
async function askedBrain(
  deps: Pick<SelectBrainDeps, "cores">,
  identity: KeyIdentity,
  headers: BrainChoice,
): Promise<BrainKey> {
  const core = boundOr(identity.core, headers.core, "core") ?? DEFAULT_CORE;
  const user = boundOr(identity.user, headers.user, "user");
  if (core !== DEFAULT_CORE && (await deps.cores.find(identity.account, core)) === null) {
    throw new MemoryError("core_not_found", "there is no such core");
  }
  return { account: identity.account, core, user };
}

/** Whether the core is beyond the plan's allowance, in order of creation; `default` never is. */
export async function isSpilled(deps: SelectBrainDeps, account: string, core: string): Promise<boolean> {
  if (core === DEFAULT_CORE) return false;
  const { plan } = (await deps.accounts.find(account)) ?? DEFAULT_STANDING;
  const allowed = deps.plans[plan].cores;
  return allowed !== null && (await deps.cores.countBefore(account, core)) >= allowed;
}

/** For what concerns the whole account. Throws `key_scope` for a key that is bound to a part of it. */
export function requireUnbound(identity: KeyIdentity): void {
  if (identity.core !== null || identity.user !== null) {
    throw new MemoryError("key_scope", "this key is bound to a part of the account");
  }
}
