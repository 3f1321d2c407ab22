// Constitutions of an account. Every write is on the disk when its promise is kept.
import type { Doer } from "../audit.ts";
import type { Constitution } from "../constitution.ts";

export interface ConstitutionStore {
  find(account: string, name: string): Promise<Constitution | null>;
  list(account: string): Promise<Constitution[]>;
  put(account: string, constitution: Constitution, now: number, by?: Doer): Promise<void>;
  remove(account: string, name: string, by?: Doer): Promise<boolean>;
}
