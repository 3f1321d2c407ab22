// Cores of an account: list, show, create, change, delete.
import type { Clock } from "../base/chance.ts";
import { doneBy } from "../domain/audit.ts";
import { DEFAULT_CORE } from "../domain/brain.ts";
import type { Core } from "../domain/core.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { Erasure } from "../domain/receipt.ts";
import { type ForgetGoneDeps, forgetGone } from "../indexing/forget-brains.ts";
import { requireUnbound } from "./select-brain.ts";

export interface CoreDeps extends ForgetGoneDeps {
  readonly clock: Clock;
  readonly cores: CoreStore;
}

/** The core that is always there, until it is given another name. */
const VIRTUAL: Core = { slug: DEFAULT_CORE, name: DEFAULT_CORE, context: "" };

function requireReach(identity: KeyIdentity, slug: string): void {
  if (identity.core !== null && identity.core !== slug) {
    throw new MemoryError("key_scope", "this key is bound to another core");
  }
}

/** A core with the time of its creation: 0 for `default`, which was there before any other. */
export type ListedCore = Core & { readonly createdAt: number };

/** `default` first, then in order of creation; a key that is bound to a core sees that one. */
export async function listCores(deps: Pick<CoreDeps, "cores">, identity: KeyIdentity): Promise<ListedCore[]> {
  const stored = await deps.cores.list(identity.account);
  const first = { ...(stored.find((core) => core.slug === DEFAULT_CORE) ?? VIRTUAL), createdAt: 0 };
  const all = [first, ...stored.filter((core) => core.slug !== DEFAULT_CORE)];
  return all.filter((core) => identity.core === null || core.slug === identity.core);
}

/** Throws `key_scope`, `core_not_found`. */
export async function getCore(deps: Pick<CoreDeps, "cores">, identity: KeyIdentity, slug: string): Promise<Core> {
  requireReach(identity, slug);
  const core = await deps.cores.find(identity.account, slug);
  if (core !== null) return core;
  if (slug === DEFAULT_CORE) return VIRTUAL;
  throw new MemoryError("core_not_found", "there is no such core");
}

/** Throws `key_scope`, `core_exists`. */
export async function createCore(deps: CoreDeps, identity: KeyIdentity, core: Core): Promise<Core> {
  requireUnbound(identity);
  if (core.slug === DEFAULT_CORE) throw new MemoryError("core_exists", "the core `default` is always there");
  const by = doneBy(identity, deps.clock);
  await deps.cores.create(identity.account, core, by.at, by);
  return core;
}

/** Throws `key_scope`, `core_not_found`. */
export async function changeCore(
  deps: CoreDeps,
  identity: KeyIdentity,
  slug: string,
  change: Partial<Omit<Core, "slug">>,
): Promise<Core> {
  requireReach(identity, slug);
  requireWholeCore(identity);
  const by = doneBy(identity, deps.clock);
  return deps.cores.change(identity.account, slug, change, by.at, by);
}

/**
 * Erases the core with every brain in it, revokes the keys bound to it, and gives a receipt. What a core beyond the plan
 * was given stands in the default core, and stays.
 * Throws `key_scope`, `core_not_found`.
 */
export async function deleteCore(deps: CoreDeps, identity: KeyIdentity, slug: string): Promise<Erasure> {
  if (slug === DEFAULT_CORE) throw invalidRequest("the core `default` cannot be deleted", "slug");
  requireReach(identity, slug);
  requireWholeCore(identity);
  const { brains, ...erasure } = await deps.cores.remove(identity.account, slug, doneBy(identity, deps.clock));
  forgetGone(deps, identity.account, brains);
  return erasure;
}

/** A core concerns all of its users, so a key of one user does not change it. */
function requireWholeCore(identity: KeyIdentity): void {
  if (identity.user !== null) throw new MemoryError("key_scope", "this key is bound to one user of the core");
}
