// Keys, for admin keys.
import { Type } from "@sinclair/typebox";
import { issueKey, type KeyDeps, listKeys, revokeKey, withinIssuer } from "../accounts/issue-key.ts";
import { isoTime, isoTimeOrNull } from "../base/iso-time.ts";
import { CORE_SLUG } from "../domain/brain.ts";
import type { ApiKey } from "../domain/key.ts";
import type { Limits } from "../domain/limits.ts";
import { KeyList, KeyScope, NewKey } from "./admin-models.ts";
import { instant, text, timeOf } from "./kinds.ts";
import { Ok } from "./models.ts";
import { keyPage, keyPageQuery, timeKey } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";
import { userText } from "./user-routes.ts";

const LIMIT_DEFAULT = 50;

function shownKey(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    core: key.core,
    user: key.user,
    created_at: isoTime(key.createdAt),
    last_used_at: isoTimeOrNull(key.lastUsedAt),
    expires_at: isoTimeOrNull(key.expiresAt),
    revoked_at: isoTimeOrNull(key.revokedAt),
    replaced_by: key.replacedBy,
  };
}

export type KeyRoutesDeps = KeyDeps & {
  readonly limits: Limits;
};

export function keyRoutes(service: KeyRoutesDeps): Route[] {
  return [listRoute(service), issueRoute(service), revokeRoute(service)];
}

const common = { access: "admin", tag: "Administration" } as const;

function listRoute(service: KeyRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/admin/keys",
      query: keyPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax),
      responses: { 200: KeyList },
      operationId: "listKeys",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "List keys",
      description: "The account's keys, oldest first, revoked ones included. A bound key sees those bound like it.",
    },
    async ({ identity, query }) => {
      const all = await listKeys(service, identity);
      const { items, next_cursor } = keyPage(all, (key) => timeKey(key.createdAt, key.id), query);
      return { items: items.map(shownKey), next_cursor };
    },
  );
}

function issueRoute(service: KeyRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      path: "/admin/keys",
      body: Type.Object(
        {
          name: text({
            description: "What the key is for.",
            minLength: 1,
            maxLength: service.limits.nameCharsMax,
            nonBlank: true,
          }),
          scope: KeyScope,
          core: Type.Optional(
            text({
              description: "Binds the key to one core: it is revoked with it.",
              maxLength: 39,
              pattern: CORE_SLUG,
            }),
          ),
          user: Type.Optional(
            userText("Binds the key to one end user: it is revoked when an admin key erases that user."),
          ),
          expires_at: Type.Optional(instant({ description: "When the key ends; absent: never." })),
        },
        { title: "IssueKeyRequest", description: "A new key.", examples: [{ name: "my agent", scope: "agent" }] },
      ),
      responses: { 201: NewKey },
      errors: [404],
      operationId: "issueKey",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Make a key",
      description:
        "The answer holds the whole key, for the only time. A bound key makes keys bound like itself. A binding to a core means that very core, not a later one of the same slug; a user need not have any memory yet.",
    },
    async ({ identity, body }) => {
      const bound = withinIssuer(identity, { core: body.core ?? null, user: body.user ?? null });
      const expiresAt = body.expires_at === undefined ? null : timeOf(body.expires_at);
      const input = { account: identity.account, name: body.name, scope: body.scope, expiresAt, ...bound };
      const { key, text: written } = await issueKey(service, input, identity);
      return { ...shownKey(key), key: written };
    },
  );
}

function revokeRoute(service: KeyRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/admin/keys/:id",
      params: Type.Object({ id: text({ description: "The key's id.", minLength: 1, maxLength: 128 }) }),
      responses: { 200: Ok },
      errors: [404],
      operationId: "revokeKey",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Revoke a key",
      description: "The key ends with this answer, and for good.",
    },
    async ({ identity, params }) => {
      await revokeKey(service, identity, params.id);
      return { ok: true as const };
    },
  );
}
