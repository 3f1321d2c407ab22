// memoryd accounts: makes and lists accounts.
import { type Command, InvalidArgumentError } from "commander";
import { isAccountName } from "../domain/brain.ts";
import { isoTime } from "../domain/iso-time.ts";
import type { CliContext, DataOptions } from "./context.ts";
import { addDataOptions, withOperatorStore } from "./operator-command.ts";

function parseAccountName(text: string): string {
  if (!isAccountName(text)) throw new InvalidArgumentError("An account's name is 1-64 of a-z, 0-9 and -.");
  return text;
}

export function addAccountsCommand(program: Command, context: CliContext): void {
  const accounts = program
    .command("accounts")
    .description("make and list accounts")
    .addHelpText("after", "\nExample:\n  memoryd accounts create acme");
  const create = accounts
    .command("create")
    .argument("<name>", "1-64 of a-z, 0-9 and -", parseAccountName)
    .description("make an account");
  addDataOptions(create);
  create.addHelpText(
    "after",
    "\nExample:\n  memoryd accounts create acme && memoryd keys create --account acme --name acme --scope admin",
  );
  create.action((name: string, options: DataOptions & { json?: true }) =>
    withOperatorStore(context, options, async (store) => {
      const now = context.clock.now();
      await store.accounts.create(name, now);
      context.print(options.json === true ? JSON.stringify({ name, created_at: isoTime(now) }) : `created ${name}`);
    }),
  );
  const list = accounts.command("list").description("list the accounts");
  addDataOptions(list);
  list.addHelpText("after", "\nExample:\n  memoryd accounts list --json");
  list.action((options: DataOptions & { json?: true }) =>
    withOperatorStore(context, options, async (store) => {
      const items = (await store.accounts.list()).map(({ name, createdAt }) => ({
        name,
        created_at: isoTime(createdAt),
      }));
      if (options.json === true) context.print(JSON.stringify({ items }));
      else for (const item of items) context.print(item.name);
    }),
  );
}
