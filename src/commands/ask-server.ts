// What commands ask of a server that runs, with the key of a file.
import { readFileSync } from "node:fs";
import { withoutLastSlashes } from "../base/listed-endpoint.ts";
import type { RunningServer } from "../cli/running-server.ts";
import { type ErrorCode, MemoryError } from "../domain/errors.ts";
import { DataDirectoryError, readReasonOf } from "../storage/files/data-directory.ts";

export interface ServerRequest {
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ReadableStream<Uint8Array> | string | Blob;
}

/** POSTs, and gives the JSON of the answer. Throws MemoryError as the server says, or `not_ready` where none answers. */
export async function askServer({ url, keyFile }: RunningServer, request: ServerRequest): Promise<unknown> {
  const key = readKey(keyFile);
  let response: Response;
  try {
    // Not through a proxy of the environment, which would be shown the key; and nothing is printed of what is sent.
    response = await fetch(withoutLastSlashes(url) + request.path, {
      method: "POST",
      headers: { "X-API-Key": key, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "error",
      proxy: false,
      verbose: false,
      // NODE_TLS_REJECT_UNAUTHORIZED=0 would show the key to anybody on the way.
      tls: { rejectUnauthorized: true },
      timeout: false,
    } as RequestInit);
  } catch (error) {
    throw new MemoryError("not_ready", `nothing answered at ${url}: ${error instanceof Error ? error.message : ""}`);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const { message, code } = (answer ?? {}) as { message?: string; code?: ErrorCode };
  throw new MemoryError(code ?? "not_ready", message ?? `${url} answered ${response.status}, and is no memoryd`);
}

function readKey(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    throw new DataDirectoryError(`${path} cannot be read: ${readReasonOf(error)}`);
  }
}
