// A small app of toy routes over fixed keys, and two ways to reach it: in process and over a socket.
import { Type } from "@sinclair/typebox";
import { MemoryError } from "../../src/domain/errors.ts";
import type { KeyIdentity } from "../../src/domain/key.ts";
import { createApp } from "../../src/http/app.ts";
import type { HttpDeps, UnexpectedFailure } from "../../src/http/context.ts";
import { instant, text } from "../../src/http/kinds.ts";
import { seqPageQuery } from "../../src/http/page-cursor.ts";
import { type Route, route } from "../../src/http/route.ts";

export const BODY_BYTES_MAX = 2_000;
export const ADMIN = { "x-api-key": "admin-key" };
export const AGENT = { "x-api-key": "agent-key" };
export const JSON_ADMIN = { ...ADMIN, "content-type": "application/json" };
export const JSON_AGENT = { ...AGENT, "content-type": "application/json" };

const KEYS: Readonly<Record<string, KeyIdentity>> = {
  "admin-key": { id: "a", account: "acme", scope: "admin", core: null, user: null },
  "agent-key": { id: "b", account: "acme", scope: "agent", core: null, user: null },
  "bound-key": { id: "c", account: "acme", scope: "agent", core: "bound", user: null },
};

const Seen = Type.Object(
  { seen: Type.Unknown({ description: "What the handler saw." }) },
  { title: "Seen", description: "An echo." },
);
const common = { tag: "Toys", summary: "A toy", description: "A toy route.", responses: { 200: Seen } } as const;

const SayBody = Type.Object(
  {
    input: text({ description: "Some text.", minLength: 1, maxLength: 5, nonBlank: true }),
    note: Type.Optional(text({ description: "A note.", maxLength: 5 })),
    at: Type.Optional(instant({ description: "A moment." })),
    gates: Type.Optional(
      Type.Array(
        Type.Object({
          pattern: text({ description: "A pattern.", maxLength: 9 }),
          reason: Type.Optional(text({ description: "Why.", maxLength: 9 })),
        }),
        {
          description: "Some gates.",
          maxItems: 2,
        },
      ),
    ),
  },
  { title: "SayRequest", description: "What is said.", examples: [{ input: "hello" }] },
);

function toyRoutes(onOpened: () => void): Route[] {
  return [
    route(
      {
        ...common,
        method: "GET",
        path: "/lines",
        access: "agent",
        query: seqPageQuery(50, 1000),
        responses: { 200: Type.String({ description: "Lines without an end." }) },
        content: { media: "application/x-ndjson", headers: [] },
        operationId: "getLines",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async ({ query }) => {
        if (query.limit === 7) throw new MemoryError("rate_limited", "Not seven.");
        return {
          headers: { "content-disposition": "attachment" },
          open: async () => {
            onOpened();
            return new ReadableStream({
              async pull(controller) {
                await Bun.sleep(1);
                controller.enqueue(new Uint8Array(1_000));
              },
            });
          },
        };
      },
    ),
    route(
      {
        ...common,
        method: "POST",
        path: "/say",
        access: "agent",
        brain: "of-request",
        body: SayBody,
        operationId: "say",
        demand: "turn",
        counted: "work",
        errors: [402],
      },
      async ({ body, brain }) => ({ seen: { body, brain } }),
    ),
    route(
      {
        ...common,
        method: "PUT",
        path: "/rule",
        access: "admin",
        brain: "of-request",
        body: SayBody,
        operationId: "putRule",
        demand: "nothing",
        counted: "work",
      },
      async ({ body }) => ({ seen: body }),
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/things",
        access: "agent",
        query: seqPageQuery(50, 1000),
        operationId: "listThings",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async ({ query }) => ({ seen: query }),
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/things/:id",
        access: "agent",
        params: Type.Object({ id: text({ description: "An id.", minLength: 1, maxLength: 9 }) }),
        operationId: "getThing",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async ({ params }) => ({ seen: params.id }),
    ),
    route(
      {
        ...common,
        method: "POST",
        path: "/things",
        access: "agent",
        responses: { 201: Seen },
        operationId: "makeThing",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async () => ({ seen: "made" }),
    ),
    route(
      {
        ...common,
        method: "POST",
        path: "/stream",
        access: "agent",
        body: "stream",
        stream: { media: "application/x-ndjson", model: Type.String({ description: "Lines." }) },
        operationId: "stream",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async ({ request }) => ({ seen: (await request.bytes()).length }),
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/broken",
        access: "agent",
        operationId: "break",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async () => {
        throw new Error("the secret cause");
      },
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/wrong",
        access: "agent",
        operationId: "wrong",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async () => JSON.parse('{"seen":"a secret text","more":1}'),
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/busy",
        access: "agent",
        operationId: "busy",
        brain: "none",
        demand: "nothing",
        counted: "work",
      },
      async () => {
        throw new MemoryError("rate_limited", "Too many requests.", { retry_after_s: 2.5 });
      },
    ),
  ];
}

export function toyApp(changes: Partial<HttpDeps> = {}) {
  const failures: UnexpectedFailure[] = [];
  let ids = 0;
  const deps: HttpDeps = {
    async authenticate(rawKey) {
      const identity = rawKey === null ? undefined : KEYS[rawKey];
      if (identity === undefined) throw new MemoryError("unauthorized", "A valid key is needed.");
      return identity;
    },
    async resolveBrain(identity, { core, user }) {
      if (identity.core !== null && core !== null && core !== identity.core) {
        throw new MemoryError("key_scope", "The key is bound to another core.");
      }
      if (core === "unknown") throw new MemoryError("core_not_found", "There is no such core.");
      return { account: identity.account, core: core === "spilled" ? "default" : (core ?? "default"), user };
    },
    readiness: async () => ({ ready: true, checks: { storage: "ok" } }),
    now: () => new Date("2026-01-31T09:30:00Z"),
    newRequestId: () => `made-${++ids}`,
    logFailure: (failure) => void failures.push(failure),
    bodyBytesMax: BODY_BYTES_MAX,
    version: "0.0.0-test",
    corsOrigins: new Set(["https://app.example"]),
    ...changes,
  };
  const opened = { count: 0 };
  return {
    app: createApp(
      deps,
      toyRoutes(() => (opened.count += 1)),
    ),
    failures,
    opened,
  };
}

export type Send = (path: string, init?: RequestInit) => Promise<Response>;

export interface Way {
  readonly name: string;
  readonly send: Send;
}

/** Every request of a suite is sent both ways; `stop` closes the socket. */
export function bothWays(changes: Partial<HttpDeps> = {}) {
  const { app, failures, opened } = toyApp(changes);
  app.listen({ port: 0, hostname: "127.0.0.1" });
  const port = app.server?.port ?? 0;
  const ways: Way[] = [
    { name: "in process", send: (path, init) => app.handle(new Request(`http://127.0.0.1:${port}${path}`, init)) },
    { name: "over a socket", send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) },
  ];
  return { ways, failures, opened, port, stop: () => app.stop(true) };
}

export async function codeOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as { code: string };
  return `${answer.status} ${body.code}`;
}
