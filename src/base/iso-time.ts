// Times as clients see them.

/** ISO 8601 in UTC, such as 2026-01-31T09:30:00.000Z. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
