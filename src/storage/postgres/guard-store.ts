// Stands before every method of the store: faults of the database become the service's own errors, and are noted.
import type { DatabaseHealth } from "./engine/database-health.ts";
import { toldError } from "./engine/faults.ts";

export interface GuardParts {
  readonly health: Pick<DatabaseHealth, "note">;
  /** Ends the waiting for a database that does not answer. */
  readonly bounded: <T>(work: Promise<T>) => Promise<T>;
}

/** The same methods; what returns nothing to wait for is handed through. */
export function guarded<T extends object>(methods: T, { health, bounded }: GuardParts): T {
  const guard =
    (method: (...values: unknown[]) => unknown) =>
    (...values: unknown[]): unknown => {
      const answer = method.apply(methods, values);
      // A query of Drizzle's is waited for, and is no Promise.
      if (typeof answer !== "object" || answer === null || !("then" in answer)) return answer;
      return bounded(Promise.resolve(answer)).catch((error: unknown) => {
        health.note(error);
        throw toldError(error);
      });
    };
  const entries = Object.entries(methods).map(([name, value]) => [
    name,
    typeof value === "function" ? guard(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
