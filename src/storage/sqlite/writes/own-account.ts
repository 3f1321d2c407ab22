// What is written in the name of an account, which may have been deleted while the request was under way.
import { eq, sql } from "drizzle-orm";
import { unauthorized } from "../../../domain/errors.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { accounts } from "../schema.ts";
import { statement } from "../statement.ts";

const find = statement((db) =>
  db
    .select({ name: accounts.name })
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder("account")))
    .prepare(),
);

export function hasAccount(db: Drizzle, account: string): boolean {
  return find(db).get({ account }) !== undefined;
}

/** Throws `unauthorized`: the key that asks for it ended with its account. */
export function requireOwnAccount(db: Drizzle, account: string): void {
  if (!hasAccount(db, account)) throw unauthorized();
}
