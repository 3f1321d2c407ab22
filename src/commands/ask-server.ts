// What commands ask of a server that runs, with the key of a file.
import { readFileSync } from "node:fs";
import { withoutLastSlashes } from "../base/listed-endpoint.ts";
import type { RunningServer } from "../cli/running-server.ts";
import { type ErrorCode, MemoryError } from "../domain/errors.ts";
import { faultCodeOf } from "../domain/storage-faults.ts";
import { DataDirectoryError, readReasonOf } from "../storage/files/data-directory.ts";

export interface ServerRequest {
  /** Absent: POST. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absent: as long as it takes. */
  readonly withinMs?: number;
  /** Instead of `withinMs`. */
  readonly signal?: AbortSignal;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ReadableStream<Uint8Array> | string | Blob;
}

/** Asks, and gives the JSON of the answer. Throws MemoryError as the server says, and as `sendTo` does. */
export async function askServer(server: RunningServer, request: ServerRequest): Promise<unknown> {
  return answerOf(await sendTo({ ...server, key: keyIn(server.keyFile) }, request), server.url);
}

/** Throws DataDirectoryError where it cannot be read. */
export function keyIn(file: string): string {
  return readGiven(file).trim();
}

/** Throws `not_ready` where none answers, and why in words. */
export async function sendTo(
  server: Omit<RunningServer, "keyFile"> & { readonly key: string },
  request: ServerRequest,
): Promise<Response> {
  const { url, key } = server;
  try {
    // Not through a proxy of the environment, which would be shown the key; and nothing is printed of what is sent.
    return await fetch(withoutLastSlashes(url) + request.path, {
      method: request.method ?? "POST",
      headers: { "X-API-Key": key, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "error",
      proxy: false,
      verbose: false,
      // NODE_TLS_REJECT_UNAUTHORIZED=0 would show the key to anybody on the way.
      tls: { rejectUnauthorized: true, ...trustedBy(server) },
      timeout: false,
      ...(request.withinMs === undefined ? {} : { signal: AbortSignal.timeout(request.withinMs) }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    } as RequestInit);
  } catch (error) {
    throw new MemoryError("not_ready", noAnswer(url, error));
  }
}

/** The JSON of an answer. Throws MemoryError as it says; `whose`: for a message where it says nothing. */
export async function answerOf(response: Response, whose: string): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const { message, code } = (answer ?? {}) as { message?: string; code?: ErrorCode };
  throw new MemoryError(code ?? "not_ready", message ?? `${whose} answered ${response.status}, and is no memoryd`);
}

const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|INVALID_CA|ERR_TLS_CERT)/;
/** By the start of the code. */
const NO_ANSWER: readonly (readonly [code: RegExp, why: string])[] = [
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "its certificate is not for that name: call it by a name that the certificate has",
  ],
  [/^CERT_HAS_EXPIRED$/, "its certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "its certificate is not valid yet, or the clock of this machine is behind"],
  [UNTRUSTED, "its certificate is not trusted here: name the one that signed it with --ca-file"],
  [/^ECONNREFUSED$|^ConnectionRefused$/, "nothing listens there"],
  [/^ENOTFOUND$|^EAI_/, "the name of its host is not known"],
  [/^EPROTO$/, "it does not speak TLS there: is the URL http://?"],
  [
    /^(EPIPE|ECONNRESET)$/,
    "it closed the connection before it had answered: its log may say why; is the URL https://?",
  ],
  [/^UnexpectedRedirect$/, "it sends elsewhere, where the key is not shown: name that URL"],
];

/** Why, in words. */
export function noAnswer(url: string, error: unknown): string {
  const code = faultCodeOf(error);
  const [, why] = NO_ANSWER.find(([known]) => known.test(code)) ?? [];
  // The runtime adds advice for programmers as a sentence of its own.
  const said = error instanceof Error ? error.message.replace(/\. (For more information|Is the computer).*$/s, "") : "";
  return `no answer from ${url}: ${why ?? said}`;
}

function trustedBy({ caFile, certificate }: Pick<RunningServer, "caFile" | "certificate">) {
  // The very certificate that is known is believed, whoever issued it and whatever name it is for.
  if (certificate !== undefined) {
    return { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  }
  return caFile === null ? {} : { ca: readGiven(caFile) };
}

function readGiven(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataDirectoryError(`${path} cannot be read: ${readReasonOf(error)}`);
  }
}
