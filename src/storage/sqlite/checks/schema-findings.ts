// What is told of data that nothing is read of: its schema is not memoryd's own, or it cannot be read at all.
import type { Finding } from "../../../domain/finding.ts";
import { faultCodeOf } from "../../../domain/storage-faults.ts";
import { FAULTS_SHOWN, RESTORE } from "./data-checks.ts";

/**
 * `differences` as `schemaDifferences` has them. What else is wrong with such data is not looked for: a view in the place
 * of a table would be run.
 */
export function schemaFindings(differences: readonly string[]): Finding[] {
  return differences.slice(0, FAULTS_SHOWN).map((difference) => ({
    code: "schema_foreign",
    level: "error",
    where: "schema of memoryd.db",
    what: `The schema of the data was changed past memoryd: ${difference}.`,
    fix: `${RESTORE}; until then \`memoryd serve\` does not start`,
  }));
}

/** Damage may show anywhere, also before the checks that look for it. */
export function unreadable(path: string, error: unknown): Finding {
  return {
    code: faultCodeOf(error) === "SQLITE_NOTADB" ? "not_a_database" : "data_damaged",
    level: "error",
    where: path,
    what: `The data cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    fix: `${RESTORE}; keep this file until then`,
  };
}
