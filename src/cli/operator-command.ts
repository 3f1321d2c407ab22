// What the commands that work on a data directory share.
import { type Command, InvalidArgumentError } from "commander";
import { SHELL } from "../domain/audit.ts";
import { MemoryError } from "../domain/errors.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { CommandContext, DataOptions, OperatorStore } from "./context.ts";

export function addDataOptions(command: Command): void {
  command
    .option("--data-dir <dir>", "directory of the data (default: ./memoryd-data)")
    .option("--config <file>", "settings file, TOML")
    .option("--json", "print JSON");
}

export function addModelOption(command: Command): void {
  command.option("--model-dir <dir>", "folder of the embedding model (default: the model inside)");
}

export async function withOperatorStore(
  context: CommandContext,
  options: DataOptions,
  work: (store: OperatorStore) => Promise<void>,
): Promise<void> {
  const store = await context.openOperatorStore(options);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** An argument parser that takes what `test` takes, and says what it should have been. */
export function checked(test: (text: string) => boolean, what: string): (text: string) => string {
  return (text) => {
    if (!test(text)) throw new InvalidArgumentError(`It is not a valid ${what}.`);
    return text;
  };
}

export function operatorOf(account: string): KeyIdentity {
  return { id: SHELL, account, scope: "admin", core: null, user: null };
}

/** Throws `account_not_found`. */
export async function requireAccount(
  { accounts }: Pick<OperatorStore, "accounts">,
  account: string,
): Promise<KeyIdentity> {
  if (!(await accounts.exists(account))) {
    throw new MemoryError("account_not_found", `there is no account ${account}: \`memoryd accounts create\` makes one`);
  }
  return operatorOf(account);
}
