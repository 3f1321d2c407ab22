// The one place that reads the process's environment.

/** A copy: what changes later changes no setting. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}
