// Accounts, keys, cores and constitutions, as the verbs ask for them.
import { and, asc, count, eq, getTableColumns, ne, type Placeholder, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type AccountSettings, DEFAULT_ACCOUNT_SETTINGS } from "../../../domain/account-settings.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import type { Constitution } from "../../../domain/constitution.ts";
import type { Core } from "../../../domain/core.ts";
import type { FoundKey } from "../../../domain/key.ts";
import type { Account } from "../../../domain/plan.ts";
import type { AccountStore } from "../../../domain/ports/account-store.ts";
import type { ConstitutionStore } from "../../../domain/ports/constitution-store.ts";
import type { CoreStore } from "../../../domain/ports/core-store.ts";
import type { KeyStore } from "../../../domain/ports/key-store.ts";
import { gatherTouches } from "../../both/key-touches.ts";
import type { Drizzle } from "../engine/connections.ts";
import type { Database } from "../engine/database.ts";
import { countUsers, hasUser } from "../find-brain.ts";
import { accounts, accountTurnShares, accountTurns, audit, constitutions, cores, keys } from "../schema.ts";
import { statement } from "../statement.ts";
import {
  changeCore,
  changeSettings,
  changeStanding,
  createAccount,
  createCore,
  putConstitution,
  removeAccount,
  removeConstitution,
  removeCore,
} from "../writes/write-accounts.ts";
import { addKey, hasLostCore, revokeKey, rotateKey, touchKeys } from "../writes/write-keys.ts";
import { RecentRows } from "./recent-rows.ts";

const findSettings = statement((db) =>
  db
    .select({ settings: accounts.settings })
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder("account")))
    .prepare("find_settings"),
);

const ACCOUNT = {
  name: accounts.name,
  createdAt: accounts.createdAt,
  plan: accounts.plan,
  pastDue: accounts.pastDue,
};
const findAccount = statement((db) =>
  db
    .select(ACCOUNT)
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder("account")))
    .prepare("find_account"),
);
/** Of each account, in lots that are to be added up. */
const turnsIn = (db: Drizzle, month: string | Placeholder, account?: Placeholder) => {
  const ofTable = (table: typeof accountTurns | typeof accountTurnShares) =>
    db
      .select({ account: table.account, turns: table.turns })
      .from(table)
      .where(and(eq(table.month, month), account && eq(table.account, account)));
  return ofTable(accountTurns).unionAll(ofTable(accountTurnShares));
};
const findTurns = statement((db) =>
  turnsIn(db, sql.placeholder("month"), sql.placeholder("account")).prepare("find_turns"),
);

const OF_ACCOUNT = { touchesAccounts: true };

/** Rows kept for an instant, and read again once one of them was changed here. */
function recentRows<T>(database: Database, mayBeMissed: boolean): RecentRows<T> {
  const rows = new RecentRows<T>(mayBeMissed);
  database.onAccounts(() => rows.clear());
  return rows;
}

export function createAccountStore(database: Database): AccountStore {
  const { db } = database;
  const recent = recentRows<Partial<AccountSettings>>(database, false);
  const recentAccounts = recentRows<Account>(database, false);
  const recentTurns = recentRows<number>(database, false);
  return {
    exists: async (account) =>
      (await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.name, account))).length > 0,
    list: async () => db.select(ACCOUNT).from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.name)),
    find: (account) => recentAccounts.get(account, async () => (await findAccount(db).execute({ account }))[0] ?? null),
    create: (account, now, standing = {}, by) =>
      database.write(createAccount, { account, now, standing, by }, OF_ACCOUNT),
    changeStanding: (account, change, by) => database.write(changeStanding, { account, change, by }, OF_ACCOUNT),
    remove: (account, by) => database.write(removeAccount, { account, by }, OF_ACCOUNT),
    async turnsOf(month) {
      const spent = new Map<string, number>();
      for (const { account, turns } of await turnsIn(db, month)) spent.set(account, (spent.get(account) ?? 0) + turns);
      return spent;
    },
    async turnsSpent(account, month) {
      const read = async () =>
        (await findTurns(db).execute({ account, month })).reduce((sum, row) => sum + row.turns, 0);
      return (await recentTurns.get(`${account} ${month}`, read)) ?? 0;
    },
    hasUser: (account, user) => hasUser(db, account, user),
    countUsers: (account) => countUsers(db, account),
    async settings(account) {
      const read = async () => (await findSettings(db).execute({ account }))[0]?.settings ?? null;
      return { ...DEFAULT_ACCOUNT_SETTINGS, ...(await recent.get(account, read)) };
    },
    changeSettings: (account, change, by) => database.write(changeSettings, { account, change, by }, OF_ACCOUNT),
  };
}

const { hash: _, coreId: __, ...SHOWN_KEY } = getTableColumns(keys);

const findKey = statement((db) =>
  db
    .select({ ...SHOWN_KEY, hash: keys.hash, lostCore: hasLostCore })
    .from(keys)
    .where(eq(keys.id, sql.placeholder("id")))
    .prepare("find_key"),
);
const findId = statement((db) =>
  db
    .select({ id: keys.id })
    .from(keys)
    .where(eq(keys.id, sql.placeholder("id")))
    .prepare("find_key_id"),
);

export function createKeyStore(database: Database): KeyStore {
  const { db } = database;
  const recent = recentRows<FoundKey>(database, false);
  const ids = recentRows<string>(database, true);
  return {
    find: (id) => recent.get(id, async () => (await findKey(db).execute({ id }))[0] ?? null),
    isKnown: async (id) => (await ids.get(id, async () => (await findId(db).execute({ id }))[0]?.id ?? null)) !== null,
    list: async (account) =>
      db.select(SHOWN_KEY).from(keys).where(eq(keys.account, account)).orderBy(asc(keys.createdAt), asc(keys.id)),
    add: (key, by) => database.write(addKey, { ...key, by }, OF_ACCOUNT),
    rotate: (id, next, endsAt, by) => database.write(rotateKey, { id, next, endsAt, by }, OF_ACCOUNT),
    async wasIssued(id) {
      // By an index of its own, which knows the action by these very words.
      const isIssue = sql`action = 'key.issued' AND target = ${`key:${id}`}`;
      return (await db.select({ seq: audit.seq }).from(audit).where(isIssue).limit(1)).length > 0;
    },
    revoke: (account, id, now, by) => database.write(revokeKey, { account, id, now, by }, OF_ACCOUNT),
    ...gatherTouches((uses) => database.write(touchKeys, uses)),
  };
}

const findCore = statement((db) =>
  db
    .select({ slug: cores.slug, name: cores.name, context: cores.context })
    .from(cores)
    .where(and(eq(cores.account, sql.placeholder("account")), eq(cores.slug, sql.placeholder("slug"))))
    .prepare("find_core"),
);
const asked = alias(cores, "asked");
const countCoresBefore = statement((db) =>
  db
    .select({ before: count() })
    .from(cores)
    .innerJoin(asked, and(eq(asked.account, cores.account), eq(asked.slug, sql.placeholder("slug"))))
    .where(
      and(
        eq(cores.account, sql.placeholder("account")),
        ne(cores.slug, DEFAULT_CORE),
        sql`(${cores.createdAt}, ${cores.slug}) < (${asked.createdAt}, ${asked.slug})`,
      ),
    )
    .prepare("count_cores_before"),
);

export function createCoreStore(database: Database): CoreStore {
  const { db } = database;
  const recent = recentRows<Core>(database, true);
  const recentPlaces = recentRows<number>(database, false);
  return {
    find: (account, slug) =>
      recent.get(
        JSON.stringify([account, slug]),
        async () => (await findCore(db).execute({ account, slug }))[0] ?? null,
      ),
    async countBefore(account, slug) {
      const read = async () => (await countCoresBefore(db).execute({ account, slug }))[0]?.before ?? 0;
      return (await recentPlaces.get(JSON.stringify([account, slug]), read)) ?? 0;
    },
    async list(account) {
      const { slug, name, context, createdAt } = cores;
      const columns = { slug, name, context, createdAt };
      return db.select(columns).from(cores).where(eq(cores.account, account)).orderBy(asc(createdAt), asc(slug));
    },
    create: (account, core, now, by) => database.write(createCore, { account, core, now, by }, OF_ACCOUNT),
    change: (account, slug, change, now, by) =>
      database.write(changeCore, { account, slug, change, now, by }, OF_ACCOUNT),
    remove: (account, slug, by) => database.write(removeCore, { account, slug, by }, OF_ACCOUNT),
  };
}

const findConstitution = statement((db) =>
  db
    .select()
    .from(constitutions)
    .where(and(eq(constitutions.account, sql.placeholder("account")), eq(constitutions.name, sql.placeholder("name"))))
    .prepare("find_constitution"),
);

export function createConstitutionStore(database: Database): ConstitutionStore {
  const { db } = database;
  const recent = recentRows<Constitution>(database, true);
  return {
    find: (account, name) =>
      recent.get(
        JSON.stringify([account, name]),
        async () => (await findConstitution(db).execute({ account, name }))[0] ?? null,
      ),
    list: async (account) =>
      db.select().from(constitutions).where(eq(constitutions.account, account)).orderBy(asc(constitutions.name)),
    put: (account, constitution, now, by) =>
      database.write(putConstitution, { account, constitution, now, by }, OF_ACCOUNT),
    remove: (account, name, by) => database.write(removeConstitution, { account, name, by }, OF_ACCOUNT),
  };
}
