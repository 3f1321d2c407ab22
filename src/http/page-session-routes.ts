// Signing in at the dashboard: a key for a session's cookie, which stands in the key's place in requests of its pages.
import { Type } from "@sinclair/typebox";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import { KeyScope } from "./admin-models.ts";
import type { HttpDeps } from "./context.ts";
import { Nullable } from "./fields.ts";
import { keyOf } from "./front-door.ts";
import { text } from "./kinds.ts";
import { Ok } from "./models.ts";
import { isOwnPage, PAGE_HEADER, sessionCookie, sessionOf } from "./page-session.ts";
import { type Route, route } from "./route.ts";

const KEY_CHARS_MAX = 200;

const PageSession = Type.Object(
  {
    key_id: Type.String({ description: "Identifier of the key." }),
    account: Type.String({ description: "The key's account." }),
    scope: KeyScope,
    core: Nullable(Type.String(), "The core that the key is bound to; null for any."),
    user: Nullable(Type.String(), "The end user that the key is bound to; null for any."),
    version: Type.String({ description: "The service's version." }),
  },
  { title: "PageSession", description: "Whose key a request shows, by itself or by a session." },
);

const SignedIn = Type.Object(
  { session: Type.Union([PageSession, Type.Null()], { description: "null: nobody is signed in." }) },
  { title: "SignedIn", description: "Who is signed in." },
);

export type PageSessionDeps = Pick<HttpDeps, "authenticate" | "peerOf" | "version"> & {
  readonly pages: NonNullable<HttpDeps["pages"]>;
};

const common = { path: "/ui/session", access: "public", brain: "none", demand: "nothing", tag: "Dashboard" } as const;

export function pageSessionRoutes(deps: PageSessionDeps): Route[] {
  return [beginRoute(deps), showRoute(deps), endRoute(deps)];
}

function shown({ id, account, scope, core, user }: KeyIdentity, { version }: PageSessionDeps) {
  return { key_id: id, account, scope, core, user, version };
}

function requireOwnPage(request: Request): void {
  if (isOwnPage(request.headers)) return;
  throw new MemoryError(
    "origin_refused",
    `Only pages of this service sign in and out, with the header ${PAGE_HEADER}.`,
  );
}

function senderOf(deps: PageSessionDeps, request: Request) {
  return { peer: () => deps.peerOf?.(request) ?? null, headers: request.headers };
}

function beginRoute(deps: PageSessionDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      counted: "work",
      body: Type.Object(
        { key: text({ description: "An API key.", minLength: 1, maxLength: KEY_CHARS_MAX }) },
        { title: "SignInRequest", description: "The key to sign in with.", examples: [{ key: "mk_live_…" }] },
      ),
      responses: { 201: PageSession },
      errors: [401, 403, 429],
      operationId: "signIn",
      summary: "Sign in at the dashboard",
      description:
        "Exchanges a key for a session: its cookie (HttpOnly, SameSite=Strict, Secure beyond loopback) stands in the key's place in requests of the dashboard's own pages, and in no others. The session ends after an hour without a request, after twelve hours, with its key, or when the service restarts.",
    },
    async ({ body, request, set }) => {
      requireOwnPage(request);
      const identity = await deps.authenticate(body.key.trim(), senderOf(deps, request));
      set.headers["set-cookie"] = sessionCookie(request.headers, deps.pages.isTls, deps.pages.begin(identity));
      return shown(identity, deps);
    },
  );
}

function showRoute(deps: PageSessionDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      counted: "work",
      responses: { 200: SignedIn },
      errors: [401, 429],
      operationId: "getSignedIn",
      summary: "Show who is signed in",
      description:
        "Whose session the cookie is of, or whose key the request shows. A page asks before it knows: without either, and with a session that is over, the answer is null.",
    },
    async ({ request }) => {
      const key = keyOf(request.headers);
      if (key === null && sessionOf(request.headers) === null) return { session: null };
      try {
        return { session: shown(await deps.authenticate(key, senderOf(deps, request)), deps) };
      } catch (error) {
        if (key === null && error instanceof MemoryError && error.code === "unauthorized") return { session: null };
        throw error;
      }
    },
  );
}

function endRoute(deps: PageSessionDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      counted: "work",
      responses: { 200: Ok },
      errors: [403],
      operationId: "signOut",
      summary: "Sign out of the dashboard",
      description: "Ends the session and takes its cookie back; without a session nothing changes.",
    },
    async ({ request, set }) => {
      requireOwnPage(request);
      const secret = sessionOf(request.headers);
      if (secret !== null) deps.pages.end(secret);
      set.headers["set-cookie"] = sessionCookie(request.headers, deps.pages.isTls, null);
      return { ok: true as const };
    },
  );
}
