// From a response to its value, or to an error that says who answered what.
import { type ErrorDetails, MemorydError } from "./errors.ts";
import { answerCut } from "./failures.ts";

/** What was asked, for the words of an error. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly key: string;
}

interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly request_id?: string;
  readonly details?: ErrorDetails;
}

/** How much of a foreign answer an error shows, in characters. */
const SHOWN_CHARS = 80;

/** The value of a JSON answer. Throws what `refusalOf` makes, `answer_cut` and `not_memoryd`. */
export async function readAnswer(response: Response, asked: Asked, answers: readonly number[] = []): Promise<unknown> {
  if (!response.ok && !answers.includes(response.status)) throw await refusalOf(response, asked);
  const text = await textOf(response, asked);
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (isJson(response)) throw answerCut(asked.url, cause, response.status, requestIdOf(response));
    throw notMemoryd(response, asked, text);
  }
}

/** The error that a response without success stands for. */
export async function refusalOf(response: Response, asked: Asked): Promise<MemorydError> {
  // A browser shows nothing of a redirect but its type.
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    return redirected(response, asked);
  }
  const text = await textOf(response, asked);
  const body = errorBodyOf(text);
  if (body === null) return notMemoryd(response, asked, text);
  return new MemorydError(body.code, messageOf(body, response.status, asked), {
    status: response.status,
    requestId: body.request_id ?? requestIdOf(response),
    details: body.details,
    retryAfterMs: retryAfterMs(response.headers),
  });
}

async function textOf(response: Response, asked: Asked): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw answerCut(asked.url, cause, response.status, requestIdOf(response));
  }
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") === true;
}

export function requestIdOf(response: Response): string | null {
  return response.headers.get("x-request-id");
}

/** null where it is no error of memoryd. */
function errorBodyOf(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.message === "string" && typeof body.code === "string" ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}

function messageOf({ message, code }: ErrorBody, status: number, { method, path, url, key }: Asked): string {
  if (status === 401) {
    const hint = key.startsWith("mk_live_") ? "" : " Keys of memoryd begin with mk_live_; a model provider's is none.";
    return `${url} refused the key: ${message}.${hint}`.replace("..", ".");
  }
  if (code === "route_not_found" || code === "method_not_allowed") {
    return `${url} knows no ${method} ${path}: it is an older version than this client is made for, or \`url\` has a path too many.`;
  }
  return message;
}

/** In milliseconds from now; null where there is no such header. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function redirected(response: Response, { method, path, url }: Asked): MemorydError {
  const location = response.headers.get("location");
  const where = location === null ? "elsewhere" : `to ${location}`;
  const message = `${url} redirects ${method} ${path} ${where}. Redirects are not followed, for the key would go along: set \`url\` to the service itself.`;
  return new MemorydError("redirected", message, { status: response.status });
}

function notMemoryd(response: Response, { method, path, url }: Asked, text: string): MemorydError {
  const kind = response.headers.get("content-type")?.split(";")[0] ?? "no content type";
  const start = text.trim().slice(0, SHOWN_CHARS);
  const shown = start === "" ? "an empty body" : `"${start}${text.trim().length > SHOWN_CHARS ? "…" : ""}"`;
  const who = response.status >= 502 ? "A proxy in front of memoryd answered" : "It is not memoryd that answers";
  const message = `${who} ${method} ${url}${path}: ${response.status}, ${kind}, ${shown}.`;
  return new MemorydError("not_memoryd", message, {
    status: response.status,
    requestId: requestIdOf(response),
    retryAfterMs: retryAfterMs(response.headers),
  });
}
