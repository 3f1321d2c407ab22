// An entry of the audit, as a person reads it.
import type { Model } from "../../api.ts";

/** What is told of it besides, one line each: `scope: admin`; what is null was not there. */
export function detailsOf(details: Model["AuditDetails"]): readonly string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${shownDetail(value)}`);
}

function shownDetail(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name} ${shownDetail(each)}`)
    .join(", ");
}
