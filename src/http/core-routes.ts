// The cores of an account.
import { Type } from "@sinclair/typebox";
import {
  type CoreDeps,
  changeCore,
  createCore,
  deleteCore,
  getCore,
  type ListedCore,
  listCores,
} from "../accounts/keep-cores.ts";
import { CORE_SLUG } from "../domain/brain.ts";
import type { Limits } from "../domain/limits.ts";
import { Core, CoreList } from "./admin-models.ts";
import { DeletedCore } from "./audit-models.ts";
import { refused, text } from "./kinds.ts";
import { keyPage, keyPageQuery, timeKey } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;
const SlugParams = Type.Object({ slug: text({ description: "The core's slug.", minLength: 1, maxLength: 128 }) });

export type CoreRoutesDeps = CoreDeps & {
  readonly limits: Limits;
};

const COMMON = { tag: "Cores" } as const;

export function coreRoutes(service: CoreRoutesDeps): Route[] {
  return [
    listCoresRoute(service),
    getCoreRoute(service),
    createCoreRoute(service),
    changeCoreRoute(service),
    deleteCoreRoute(service),
  ];
}

function listCoresRoute(service: CoreRoutesDeps): Route {
  return route(
    {
      ...COMMON,
      access: "agent",
      method: "GET",
      path: "/cores",
      query: keyPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax),
      responses: { 200: CoreList },
      operationId: "listCores",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "List cores",
      description: "The account's cores: the virtual `default` first, then in order of creation.",
    },
    async ({ identity, query }) => {
      const all = await listCores(service, identity);
      // `default` is older than any other.
      const keyOf = (core: ListedCore) => timeKey(core.createdAt, core.slug);
      const { items, next_cursor } = keyPage(all, keyOf, query);
      return { items: items.map(({ slug, name }) => ({ slug, name })), next_cursor };
    },
  );
}

function getCoreRoute(service: CoreRoutesDeps): Route {
  return route(
    {
      ...COMMON,
      access: "agent",
      method: "GET",
      path: "/cores/:slug",
      params: SlugParams,
      responses: { 200: Core },
      errors: [403, 404],
      operationId: "getCore",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Show a core",
      description: "A core's slug, name and context.",
    },
    async ({ identity, params }) => getCore(service, identity, params.slug),
  );
}

const SLUG = text({
  description: "Names the core; it never changes.",
  minLength: 1,
  maxLength: 39,
  pattern: CORE_SLUG,
});

function nameText({ nameCharsMax }: Limits) {
  return text({ description: "Human-readable label.", minLength: 1, maxLength: nameCharsMax });
}

function contextText({ contextCharsMax }: Limits) {
  return Type.Optional(text({ description: "Put into every brief of the core.", maxLength: contextCharsMax }));
}

function createCoreRoute(service: CoreRoutesDeps): Route {
  return route(
    {
      ...COMMON,
      access: "admin",
      method: "POST",
      path: "/cores",
      body: Type.Object(
        {
          slug: SLUG,
          name: nameText(service.limits),
          context: contextText(service.limits),
        },
        {
          title: "CreateCoreRequest",
          description: "A new core.",
          examples: [{ slug: "support-bot", name: "Support bot" }],
        },
      ),
      responses: { 201: Core },
      errors: [409],
      operationId: "createCore",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Create a core",
      description:
        "Makes a core, whose brains share nothing with those of other cores. One beyond the account's plan can be made too: it is served from the default core.",
    },
    async ({ identity, body }) =>
      createCore(service, identity, { slug: body.slug, name: body.name, context: body.context ?? "" }),
  );
}

function changeCoreRoute(service: CoreRoutesDeps): Route {
  return route(
    {
      ...COMMON,
      access: "admin",
      method: "PATCH",
      path: "/cores/:slug",
      params: SlugParams,
      body: Type.Object(
        {
          name: Type.Optional(nameText(service.limits)),
          context: contextText(service.limits),
          slug: Type.Optional(
            refused("Refused with 400: a slug never changes.", "must stay as it is: a slug never changes"),
          ),
        },
        {
          title: "ChangeCoreRequest",
          minProperties: 1,
          description: "What changes of the core.",
          examples: [{ context: "Answers are for customers of a bicycle shop." }],
        },
      ),
      responses: { 200: Core },
      errors: [404],
      operationId: "changeCore",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Change a core",
      description: "Changes name, context or both.",
    },
    async ({ identity, params, body }) => {
      const change = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.context === undefined ? {} : { context: body.context }),
      };
      return changeCore(service, identity, params.slug, change);
    },
  );
}

function deleteCoreRoute(service: CoreRoutesDeps): Route {
  return route(
    {
      ...COMMON,
      access: "admin",
      method: "DELETE",
      path: "/cores/:slug",
      params: SlugParams,
      responses: { 200: DeletedCore },
      errors: [404],
      operationId: "deleteCore",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Delete a core",
      description:
        "Erases the core with every brain in it, the bytes on disk included, revokes the keys bound to it, and answers with a signed receipt. A core made later with the same slug is another one: the keys stay revoked. `default` cannot be deleted, and keeps what it served for a core beyond the plan.",
    },
    async ({ identity, params }) => {
      const { receipt, keysRevoked } = await deleteCore(service, identity, params.slug);
      return { ok: true as const, receipt, keys_revoked: keysRevoked };
    },
  );
}
