// Finds the one brain that a key and the headers of a request select.
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { CoreStore } from "../domain/ports.ts";

function boundOr(bound: string | null, named: string | null, what: string): string | null {
  if (bound !== null && named !== null && bound !== named) {
    throw new MemoryError("key_scope", `this key is bound to another ${what}`);
  }
  return named ?? bound;
}

/** Throws `key_scope` where the key is bound elsewhere, then `core_not_found`. */
export async function selectBrain(
  deps: { cores: CoreStore },
  identity: KeyIdentity,
  headers: { core: string | null; user: string | null },
): Promise<BrainKey> {
  const core = boundOr(identity.core, headers.core, "core") ?? DEFAULT_CORE;
  const user = boundOr(identity.user, headers.user, "user");
  if (core !== DEFAULT_CORE && (await deps.cores.find(identity.account, core)) === null) {
    throw new MemoryError("core_not_found", "there is no such core");
  }
  return { account: identity.account, core, user };
}

/** For what concerns the whole account. Throws `key_scope` for a key that is bound to a part of it. */
export function requireUnbound(identity: KeyIdentity): void {
  if (identity.core !== null || identity.user !== null) {
    throw new MemoryError("key_scope", "this key is bound to a part of the account");
  }
}
