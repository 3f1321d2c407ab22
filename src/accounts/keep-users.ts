// The users of an account: who there is, and the erasure of one.
import { asciiLower } from "../base/ascii-lower.ts";
import type { Clock } from "../base/chance.ts";
import { doneBy } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { UserPage, UserStore, UserSummary } from "../domain/ports/user-store.ts";
import type { Erasure } from "../domain/receipt.ts";
import { type ForgetGoneDeps, forgetGone } from "../indexing/forget-brains.ts";

export interface UserDeps extends ForgetGoneDeps {
  readonly clock: Clock;
  readonly users: UserStore;
}

/** A part of the account; null: all of it. */
export interface AccountPart {
  readonly core: string | null;
  readonly user: string | null;
}

/** The part that was asked for, as far as the key reaches; where nothing is named, all that it reaches. Throws `key_scope`. */
export function partWithin(identity: Pick<KeyIdentity, "core" | "user">, asked: AccountPart): AccountPart {
  const within = (bound: string | null, named: string | null, what: string) => {
    if (bound !== null && named !== null && bound !== named) {
      throw new MemoryError("key_scope", `this key is bound to another ${what}`);
    }
    return named ?? bound;
  };
  return { core: within(identity.core, asked.core, "core"), user: within(identity.user, asked.user, "user") };
}

/** By name; one more than `limit` where there are more. A key that is bound to a user sees that one. */
export async function listUsers(
  deps: Pick<UserDeps, "users" | "clock">,
  identity: KeyIdentity,
  asked: UserPage & { readonly core: string | null },
): Promise<UserSummary[]> {
  const { core, user } = partWithin(identity, { core: asked.core, user: null });
  const { after, limit, holding } = asked;
  const scope = { account: identity.account, core };
  const now = deps.clock.now();
  if (user === null) return deps.users.list(scope, { after, limit: limit + 1, holding }, now);
  const isHere = (after === null || user > after) && asciiLower(user).includes(asciiLower(holding ?? ""));
  const own = isHere ? await deps.users.find(scope, user, now) : null;
  return own === null ? [] : [own];
}

/** In every core that the key reaches, or in the one named. Throws `key_scope`, `user_not_found`. */
export async function findUser(
  deps: Pick<UserDeps, "users" | "clock">,
  identity: KeyIdentity,
  asked: { user: string; core: string | null },
): Promise<UserSummary> {
  const { core } = partWithin(identity, asked);
  const found = await deps.users.find({ account: identity.account, core }, asked.user, deps.clock.now());
  if (found === null) throw userNotFound();
  return found;
}

function userNotFound(): MemoryError {
  return new MemoryError("user_not_found", "there is no memory of such a user");
}

/**
 * Erases the user's brains in every core that the key reaches, or in the one named, and revokes the keys bound to the user
 * there: with a core named, those bound to both. Throws `key_scope`, `user_not_found`.
 */
export async function eraseUser(
  deps: UserDeps,
  identity: KeyIdentity,
  asked: { user: string; core: string | null },
): Promise<Erasure> {
  const { core } = partWithin(identity, asked);
  const scope = { account: identity.account, core };
  const removed = await deps.users.remove(scope, asked.user, doneBy(identity, deps.clock));
  if (removed === null) throw userNotFound();
  forgetGone(deps, identity.account, removed.brains);
  return { receipt: removed.receipt, keysRevoked: removed.keysRevoked };
}
