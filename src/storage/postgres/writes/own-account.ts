// What is written in the name of an account, which may be deleted while the request is under way.
import { eq, sql } from "drizzle-orm";
import { unauthorized } from "../../../domain/errors.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Tx } from "../engine/transaction.ts";
import { accounts } from "../schema.ts";
import { statement } from "../statement.ts";

const hold = statement((db) =>
  db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder("account")))
    .for("key share")
    .prepare("hold_account"),
);

/** Whether the account is there, and stays so until the transaction ends. */
export async function hasAccount(db: Drizzle, account: string): Promise<boolean> {
  return (await hold(db).execute({ account })).length > 0;
}

/** Throws `unauthorized`: the key that asks for it ended with its account. */
export async function requireOwnAccount({ db }: Tx, account: string): Promise<void> {
  if (!(await hasAccount(db, account))) throw unauthorized();
}

/** Nobody else writes to what the account has in all until the transaction ends: its users, settings, cores. */
export async function lockAccount({ db }: Tx, account: string) {
  const [row] = await db.select().from(accounts).where(eq(accounts.name, account)).for("no key update");
  return row ?? null;
}
