// memoryd users: who has memory in an account, and the erasure of one of them.
import type { Command } from "commander";
import { isDotSegment } from "../base/dot-segment.ts";
import { isCoreSlug, isUserId } from "../domain/brain.ts";
import { MemoryError } from "../domain/errors.ts";
import {
  type AccountApi,
  type AccountApiContext,
  type AccountOptions,
  addAccountOptions,
  readAll,
  withAccountApi,
} from "./account-api.ts";
import {
  addErasingOptions,
  confirmErasure,
  type ErasingContext,
  type ErasingOptions,
  eraseWithReceipt,
  type ToldErasure,
} from "./erasing.ts";
import { checked } from "./operator-command.ts";
import { counted } from "./progress.ts";
import { printList, tableOf } from "./table.ts";

export type UsersContext = AccountApiContext & ErasingContext;

interface UserOptions extends AccountOptions {
  readonly core?: string;
}

interface ShownUser {
  readonly user: string;
  readonly brains: number;
  readonly packets: number;
  readonly lessons: number;
  readonly last_active_at: string;
}

export function addUsersCommand(program: Command, context: UsersContext): void {
  const users = program
    .command("users")
    .description("list, show and erase the users who have memory in an account")
    .addHelpText("after", "\nExample:\n  memoryd users erase ada --output ada-receipt.json");
  addList(users, context);
  addShow(users, context);
  addErase(users, context);
}

const isId = checked(isUserId, "user id");

function addCoreOption(command: Command, doc: string): void {
  command.option("--core <slug>", doc, checked(isCoreSlug, "core slug"));
}

function addList(users: Command, context: UsersContext): void {
  const list = users.command("list").description("list the users with what is held of each");
  addCoreOption(list, "only those of this core, and what they have there");
  addAccountOptions(list, "whose users");
  list.addHelpText("after", "\nExample:\n  memoryd users list --account acme");
  list.action((options: UserOptions) =>
    withAccountApi(list, context, options, async (api) => {
      const query = options.core === undefined ? {} : { core: options.core };
      const itemsOf = (page: { items: readonly ShownUser[]; next_cursor: string | null }) => page.items;
      const items = await readAll(api, { path: "/admin/users", query }, itemsOf);
      printList(context, options, items, linesOf(items));
    }),
  );
}

function addShow(users: Command, context: UsersContext): void {
  const show = users.command("show").argument("<id>", "the user", isId).description("show what is held of one user");
  addCoreOption(show, "only in this core");
  addAccountOptions(show, "whose user");
  show.addHelpText("after", "\nExample:\n  memoryd users show ada");
  show.action((user: string, options: UserOptions) =>
    withAccountApi(show, context, options, async (api) => {
      const found = await findUser(api, user, options);
      if (options.json === true) context.print(JSON.stringify(found));
      else for (const line of linesOf([found])) context.print(line);
    }),
  );
}

function addErase(users: Command, context: UsersContext): void {
  const erase = users
    .command("erase")
    .argument("<id>", "the user", isId)
    .description("erase a user's memory in every core, revoke the keys bound to them, and show the receipt");
  addCoreOption(erase, "only in this core, with the keys bound to both");
  addErasingOptions(erase);
  addAccountOptions(erase, "whose user");
  erase.addHelpText(
    "after",
    `
Examples:
  memoryd users erase ada
  memoryd users erase ada --yes --output ada-receipt.json`,
  );
  erase.action((user: string, options: UserOptions & ErasingOptions) =>
    withAccountApi(erase, context, options, async (api, account) => {
      if (options.yes !== true) {
        const what = `the user ${user}${partOf(options, account)} with ${await heldOf(api, user, options)}`;
        confirmErasure(erase, context, options, { name: user, what });
      }
      await eraseWithReceipt(context, options, `erased ${user}`, () =>
        api.ask<ToldErasure>({ method: "DELETE", path: pathOf(user, options) }),
      );
    }),
  );
}

function partOf({ core }: UserOptions, account: string | null): string {
  return `${core === undefined ? "" : ` in the core ${core}`}${account === null ? "" : ` of the account ${account}`}`;
}

/** Somebody without memory may have keys, which end too. */
async function heldOf(api: AccountApi, user: string, options: UserOptions): Promise<string> {
  try {
    const { packets, lessons } = await findUser(api, user, options);
    return `${counted(packets, "packet", "packets")} and ${counted(lessons, "lesson", "lessons")}`;
  } catch (error) {
    if (error instanceof MemoryError && error.code === "user_not_found") return "no memory";
    throw error;
  }
}

function findUser(api: AccountApi, user: string, options: UserOptions): Promise<ShownUser> {
  return api.ask({ method: "GET", path: pathOf(user, options) });
}

function pathOf(user: string, { core }: UserOptions): string {
  const isDots = isDotSegment(user);
  const query = new URLSearchParams({ ...(core === undefined ? {} : { core }), ...(isDots ? { id: user } : {}) });
  const path = `/admin/users/${isDots ? "-" : encodeURIComponent(user)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

function linesOf(users: readonly ShownUser[]): string[] {
  const rows = users.map((each) => [
    each.user,
    String(each.brains),
    String(each.packets),
    String(each.lessons),
    each.last_active_at,
  ]);
  return tableOf(["USER", "BRAINS", "PACKETS", "LESSONS", "LAST ACTIVE"], rows);
}
