// Accounts, their plans and payment, for admin keys.
import { Type } from "@sinclair/typebox";
import {
  type AccountDeps,
  changeStanding,
  createAccount,
  type DeleteAccountDeps,
  deleteAccount,
  listAccounts,
  shownAccount,
} from "../accounts/keep-accounts.ts";
import { ACCOUNT_NAME } from "../domain/brain.ts";
import type { Limits } from "../domain/limits.ts";
import type { PlanName, Standing } from "../domain/plan.ts";
import { Account, AccountList, Plan } from "./admin-models.ts";
import { Erasure } from "./audit-models.ts";
import { text } from "./kinds.ts";
import { keyPage, keyPageQuery, timeKey } from "./page-cursor.ts";
import { type Route, route } from "./route.ts";

const LIMIT_DEFAULT = 50;

const NameParams = Type.Object({ name: text({ description: "The account's name.", minLength: 1, maxLength: 128 }) });

const common = { access: "admin", tag: "Administration" } as const;

/** What a plan is called, and whether payment is overdue; both may be absent. */
const standing = {
  plan: Type.Optional(Plan),
  past_due: Type.Optional(Type.Boolean({ description: "Whether the account's payment is overdue." })),
};

function standingOf(body: { plan?: PlanName; past_due?: boolean }): Partial<Standing> {
  return {
    ...(body.plan === undefined ? {} : { plan: body.plan }),
    ...(body.past_due === undefined ? {} : { pastDue: body.past_due }),
  };
}

export type AccountRoutesDeps = AccountDeps &
  DeleteAccountDeps & {
    readonly limits: Limits;
  };

export function accountRoutes(service: AccountRoutesDeps): Route[] {
  return [listRoute(service), createRoute(service), changeRoute(service), deleteRoute(service)];
}

function listRoute(service: AccountRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "GET",
      path: "/admin/accounts",
      query: keyPageQuery(LIMIT_DEFAULT, service.limits.listLimitMax),
      responses: { 200: AccountList },
      operationId: "listAccounts",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "List accounts",
      description: "All accounts for an unbound admin key of the account `default`, its own for every other.",
    },
    async ({ identity, query }) => {
      const all = await listAccounts(service, identity);
      const { items, next_cursor } = keyPage(all, (account) => timeKey(account.createdAt, account.name), query);
      return { items: items.map(shownAccount), next_cursor };
    },
  );
}

function createRoute(service: AccountRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "POST",
      path: "/admin/accounts",
      body: Type.Object(
        {
          name: text({ description: "Names the account; it never changes.", maxLength: 64, pattern: ACCOUNT_NAME }),
          ...standing,
        },
        { title: "CreateAccountRequest", description: "A new account.", examples: [{ name: "acme", plan: "pro" }] },
      ),
      responses: { 201: Account },
      errors: [409],
      operationId: "createAccount",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Make an account",
      description: "For unbound admin keys of the account `default`. Without `plan` it has no limits.",
    },
    async ({ identity, body }) => shownAccount(await createAccount(service, identity, body.name, standingOf(body))),
  );
}

function changeRoute(service: AccountRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "PATCH",
      path: "/admin/accounts/:name",
      params: NameParams,
      body: Type.Object(standing, {
        title: "ChangeAccountRequest",
        minProperties: 1,
        description: "What changes of the account.",
        examples: [{ plan: "pro" }],
      }),
      responses: { 200: Account },
      errors: [404],
      operationId: "changeAccount",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Change an account's plan or payment",
      description:
        "For unbound admin keys of the account `default`. While an account is past due, preparing turns, learning and brains of new users are refused with 402; reading, recording and deleting go on.",
    },
    async ({ identity, params, body }) =>
      shownAccount(await changeStanding(service, identity, params.name, standingOf(body))),
  );
}

function deleteRoute(service: AccountRoutesDeps): Route {
  return route(
    {
      ...common,
      method: "DELETE",
      path: "/admin/accounts/:name",
      params: NameParams,
      responses: { 200: Erasure },
      errors: [404],
      operationId: "deleteAccount",
      brain: "none",
      demand: "nothing",
      counted: "work",
      summary: "Delete an account",
      description:
        "For unbound admin keys of the account `default`. Erases the account with every brain in it, the bytes on disk included, its cores, constitutions and settings, ends its keys, and answers with a signed receipt. What the audit has of it stays. An account made later with the same name is another one and sees nothing of this one. `default` cannot be deleted.",
    },
    async ({ identity, params }) => {
      const { receipt, keysRevoked } = await deleteAccount(service, identity, params.name);
      return { receipt, keys_revoked: keysRevoked };
    },
  );
}
