// The users of an account, for admin keys.

import { Type } from "@sinclair/typebox";
import { eraseUser, findUser, listUsers, type UserDeps } from "../accounts/keep-users.ts";
import { isoTime } from "../base/iso-time.ts";
import { CORE_SLUG, USER_ID, USER_ID_CHARS_MAX } from "../domain/brain.ts";
import type { Limits } from "../domain/limits.ts";
import type { UserSummary } from "../domain/ports/user-store.ts";
import { Erasure } from "./audit-models.ts";
import { idInQuery, nameOf } from "./dotted-name.ts";
import { Count, Instant, NextCursor } from "./fields.ts";
import { text } from "./kinds.ts";
import { keyCursor, keyOfCursor, keyPageQuery } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;

const UserModel = Type.Object(
  {
    user: Type.String({ description: "The end user's id." }),
    brains: Count("Cores in which the user has a brain, among those listed."),
    packets: Count("Turns remembered there."),
    lessons: Count("Live lessons there."),
    last_active_at: Instant("When the newest turn was recorded, or the brain made where there is none."),
  },
  { title: "User", description: "An end user with memory." },
);

const UserList = Type.Object(
  {
    items: Type.Array(UserModel, { description: "The users, by id." }),
    next_cursor: NextCursor,
  },
  { title: "UserList", description: "A page of the account's users." },
);

/** `core` in a query. */
export const coreInQuery = (description: string) =>
  Type.Optional(text({ description, minLength: 1, maxLength: 39, pattern: CORE_SLUG }));

export const userText = (description: string) =>
  text({ description, minLength: 1, maxLength: USER_ID_CHARS_MAX, pattern: USER_ID });

function shownUser({ lastActiveAt, ...user }: UserSummary) {
  return { ...user, last_active_at: isoTime(lastActiveAt) };
}

export type UserRoutesDeps = UserDeps & {
  readonly limits: Limits;
};

export function userRoutes(service: UserRoutesDeps): Route[] {
  const common = { access: "admin", tag: "Administration" } as const;
  const page = keyPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax);
  return [
    route(
      {
        ...common,
        method: "GET",
        path: "/admin/users",
        query: Type.Object({
          ...page.properties,
          core: coreInQuery("Only users of this core, and what they have there."),
          q: Type.Optional(
            text({
              description: "Only users whose id contains this text, without regard to the case of A to Z.",
              minLength: 1,
              maxLength: USER_ID_CHARS_MAX,
              examples: ["ada"],
            }),
          ),
        }),
        responses: { 200: UserList },
        operationId: "listUsers",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "List users",
        description: "End users with a brain in the account, with what is held of each. A bound key sees its own part.",
      },
      async ({ identity, query }) => {
        const { core = null, q: holding = null, limit } = query;
        const found = await listUsers(service, identity, { core, after: keyOfCursor(query.cursor), limit, holding });
        const items = found.slice(0, query.limit);
        const last = items.at(-1);
        return {
          items: items.map(shownUser),
          next_cursor: found.length > items.length && last !== undefined ? keyCursor(last.user) : null,
        };
      },
    ),
    route(
      {
        ...common,
        method: "GET",
        path: "/admin/users/:user",
        params: Type.Object({ user: userText("The end user's id.") }),
        query: Type.Object({ core: coreInQuery("Only what the user has in this core."), id: idInQuery }),
        responses: { 200: UserModel },
        errors: [404],
        operationId: "getUser",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "Show a user",
        description: "What is held of one end user. 404 where the user has no brain.",
      },
      async ({ identity, params, query }) =>
        shownUser(await findUser(service, identity, { user: nameOf(params.user, query), core: query.core ?? null })),
    ),
    route(
      {
        ...common,
        method: "DELETE",
        path: "/admin/users/:user",
        params: Type.Object({ user: userText("The end user's id.") }),
        query: Type.Object({ core: coreInQuery("Only in this core."), id: idInQuery }),
        responses: { 200: Erasure },
        errors: [404],
        operationId: "eraseUser",
        brain: "none",
        demand: "nothing",
        counted: "work",
        summary: "Erase a user",
        description:
          "Erases every brain of the user, in every core or in the one named, the bytes on disk included, revokes the keys bound to the user (with `core`, those bound to the user and that core), and answers with a signed receipt. A user who only empties their memory keeps their keys: `DELETE /memory`. 404 where there is nothing of such a user, neither memory nor a key.",
      },
      async ({ identity, params, query }) => {
        const asked = { user: nameOf(params.user, query), core: query.core ?? null };
        const { receipt, keysRevoked } = await eraseUser(service, identity, asked);
        return { receipt, keys_revoked: keysRevoked };
      },
    ),
  ];
}
