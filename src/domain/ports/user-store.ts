// The users of an account, over all cores or in one.
import type { Doer } from "../audit.ts";
import type { RemovedOwner } from "./brain-store.ts";

/** Users of an account, over all cores or in one. */
export interface UserSummary {
  readonly user: string;
  readonly brains: number;
  readonly packets: number;
  /** Live ones. */
  readonly lessons: number;
  /** When its newest packet was recorded, or its first brain made where it has none. */
  readonly lastActiveAt: number;
}

export interface UserScope {
  readonly account: string;
  /** null: in every core. */
  readonly core: string | null;
}

export interface UserPage {
  /** The page begins behind this user; null: with the first. */
  readonly after: string | null;
  readonly limit: number;
  /** Only users whose id contains this text, without regard to ASCII case; null: all. */
  readonly holding: string | null;
}

export interface UserStore {
  /** By name. */
  list(scope: UserScope, page: UserPage, now: number): Promise<UserSummary[]>;
  find(scope: UserScope, user: string, now: number): Promise<UserSummary | null>;
  /** Erases the user's brains with all that they hold, and revokes the keys bound to the user there; null: there was neither. `by` absent: the service itself. */
  remove(scope: UserScope, user: string, by?: Doer): Promise<RemovedOwner | null>;
}
