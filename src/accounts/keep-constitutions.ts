// Constitutions of an account: list, show, put, delete.
import type { Clock } from "../base/chance.ts";
import { doneBy } from "../domain/audit.ts";
import { type Constitution, DEFAULT_CONSTITUTION } from "../domain/constitution.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { patternFault } from "./pattern-fault.ts";
import { requireUnbound } from "./select-brain.ts";

export interface ConstitutionDeps {
  readonly clock: Clock;
  readonly constitutions: ConstitutionStore;
}

/** By name; `default` is always among them. */
export async function listConstitutions(
  deps: Pick<ConstitutionDeps, "constitutions">,
  identity: KeyIdentity,
): Promise<Constitution[]> {
  const stored = await deps.constitutions.list(identity.account);
  if (stored.some((each) => each.name === DEFAULT_CONSTITUTION.name)) return stored;
  return [DEFAULT_CONSTITUTION, ...stored];
}

/** Throws `constitution_not_found`. */
export async function getConstitution(
  deps: Pick<ConstitutionDeps, "constitutions">,
  identity: KeyIdentity,
  name: string,
): Promise<Constitution> {
  const found = await deps.constitutions.find(identity.account, name);
  if (found !== null) return found;
  if (name === DEFAULT_CONSTITUTION.name) return DEFAULT_CONSTITUTION;
  throw new MemoryError("constitution_not_found", "the account has no constitution of this name");
}

/** Throws `invalid_request` for patterns that are none, or too large. */
export async function requireSoundPatterns(
  { reading }: { readonly reading: Pick<TextReading, "checkPatterns"> },
  account: string,
  constitution: Pick<Constitution, "gates" | "prohibitions">,
): Promise<void> {
  const fault = await patternFault(reading, constitution, account);
  if (fault?.field === null) throw invalidRequest(fault.message);
  if (fault != null) throw invalidRequest(`\`${fault.field}\` in the body ${fault.message}.`, fault.field);
}

/** Makes or replaces it; its patterns are sound: see `requireSoundPatterns`. Throws `key_scope`. */
export async function putConstitution(
  deps: ConstitutionDeps,
  identity: KeyIdentity,
  constitution: Constitution,
): Promise<Constitution> {
  requireUnbound(identity);
  const by = doneBy(identity, deps.clock);
  await deps.constitutions.put(identity.account, constitution, by.at, by);
  return constitution;
}

/** Throws `key_scope`, `constitution_not_found`; `default` cannot be deleted. */
export async function deleteConstitution(deps: ConstitutionDeps, identity: KeyIdentity, name: string): Promise<void> {
  if (name === DEFAULT_CONSTITUTION.name) throw invalidRequest("the constitution `default` cannot be deleted", "name");
  requireUnbound(identity);
  if (!(await deps.constitutions.remove(identity.account, name, doneBy(identity, deps.clock)))) {
    throw new MemoryError("constitution_not_found", "the account has no constitution of this name");
  }
}
