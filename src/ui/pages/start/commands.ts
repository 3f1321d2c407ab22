// The turn as commands of a shell.
import { type Brain, brainHeaders } from "../../api.ts";

/** One word of a POSIX shell, whatever stands in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `KEY` holds the key, so that it stands in no history of a shell. */
export function curlOf(origin: string, path: string, brain: Brain, body: object): string {
  const headers = Object.entries({ ...brainHeaders(brain), "Content-Type": "application/json" });
  return [
    `curl ${origin}${path} -H "X-API-Key: $KEY"`,
    ...headers.map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n");
}
