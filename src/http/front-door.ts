// What every request passes before Elysia sees it: its id, its key, its route. No answer leaves but through here.
import { REQUEST_ID_HEADER, requestIdOf } from "../base/request-id.ts";
import { invalidRequest, MemoryError } from "../domain/errors.ts";
import type { HttpDeps, RequestState, RequestStates, SilenceLimit } from "./context.ts";
import { allowOrigin, isPreflight, listedOrigin, preflightAnswer } from "./cors.ts";
import { errorReply, errorResponse, routeNotFound } from "./error-mapping.ts";
import type { Admitted } from "./request-gate.ts";
import { type Target, targetOf } from "./request-target.ts";
import type { RouteTable } from "./route-table.ts";

export const KEY_HEADER = "X-API-Key";
const BEARER = /^bearer +(\S+)$/i;
/** A request that no route answers, and one in which a browser asks what it may send. */
const NOTHING = { operationId: null, counted: "work" } as const;
const PREFLIGHT = { operationId: "preflight", counted: "work" } as const;

export interface FrontDoor {
  readonly deps: HttpDeps;
  readonly states: RequestStates;
  readonly table: RouteTable;
  /** Compared with the undecoded path, whole: never a prefix. */
  readonly publicPaths: ReadonlySet<string>;
  /** The address of a connection's other end; null where there is none. */
  peerOf(request: Request): string | null;
  silenceOf(request: Request): SilenceLimit;
}

export type Handler = (request: Request) => Response | Promise<Response>;

export function enterThrough(door: FrontDoor, inside: Handler): Handler {
  return async (request) => {
    const requestId = requestIdOf(request.headers, () => door.deps.newRequestId());
    const origin = listedOrigin(door.deps.corsOrigins, request);
    const isAsking = origin !== null && isPreflight(request);
    const target = targetOf(request.url);
    const { operationId, counted } = isAsking
      ? PREFLIGHT
      : (door.table.entryOf(request.method, target.path) ?? NOTHING);
    const state: RequestState = {
      requestId,
      identity: null,
      selection: { core: null, user: null },
      operationId,
      counted,
      errorCode: null,
      silence: door.silenceOf(request),
      admitted: null,
    };
    const answerIt = async () => (isAsking ? preflightAnswer() : answerTo(door, inside, request, target, state));
    const traceparent = request.headers.get("traceparent");
    const watched = door.deps.watch?.begin({ requestId, method: request.method, operationId, counted, traceparent });
    const answer = await (watched === undefined ? answerIt() : watched.run(answerIt));
    watched?.end({ status: answer.status, code: state.errorCode });
    answer.headers.set(REQUEST_ID_HEADER, requestId);
    if (origin !== null) allowOrigin(answer, origin);
    return request.method === "HEAD" ? withoutBody(answer) : answer;
  };
}

/**
 * The key as it was written, in X-API-Key or as `Authorization: Bearer`; null without one. Both may stand there with the
 * same key: two different ones are no key at all.
 */
export function keyOf(headers: Headers): string | null {
  const own = headers.get(KEY_HEADER);
  const bearer = BEARER.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
  if (own !== null && bearer !== null && own !== bearer) return "";
  return own ?? bearer;
}

async function answerTo(
  door: FrontDoor,
  inside: Handler,
  request: Request,
  target: Target,
  state: RequestState,
): Promise<Response> {
  const { requestId, operationId } = state;
  try {
    if (!door.publicPaths.has(target.path)) {
      const sender = { peer: () => door.peerOf(request), headers: request.headers };
      state.identity = await door.deps.authenticate(keyOf(request.headers), sender);
    }
    checkRoute(door.table, request.method, target.path);
    // Two of them arrive as one with a comma between, which none may hold.
    if (request.headers.get("host")?.includes(",")) throw invalidRequest("The request must name one host.", "Host");
    state.admitted = placeFor(door, state);
    const addressed = withPlainAddress(request, target);
    door.states.set(addressed, state);
    return await inside(addressed);
  } catch (error) {
    const log = (cause: unknown) =>
      door.deps.logFailure({ requestId, method: request.method, operationId, error: cause });
    const reply = errorReply(error, requestId, log);
    state.errorCode = String(reply.body.code);
    return errorResponse(reply);
  } finally {
    state.admitted?.leave();
  }
}

/** Who watches the service must see it when it is full. Throws `overloaded`. */
function placeFor({ deps }: FrontDoor, { identity, counted }: RequestState): Admitted | null {
  if (identity === null || counted === "probe") return null;
  return deps.gate?.enter(identity.account) ?? null;
}

function checkRoute(table: RouteTable, method: string, path: string): void {
  const methods = table.methodsOf(path);
  if (methods.length === 0) throw routeNotFound();
  if (methods.includes(method) || methods.includes("ALL")) return;
  throw new MemoryError("method_not_allowed", "The route does not know this method.", { allow: methods });
}

/** Elysia cuts the path out of the address by counting characters, which only a plain `http://host/…` survives. */
function withPlainAddress(request: Request, target: Target): Request {
  if (request.url.startsWith("http://")) return request;
  const query = target.query === "" ? "" : `?${target.query}`;
  return new Request(`http://localhost${target.path}${query}`, request);
}

/** Only errors of the front door come here with a body: Elysia has taken it off the others already. */
async function withoutBody(answer: Response): Promise<Response> {
  // Elysia has counted what nobody made.
  if (answer.headers.has("transfer-encoding")) answer.headers.delete("content-length");
  if (answer.body === null) return answer;
  const { byteLength } = await answer.arrayBuffer();
  answer.headers.set("content-length", String(byteLength));
  return new Response(null, { status: answer.status, headers: answer.headers });
}
