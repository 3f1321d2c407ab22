// What became of a request that got no answer: the words of each runtime's fetch, put into one error.
import { MemorydError } from "./errors.ts";

/** Of Node.js and of Bun: no connection was made, so nothing was sent. */
const NOTHING_SENT =
  /ECONNREFUSED|ConnectionRefused|UND_ERR_CONNECT_TIMEOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|connection refused|dns error|FailedToOpenSocket/i;
const UNKNOWN_HOST = /ENOTFOUND|EAI_AGAIN|dns error/i;
const BLOCKED_PORT = /bad port|port \d+ are blocked/i;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|certificate/i;
const NO_TLS = /WRONG_VERSION_NUMBER|EPROTO|packet length too long|InvalidContentType/i;

/** Names and messages of an error and of what caused it, as far down as they go. */
function tracesOf(error: unknown): string {
  const traces: string[] = [];
  const look = (each: unknown, depth: number): void => {
    if (typeof each !== "object" || each === null || depth > 4) return;
    const { code, message, cause, errors } = each as {
      code?: unknown;
      message?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    traces.push(String(code ?? ""), String(message ?? ""));
    look(cause, depth + 1);
    if (Array.isArray(errors)) for (const inner of errors) look(inner, depth + 1);
  };
  look(error, 0);
  return traces.join(" ");
}

export function connectionError(error: unknown, url: string): MemorydError {
  const traces = tracesOf(error);
  const { host, origin } = new URL(url);
  if (UNKNOWN_HOST.test(traces)) {
    return new MemorydError("connection_refused", `There is no host ${host}: look at \`url\`.`, { cause: error });
  }
  if (BLOCKED_PORT.test(traces)) {
    const message = `fetch opens no connection to the port of ${origin}: let the service listen on another one.`;
    return new MemorydError("connection_refused", message, { cause: error });
  }
  if (NOTHING_SENT.test(traces)) {
    const message = `Nothing listens at ${origin}: is the service running (\`memoryd serve\`), and is \`url\` right?`;
    return new MemorydError("connection_refused", message, { cause: error });
  }
  if (CERTIFICATE.test(traces)) {
    const message = `The certificate of ${origin} is not trusted here.`;
    return new MemorydError("connection_failed", message, { cause: error });
  }
  if (NO_TLS.test(traces)) {
    const message = `${origin} does not speak TLS: does \`url\` begin with http:// there?`;
    return new MemorydError("connection_failed", message, { cause: error });
  }
  return new MemorydError("connection_failed", `The connection to ${origin} broke before an answer came.`, {
    cause: error,
  });
}

export function answerCut(url: string, cause: unknown, status: number, requestId: string | null): MemorydError {
  const message = `The answer of ${new URL(url).origin} broke off.`;
  return new MemorydError("answer_cut", message, { status, requestId, cause });
}

export function timedOut(url: string, timeoutMs: number): MemorydError {
  return new MemorydError("timeout", `${new URL(url).origin} did not answer within ${timeoutMs} ms.`);
}
