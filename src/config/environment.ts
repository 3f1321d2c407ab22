// The one place that reads the process's environment.
import { CommandFault } from "../domain/command-fault.ts";

/** Bun hands what stands behind this to its JavaScript engine, before a word of the program runs. */
const ENGINE_OPTIONS = "BUN_JSC_";

/** The environment would change the runtime, so that nothing promised of the program would hold. */
export class EnvironmentRefusedError extends CommandFault {
  override readonly name = "EnvironmentRefusedError";
  readonly kind = "refused";
}

/** A copy: what changes later changes no setting. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}

/** The other variables that Bun obeys are taken out of it when the executable is built; these cannot be. */
export function refuseEngineOptions(environment: Readonly<Record<string, string | undefined>>): void {
  const names = Object.keys(environment).filter((name) => name.startsWith(ENGINE_OPTIONS));
  if (names.length === 0) return;
  throw new EnvironmentRefusedError(
    `the environment sets ${names.sort().join(", ")}, which changes the runtime inside: unset ${names.length === 1 ? "it" : "them"}`,
  );
}
