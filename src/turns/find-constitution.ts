// Finds a named constitution of an account, and which of its patterns match a text.
import { type Constitution, DEFAULT_CONSTITUTION, type GuardPattern } from "../domain/constitution.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";

/** `default` is always there; null for any other name that the account has not given. */
export async function findConstitution(
  constitutions: ConstitutionStore,
  account: string,
  name: string,
): Promise<Constitution | null> {
  const found = await constitutions.find(account, name);
  return found ?? (name === DEFAULT_CONSTITUTION.name ? DEFAULT_CONSTITUTION : null);
}

/** The first gate or prohibition that finds something in the text; null: none. Throws `constitution_too_slow`. */
export async function findGuard(
  { reading }: { readonly reading: Pick<TextReading, "findPattern"> },
  account: string,
  guards: readonly GuardPattern[],
  text: string,
): Promise<GuardPattern | null> {
  if (guards.length === 0) return null;
  const patterns = guards.map(({ pattern }) => pattern);
  return guards[await reading.findPattern({ patterns, text }, account)] ?? null;
}
