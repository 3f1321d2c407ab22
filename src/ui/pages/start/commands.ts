// The turn as commands of a shell.
/** One word of a POSIX shell, whatever stands in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `brain`: the headers that select it. `KEY` holds the key, so that it stands in no history of a shell. */
export function curlOf(origin: string, path: string, brain: Readonly<Record<string, string>>, body: object): string {
  const headers = Object.entries({ ...brain, "Content-Type": "application/json" });
  return [
    `curl ${origin}${path} -H "X-API-Key: $KEY"`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n");
}
