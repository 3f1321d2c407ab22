// Puts a declared route onto Elysia: reading, checking, scope and brain, then the handler.
import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Elysia } from "elysia";
import { isObject } from "../base/strict-json.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import { BrainHeaders, CORE_SERVED_HEADER, readBrainHeaders } from "./brain-headers.ts";
import { type HttpDeps, type RequestState, type RequestStates, stateOf } from "./context.ts";
import { readAnyJson, readBodyOrNone, readJsonBody, refuseUnreadBody } from "./read-body.ts";
import { checkPath, readQuery, targetOf } from "./request-target.ts";
import { type Content, errorStatuses, type Route, type RouteContext, type RouteSpec, successStatus } from "./route.ts";

export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: "What went wrong, for a person. It never repeats what the caller sent." }),
    code: Type.String({
      description: "What went wrong, for a program.",
      examples: ["invalid_request", "lesson_not_found"],
    }),
    request_id: Type.String({
      description: "The request's id, as in the X-Request-Id header and in the service's log.",
    }),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: "ErrorDetails",
        description: "Small facts about the error, such as the `field` at fault.",
      }),
    ),
  },
  { title: "ApiError", description: "An error." },
);

/** The part of Elysia's context that is used, taken apart by name so that Elysia's static analysis prepares no more. */
interface Taken {
  readonly request: Request;
  readonly body: unknown;
  readonly query: Record<string, unknown>;
  readonly params: Record<string, string>;
  readonly set: RouteContext<unknown>["set"];
}

export function mountRoute(app: Elysia, deps: HttpDeps, states: RequestStates, { spec, handle }: Route): void {
  const { body, query } = spec;
  const status = successStatus(spec);
  app.route(
    spec.method,
    spec.path,
    async ({ request, body, query, params, set }: Taken) => {
      const state = stateOf(states, request);
      if (state.identity !== null) await spec.checkBody?.(body as never, state.identity.account);
      const brain = await requireAdmission(deps, spec, state, { headers: set.headers, body });
      requireAdminFor(spec.forAdmins ?? {}, body, state);
      set.status = status;
      const { identity, requestId, silence } = state;
      const context = { identity, brain, body, query, params, requestId, now: deps.now(), request, silence, set };
      const answer = await handle(context as never);
      // The type of the handler's answer follows from the same field.
      return spec.content === undefined ? answer : contentAnswer(request, spec.content.media, answer as Content);
    },
    {
      config: {},
      parse:
        body === "stream"
          ? "none"
          : ({ request }) => {
              const { admitted } = stateOf(states, request);
              const room = { bytesMax: deps.bodyBytesMax, hold: (bytes: number) => admitted?.holdBody(bytes) };
              if (body === "json") return readAnyJson(request, room, { wholeNumbers: spec.wholeNumbers === true });
              if (body === undefined || spec.mayLackBody === true) return readBodyOrNone(request, room, body);
              return readJsonBody(request, room, body);
            },
      transform: (context) => {
        const { request } = context;
        const state = stateOf(states, request);
        state.operationId = spec.operationId;
        const target = targetOf(request.url);
        if (spec.method === "GET") refuseUnreadBody(request);
        checkPath(target.path);
        context.query = readQuery(target.query, query) as typeof context.query;
        if (state.identity !== null) state.selection = readBrainHeaders(request.headers);
      },
      ...(typeof body === "object" ? { body } : {}),
      ...(query === undefined ? {} : { query }),
      ...(spec.params === undefined ? {} : { params: spec.params }),
      ...(spec.brain === "none" ? {} : { headers: BrainHeaders }),
      response: declaredResponses(app, spec),
      detail: documentation(spec),
    },
  );
}

async function contentAnswer(request: Request, media: string, content: Content): Promise<Response> {
  if ("response" in content) return content.response;
  const headers = { "content-type": media, ...content.headers };
  if ("text" in content) return new Response(content.text, { headers });
  // HEAD opens nothing: how long it is, only its making would tell.
  if (request.method === "HEAD") return new Response(null, { headers: { ...headers, "transfer-encoding": "chunked" } });
  return new Response(await content.open(), { headers });
}

/** What comes after validation: 401 for a key revoked while the body came, 403, then 404 of the core, then 402 and 429. */
async function requireAdmission(
  deps: HttpDeps,
  spec: RouteSpec,
  state: RequestState,
  { headers, body }: { readonly headers: Record<string, string | number>; readonly body: unknown },
): Promise<BrainKey | null> {
  const { identity, selection } = state;
  if (spec.access === "public" || identity === null) return null;
  // What reads a body may have waited for it.
  if (spec.method !== "GET") await deps.requireUnrevoked?.(identity);
  if (spec.access === "admin" && identity.scope !== "admin") {
    throw new MemoryError("admin_required", "This operation needs an admin key.");
  }
  const brain = spec.brain === "none" ? null : await deps.resolveBrain(identity, selection, spec.brain);
  const asked = selection.core ?? identity.core ?? DEFAULT_CORE;
  if (brain !== null && brain.core !== asked) headers[CORE_SERVED_HEADER] = brain.core;
  const demand = typeof spec.demand === "function" ? spec.demand(body as never) : spec.demand;
  await deps.admit?.({ identity, brain, demand, headers });
  return brain;
}

/** Throws `admin_required` for the first field that the key may not ask for. */
function requireAdminFor(
  forAdmins: NonNullable<RouteSpec["forAdmins"]>,
  body: unknown,
  { identity }: RequestState,
): void {
  if (identity?.scope === "admin" || !isObject(body)) return;
  for (const [field, told] of Object.entries(forAdmins)) {
    if (body[field] !== undefined && body[field] !== false) throw new MemoryError("admin_required", told);
  }
}

/** By their titles where they have one: the plugin takes a schema apart that stands in the response itself. */
function declaredResponses(app: Elysia, spec: RouteSpec): Record<number, TSchema> {
  const responses: Record<number, TSchema | string> = {};
  for (const status of errorStatuses(spec)) responses[status] = named(app, ErrorBody);
  for (const [status, model] of Object.entries<TSchema | undefined>({ ...spec.responses, ...spec.otherResponses })) {
    if (model !== undefined) responses[Number(status)] = named(app, model);
  }
  // Elysia's types know a model's name only where models are chained onto the app.
  return responses as Record<number, TSchema>;
}

function named(app: Elysia, model: TSchema): TSchema | string {
  if (model.title === undefined) return model;
  app.model(model.title, model as TObject);
  return model.title;
}

/** The `x-` fields are for `finishDocument`, which takes them out again. */
function documentation(spec: RouteSpec): Record<string, unknown> {
  return {
    operationId: spec.operationId,
    tags: [spec.tag],
    summary: spec.summary,
    description: spec.description,
    security: spec.access === "public" ? [] : [{ apiKey: [] }, { bearer: [] }],
    ...(spec.stream === undefined ? {} : { "x-stream": spec.stream }),
    ...(spec.mayLackBody === true ? { "x-may-lack-body": true } : {}),
    ...(spec.content === undefined ? {} : { "x-content": spec.content }),
  };
}
