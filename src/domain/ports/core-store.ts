// Cores of an account. Every write is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { Core } from "../core.ts";
import type { RemovedOwner } from "./brain-store.ts";

export interface CoreStore {
  find(account: string, slug: string): Promise<Core | null>;
  /** How many cores of the account were made before it, `default` not counted; may be an instant old. */
  countBefore(account: string, slug: string): Promise<number>;
  /** In order of creation, without the virtual `default` unless it was renamed. */
  list(account: string): Promise<(Core & { readonly createdAt: number })[]>;
  /** Throws `core_exists`. */
  create(account: string, core: Core, now: number, by?: Doer): Promise<void>;
  /** Makes a row for `default` when it is changed first; throws `core_not_found` for any other that is not there. */
  change(account: string, slug: string, change: Partial<Omit<Core, "slug">>, now: number, by?: Doer): Promise<Core>;
  /** Erases all brains of the core, and revokes the keys bound to it. Throws `core_not_found`. */
  remove(account: string, slug: string, by?: Doer): Promise<RemovedOwner>;
}
