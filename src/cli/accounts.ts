// memoryd accounts: makes, lists and changes accounts, on the data directory of a running or a stopped server.
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type AccountDeps,
  type AccountUse,
  changeStanding,
  createAccount,
  listAccounts,
  shownAccount,
} from "../accounts/keep-accounts.ts";
import { DEFAULT_ACCOUNT, isAccountName } from "../domain/brain.ts";
import { PLAN_NAMES, type PlanName, type Standing } from "../domain/plan.ts";
import type { DataOptions, OperatorStore } from "./context.ts";
import { addDataOptions, operatorOf, withOperatorStore } from "./operator-command.ts";
import type { PlansContext } from "./plans.ts";
import { tableOf } from "./table.ts";

interface StandingOptions extends DataOptions {
  readonly plan?: PlanName;
  readonly pastDue?: boolean;
  readonly json?: true;
}

export function addAccountsCommand(program: Command, context: PlansContext): void {
  const accounts = program
    .command("accounts")
    .description("make, list and change accounts")
    .addHelpText("after", "\nExample:\n  memoryd accounts create acme --plan free");
  addCreate(accounts, context);
  addList(accounts, context);
  addSet(accounts, context);
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
      if (options.json === true) context.print(JSON.stringify({ items: all.map(shownAccount) }));
      else for (const line of linesOf(all)) context.print(line);
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
