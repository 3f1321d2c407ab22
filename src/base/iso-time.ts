// Times as clients see them.

/** ISO 8601 in UTC, such as 2026-01-31T09:30:00.000Z. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Whether its calendar has the day that an ISO 8601 text begins with: Date.parse takes 31 February for 3 March. */
export function hasRealDay(text: string): boolean {
  const [day = ""] = text.split("T");
  const read = new Date(`${day}T00:00:00Z`);
  // A year of more digits than it needs is written back with fewer.
  const monthAndDay = day.slice(-"-MM-DD".length);
  return !Number.isNaN(read.getTime()) && read.toISOString().split("T")[0]?.endsWith(monthAndDay) === true;
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
