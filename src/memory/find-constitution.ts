// Finds a named constitution of an account.
import { type Constitution, DEFAULT_CONSTITUTION } from "../domain/constitution.ts";
import type { ConstitutionStore } from "../domain/ports.ts";

/** `default` is always there; null for any other name that the account has not given. */
export async function findConstitution(
  constitutions: ConstitutionStore,
  account: string,
  name: string,
): Promise<Constitution | null> {
  const found = await constitutions.find(account, name);
  return found ?? (name === DEFAULT_CONSTITUTION.name ? DEFAULT_CONSTITUTION : null);
}
