// One request after another until one is answered: time, repetitions, headers.
import { type Deadline, openDeadline } from "./deadline.ts";
import { MemorydError } from "./errors.ts";
import { connectionError, timedOut } from "./failures.ts";
import type { CallOptions, Settings } from "./options.ts";
import { type Asked, readAnswer, refusalOf } from "./read-answer.ts";
import { mayRepeat, pauseBefore } from "./retry.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type QueryValue = string | number | boolean | null | undefined | object;

/** What a stream of JSON Lines or of bytes may come as. */
export type BodyStream = ReadableStream<Uint8Array>;

export interface ServiceRequest {
  readonly method: Method;
  /** From the root of the API, each part of it encoded already. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, under this media type. A stream can be read once: what sends one is never repeated. */
  readonly raw?: { readonly media: string; readonly content: BodyStream | Blob | string } | undefined;
  /** A POST that may be sent again though it may have been carried out. GET, PUT and DELETE always may. */
  readonly repeatable?: boolean | undefined;
  /** Statuses that are answers beside those of success. */
  readonly answers?: readonly number[] | undefined;
}

export interface Transport {
  /** The value of the JSON answer. Throws MemorydError, or the reason of an aborted signal. */
  send<T>(request: ServiceRequest, options?: CallOptions): Promise<T>;
  /** The time of the call ends with the answer's headers; the caller's signal counts until `end` is called. */
  stream(request: ServiceRequest, options?: CallOptions): Promise<OpenStream>;
}

export interface OpenStream {
  readonly bytes: BodyStream;
  /** To be called when the bytes are read, or nobody reads on. */
  end(): void;
}

/** Headers that select a brain. */
export interface BrainSelection {
  readonly user?: string | undefined;
  readonly core?: string | undefined;
}

export function createTransport(settings: Settings, brain: BrainSelection): Transport {
  const chosen: Record<string, string> = {
    "X-API-Key": settings.key,
    Accept: "application/json, application/x-ndjson",
  };
  if (brain.user !== undefined) chosen["X-Memory-User"] = brain.user;
  if (brain.core !== undefined) chosen["X-Memory-Core"] = brain.core;
  return {
    send: <T>(request: ServiceRequest, options: CallOptions = {}) =>
      run(
        settings,
        request,
        options,
        async (response, asked, deadline) => {
          const value = await readAnswer(response, asked, request.answers);
          deadline.end();
          return value as T;
        },
        chosen,
      ),
    stream: (request, options = {}) =>
      run(
        settings,
        request,
        options,
        async (response, asked, deadline) => {
          if (!response.ok) throw await refusalOf(response, asked);
          deadline.liftTime();
          return { bytes: response.body ?? new Blob([]).stream(), end: () => deadline.end() };
        },
        chosen,
      ),
  };
}

/** An empty id, `.` or `..`: fetch takes such a part out of the path, so that another endpoint would be asked. */
const LOST_PART = /\/\.{0,2}(?:\/|$)/;

type ReadResponse<T> = (response: Response, asked: Asked, deadline: Deadline) => Promise<T>;

async function run<T>(
  settings: Settings,
  request: ServiceRequest,
  options: CallOptions,
  read: ReadResponse<T>,
  chosen: Readonly<Record<string, string>>,
): Promise<T> {
  if (LOST_PART.test(request.path)) {
    throw new MemorydError("bad_option", `${request.method} ${request.path}: an id is empty, \`.\` or \`..\`.`);
  }
  const { timeoutMs = settings.timeoutMs, retries = settings.retries } = options;
  const deadline = openDeadline(timeoutMs, options.signal);
  const asked: Asked = { method: request.method, path: request.path, url: settings.url, key: settings.key };
  const headers = options.requestId === undefined ? chosen : { ...chosen, "X-Request-Id": options.requestId };
  for (let nth = 0; ; nth += 1) {
    try {
      const response = await settings.fetch(
        settings.url + request.path + queryText(request.query),
        initOf(request, headers, deadline),
      );
      return await read(response, asked, deadline);
    } catch (caught) {
      const error = failureOf(caught, deadline, options.signal, settings.url, timeoutMs);
      const pauseMs = error instanceof MemorydError ? pauseBefore(error, nth) : 0;
      const goesOn = nth < retries && error instanceof MemorydError && maySendAgain(request, error);
      // A wait that outlasts the call would only hide the reason.
      if (goesOn && pauseMs < deadline.left() && (await deadline.pause(pauseMs))) continue;
      deadline.end();
      throw options.signal?.aborted === true ? options.signal.reason : error;
    }
  }
}

/** What the caller is told: the reason of its own signal, or a MemorydError. */
function failureOf(
  caught: unknown,
  deadline: Deadline,
  caller: AbortSignal | undefined,
  url: string,
  timeoutMs: number,
): unknown {
  if (caller?.aborted === true) return caller.reason;
  if (deadline.isOver) return timedOut(url, timeoutMs);
  return caught instanceof MemorydError ? caught : connectionError(caught, url);
}

function maySendAgain({ method, repeatable, raw }: ServiceRequest, error: MemorydError): boolean {
  if (raw?.content instanceof ReadableStream) return false;
  return mayRepeat(error, repeatable ?? (method !== "POST" && method !== "PATCH"));
}

function initOf({ method, body, raw }: ServiceRequest, headers: Readonly<Record<string, string>>, deadline: Deadline) {
  const init: RequestInit & { duplex?: "half" } = { method, headers, redirect: "manual", signal: deadline.signal };
  if (body !== undefined) {
    init.headers = { ...headers, "Content-Type": "application/json" };
    init.body = JSON.stringify(body);
  }
  if (raw !== undefined) {
    init.headers = { ...headers, "Content-Type": raw.media };
    init.body = raw.content;
    if (raw.content instanceof ReadableStream) init.duplex = "half";
  }
  return init;
}

/** Absent and null values are left out; an object, such as `metadata`, is sent as JSON. */
function queryText(query: ServiceRequest["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    parameters.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
