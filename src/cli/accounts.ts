// memoryd accounts: makes, lists, changes and deletes accounts, on the data directory of a running or a stopped server.
import { type Command, InvalidArgumentError, Option } from "commander";
import { HOLDS_NO_BRAINS } from "../accounts/holds-no-brains.ts";
import {
  type AccountDeps,
  type AccountUse,
  changeStanding,
  createAccount,
  deleteAccount,
  listAccounts,
  shownAccount,
} from "../accounts/keep-accounts.ts";
import { DEFAULT_ACCOUNT, isAccountName } from "../domain/brain.ts";
import { PLAN_NAMES, type PlanName, type Standing } from "../domain/plan.ts";
import type { DataOptions, OperatorStore } from "./context.ts";
import {
  addErasingOptions,
  confirmErasure,
  type ErasingContext,
  type ErasingOptions,
  eraseWithReceipt,
} from "./erasing.ts";
import { addDataOptions, operatorOf, requireAccount, withOperatorStore } from "./operator-command.ts";
import type { PlansContext } from "./plans.ts";
import { counted } from "./progress.ts";
import { printList, tableOf } from "./table.ts";

export type AccountsContext = PlansContext & ErasingContext;

interface StandingOptions extends DataOptions {
  readonly plan?: PlanName;
  readonly pastDue?: boolean;
  readonly json?: true;
}

export function addAccountsCommand(program: Command, context: AccountsContext): void {
  const accounts = program
    .command("accounts")
    .description("make, list, change and delete accounts")
    .addHelpText("after", "\nExample:\n  memoryd accounts create acme --plan free");
  addCreate(accounts, context);
  addList(accounts, context);
  addSet(accounts, context);
  addDelete(accounts, context);
}

function parseAccountName(text: string): string {
  if (!isAccountName(text)) throw new InvalidArgumentError("An account's name is 1-64 of a-z, 0-9 and -.");
  return text;
}

function planOption(doc: string): Option {
  return new Option("--plan <plan>", doc).choices(PLAN_NAMES);
}

function addCreate(accounts: Command, context: PlansContext): void {
  const create = accounts
    .command("create")
    .argument("<name>", "1-64 of a-z, 0-9 and -", parseAccountName)
    .description("make an account")
    .addOption(planOption("its plan (default: unlimited)"));
  addDataOptions(create);
  create.addHelpText(
    "after",
    "\nExample:\n  memoryd accounts create acme && memoryd keys create --account acme --name acme --scope admin",
  );
  create.action((name: string, options: StandingOptions) =>
    withOperatorStore(context, options, async (store) => {
      const made = await createAccount(depsOf(context, store, options), operator, name, standingOf(options));
      context.print(options.json === true ? JSON.stringify(shownAccount(made)) : `created ${name}`);
    }),
  );
}

function addList(accounts: Command, context: PlansContext): void {
  const list = accounts.command("list").description("list the accounts, with what they used of their plans");
  addDataOptions(list);
  list.addHelpText("after", "\nExample:\n  memoryd accounts list --json");
  list.action((options: StandingOptions) =>
    withOperatorStore(context, options, async (store) => {
      const all = await listAccounts(depsOf(context, store, options), operator);
      printList(context, options, all.map(shownAccount), linesOf(all));
    }),
  );
}

function addSet(accounts: Command, context: PlansContext): void {
  const set = accounts
    .command("set")
    .argument("<name>", "the account", parseAccountName)
    .description("change an account's plan or payment, within a second also of a running server")
    .addOption(planOption("its plan from now on"))
    .option("--past-due", "its payment is overdue: no turns and no learning until it is paid")
    .option("--no-past-due", "its payment is in order");
  addDataOptions(set);
  set.addHelpText("after", "\nExample:\n  memoryd accounts set acme --plan pro --no-past-due");
  set.action((name: string, options: StandingOptions) => {
    const change = standingOf(options);
    if (Object.keys(change).length === 0) set.error("error: say what to change: --plan, --past-due or --no-past-due");
    return withOperatorStore(context, options, async (store) => {
      const account = await changeStanding(depsOf(context, store, options), operator, name, change);
      if (options.json === true) context.print(JSON.stringify(shownAccount(account)));
      else for (const line of linesOf([account])) context.print(line);
    });
  });
}

function addDelete(accounts: Command, context: AccountsContext): void {
  const remove = accounts
    .command("delete")
    .argument("<name>", "the account", parseAccountName)
    .description("erase an account with all that it has, memory, keys and settings, and show the receipt");
  addErasingOptions(remove);
  addDataOptions(remove);
  remove.addHelpText("after", "\nExample:\n  memoryd accounts delete acme --output acme-receipt.json");
  remove.action((name: string, options: DataOptions & ErasingOptions) =>
    withOperatorStore(context, options, async (store) => {
      if (name !== DEFAULT_ACCOUNT) {
        await requireAccount(store, name);
        const users = counted(await store.accounts.countUsers(name), "user", "users");
        const keys = counted((await store.keys.list(name)).length, "key", "keys");
        confirmErasure(remove, context, options, { name, what: `the account ${name} with ${users} and ${keys}` });
      }
      await eraseWithReceipt(context, options, `deleted ${name}`, async () => {
        const deps = { accounts: store.accounts, clock: context.clock, ...HOLDS_NO_BRAINS };
        const { receipt, keysRevoked } = await deleteAccount(deps, operator, name);
        return { receipt, keys_revoked: keysRevoked };
      });
    }),
  );
}

const operator = operatorOf(DEFAULT_ACCOUNT);

function depsOf(context: PlansContext, store: OperatorStore, { config }: DataOptions): AccountDeps {
  return { accounts: store.accounts, clock: context.clock, plans: context.plans(config) };
}

function standingOf({ plan, pastDue }: StandingOptions): Partial<Standing> {
  return { ...(plan === undefined ? {} : { plan }), ...(pastDue === undefined ? {} : { pastDue }) };
}

function linesOf(accounts: readonly AccountUse[]): string[] {
  const heads = ["NAME", "PLAN", "TURNS THIS MONTH", "ALLOWED", "PAYMENT"];
  const rows = accounts.map(({ name, plan, turnsThisMonth, turnsPerMonth, pastDue }) => {
    return [name, plan, String(turnsThisMonth), turnsPerMonth?.toString() ?? "no limit", pastDue ? "past due" : ""];
  });
  return tableOf(heads, rows);
}
