// Who may read the data directory may do in an account what its unbound admin key may.
import { SHELL } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { OperatorStore } from "./context.ts";

export function operatorOf(account: string): KeyIdentity {
  return { id: SHELL, account, scope: "admin", core: null, user: null };
}

/** Throws `account_not_found`. */
export async function requireAccount(store: OperatorStore, account: string): Promise<KeyIdentity> {
  if (!(await store.accounts.exists(account))) {
    throw new MemoryError("account_not_found", `there is no account ${account}: \`memoryd accounts create\` makes one`);
  }
  return operatorOf(account);
}
