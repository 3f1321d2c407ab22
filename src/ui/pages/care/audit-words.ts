// An entry of the audit, as a person reads it.
import type { Model } from "../../api.ts";
import { dateTime } from "../../times.ts";

/** What is told of it besides, such as `scope: admin`; what is null was not there. */
export function detailsOf(details: Model["AuditDetails"]): readonly string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${nameOf(name)}: ${shownDetail(name, value)}`);
}

/** Names are those of columns and of settings: `expires_at`, `retrievalMode`. */
function nameOf(name: string): string {
  return name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`;
  });
}

function shownDetail(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number" && name.endsWith("_at")) return dateTime(new Date(value).toISOString());
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([inner, each]) => `${nameOf(inner)} ${shownDetail(inner, each)}`)
    .join(", ");
}
