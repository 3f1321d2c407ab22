// Has an operation done for a request that came by another route: by its own route, with all that one declares.
import type { TObject } from "@sinclair/typebox";
import { isDotSegment } from "../base/dot-segment.ts";
import { isObject } from "../base/strict-json.ts";
import { invalidRequest } from "../domain/errors.ts";
import type { Operation, OperationAnswer, OperationCall } from "../domain/ports/operations.ts";
import { LIMIT_HEADER, POLICY_HEADER } from "./admission.ts";
import { CORE_HEADER, CORE_SERVED_HEADER, USER_HEADER } from "./brain-headers.ts";
import type { HttpDeps, RequestState, RequestStates } from "./context.ts";
import { FIELD_DESCRIPTION } from "./document-schemas.ts";
import { errorReply } from "./error-mapping.ts";
import type { Handler } from "./front-door.ts";
import { type Route, type RouteSpec, successStatus } from "./route.ts";

/** Those that a caller with a key can have done: their requests are fields, and their answers JSON. */
export function callableOperations(routes: readonly Route[]): readonly Operation[] {
  return routes.map(({ spec }) => spec).flatMap((spec) => (isCallable(spec) ? [operationOf(spec)] : []));
}

function isCallable({ access, body, content }: RouteSpec): boolean {
  return access !== "public" && typeof body !== "string" && content === undefined;
}

function operationOf(spec: RouteSpec): Operation {
  const { operationId, path, access, forAdmins = {} } = spec;
  const parts = [spec.params, spec.query, spec.body].filter((part): part is TObject => typeof part === "object");
  return {
    operationId,
    path,
    access: access === "admin" ? "admin" : "agent",
    fields: Object.fromEntries(
      parts.flatMap(({ properties }) => Object.entries(plain(properties)).filter(([name]) => !(name in forAdmins))),
    ),
    required: parts.flatMap(({ required = [], properties }) =>
      required.filter((name) => !("default" in (properties[name] ?? {}))),
    ),
    answer: plain(spec.responses[successStatus(spec)]),
  };
}

/** Without the symbols by which our validator knows its kinds. */
function plain(schema: unknown): Record<string, Record<string, unknown>> {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => (isObject(value) ? described(value) : value));
}

/** What the field says of itself, and then what its component says. */
function described({ [FIELD_DESCRIPTION]: ofField, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return ofField === undefined ? schema : { ...schema, description: `${ofField} ${schema.description}` };
}

export interface OperationCaller {
  readonly deps: HttpDeps;
  readonly states: RequestStates;
  readonly routes: readonly Route[];
  /** Behind the front door. */
  readonly inside: Handler;
}

/** The request that brought the call. */
export interface OuterRequest {
  readonly request: Request;
  readonly state: RequestState;
  /** Of its answer: what the operation's own says of core and limits is put there. */
  readonly headers: Record<string, string | number>;
}

const TOLD = [CORE_SERVED_HEADER, POLICY_HEADER, LIMIT_HEADER] as const;

/**
 * Its key has been checked and it has its place already; the rest is done as for a request that comes to the operation's
 * own route, down to what it demands of the plan. It is counted, and logged, as one.
 */
export async function callOperation(
  { deps, states, routes, inside }: OperationCaller,
  outer: OuterRequest,
  call: OperationCall,
): Promise<OperationAnswer> {
  const route = routes.find(({ spec }) => spec.operationId === call.operationId);
  if (route === undefined) throw new Error(`there is no operation ${call.operationId}`);
  const { method, operationId, counted } = route.spec;
  const { requestId } = outer.state;
  const state: RequestState = { ...outer.state, operationId, counted, errorCode: null };
  const traceparent = outer.request.headers.get("traceparent");
  const watched = deps.watch?.begin({ requestId, method, operationId, counted, traceparent });
  const run = async (): Promise<OperationAnswer> => {
    try {
      const request = requestFor(route.spec, outer.request, call);
      states.set(request, state);
      const answer = await inside(request);
      for (const name of TOLD) if (answer.headers.has(name)) outer.headers[name] = answer.headers.get(name) ?? "";
      return { status: answer.status, body: await answer.json() };
    } catch (error) {
      const log = (cause: unknown) => deps.logFailure({ requestId, method, operationId, error: cause });
      const { status, body } = errorReply(error, requestId, log);
      state.errorCode = String(body.code);
      return { status, body };
    }
  };
  const answer = await (watched === undefined ? run() : watched.run(run));
  watched?.end({ status: answer.status, code: state.errorCode });
  return answer;
}

/** Throws `invalid_request` for a field that no path can hold. */
function requestFor(spec: RouteSpec, outer: Request, { fields, user }: OperationCall): Request {
  const headers = new Headers();
  const core = outer.headers.get(CORE_HEADER);
  const ofUser = user ?? outer.headers.get(USER_HEADER);
  if (core !== null) headers.set(CORE_HEADER, core);
  if (ofUser !== null) headers.set(USER_HEADER, ofUser);
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path: string = spec.path;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (has(spec.params, name)) path = path.replace(`:${name}`, () => segmentOf(name, value));
    else if (has(spec.query, name)) query.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    else body[name] = value;
  }
  const { method, body: schema } = spec;
  const address = `http://localhost${path}${query.size === 0 ? "" : `?${query}`}`;
  if (schema === undefined) return new Request(address, { method, headers, signal: outer.signal });
  headers.set("content-type", "application/json");
  return new Request(address, { method, headers, signal: outer.signal, body: JSON.stringify(body) });
}

function has(schema: TObject | undefined, name: string): boolean {
  return Object.hasOwn(schema?.properties ?? {}, name);
}

function segmentOf(name: string, value: unknown): string {
  if (typeof value !== "string" || value === "" || isDotSegment(value) || !value.isWellFormed()) {
    throw invalidRequest(`\`${name}\` must be one that an answer named.`, name);
  }
  return encodeURIComponent(value);
}
