// Accounts, keys, cores and constitutions, as the verbs ask for them.
import { and, asc, count, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
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
import type { Drizzle } from "../engine/open-database.ts";
import type { WriterClient } from "../engine/writer-client.ts";
import { countUsers, hasUser } from "../find-brain.ts";
import { accounts, accountTurns, audit, constitutions, cores, keys } from "../schema.ts";
import { statement } from "../statement.ts";
import { hasAccount } from "../writes/own-account.ts";
import { hasLostCore } from "../writes/write-keys.ts";
import { RecentRows } from "./recent-rows.ts";

const findSettings = statement((db) =>
  db
    .select({ settings: accounts.settings })
    .from(accounts)
    .where(eq(accounts.name, sql.placeholder("account")))
    .prepare(),
);
const findCore = statement((db) =>
  db
    .select({ slug: cores.slug, name: cores.name, context: cores.context })
    .from(cores)
    .where(and(eq(cores.account, sql.placeholder("account")), eq(cores.slug, sql.placeholder("slug"))))
    .prepare(),
);
const asked = alias(cores, "asked");
const findConstitution = statement((db) =>
  db
    .select()
    .from(constitutions)
    .where(and(eq(constitutions.account, sql.placeholder("account")), eq(constitutions.name, sql.placeholder("name"))))
    .prepare(),
);

/** Rows kept for an instant, and read again once one of them was changed here. */
function recentRows<T>(writer: WriterClient, mayBeMissed: boolean): RecentRows<T> {
  const rows = new RecentRows<T>(mayBeMissed);
  writer.watch(
    ({ touchesAccounts }) => touchesAccounts,
    () => rows.clear(),
  );
  return rows;
}

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
    .prepare(),
);
const findTurns = statement((db) =>
  db
    .select({ turns: accountTurns.turns })
    .from(accountTurns)
    .where(and(eq(accountTurns.account, sql.placeholder("account")), eq(accountTurns.month, sql.placeholder("month"))))
    .prepare(),
);

export function createAccountStore(db: Drizzle, writer: WriterClient): AccountStore {
  const recent = recentRows<Partial<AccountSettings>>(writer, false);
  const recentAccounts = recentRows<Account>(writer, false);
  const recentTurns = recentRows<number>(writer, false);
  return {
    exists: async (account) => hasAccount(db, account),
    list: async () => db.select(ACCOUNT).from(accounts).orderBy(asc(accounts.createdAt), asc(accounts.name)).all(),
    find: async (account) => recentAccounts.get(account, () => findAccount(db).get({ account }) ?? null),
    create: (account, now, standing = {}, by) => writer.write("createAccount", { account, now, standing, by }),
    changeStanding: (account, change, by) => writer.write("changeStanding", { account, change, by }),
    remove: (account, by) => writer.write("removeAccount", { account, by }),
    async turnsOf(month) {
      const rows = db.select().from(accountTurns).where(eq(accountTurns.month, month)).all();
      return new Map(rows.map(({ account, turns }) => [account, turns]));
    },
    async turnsSpent(account, month) {
      const read = () => findTurns(db).get({ account, month })?.turns ?? 0;
      return recentTurns.get(`${account} ${month}`, read) ?? 0;
    },
    hasUser: async (account, user) => hasUser(db, account, user),
    countUsers: async (account) => countUsers(db, account),
    async settings(account) {
      const own = recent.get(account, () => findSettings(db).get({ account })?.settings ?? null);
      return { ...DEFAULT_ACCOUNT_SETTINGS, ...own };
    },
    changeSettings: (account, change, by) => writer.write("changeSettings", { account, change, by }),
  };
}

const { hash: _, coreId: __, ...SHOWN_KEY } = getTableColumns(keys);

export function createKeyStore(db: Drizzle, writer: WriterClient): KeyStore {
  const findById = db
    .select({ ...SHOWN_KEY, hash: keys.hash, lostCore: hasLostCore.mapWith(Boolean) })
    .from(keys)
    .where(eq(keys.id, sql.placeholder("id")))
    .prepare();
  const recent = recentRows<FoundKey>(writer, false);
  const known = knownIds(db, writer);
  return {
    find: async (id) => recent.get(id, () => findById.get({ id }) ?? null),
    isKnown: async (id) => known(id),
    list: async (account) =>
      db.select(SHOWN_KEY).from(keys).where(eq(keys.account, account)).orderBy(asc(keys.createdAt), asc(keys.id)).all(),
    add: (key, by) => writer.write("addKey", { ...key, by }),
    rotate: (id, next, endsAt, by) => writer.write("rotateKey", { id, next, endsAt, by }),
    wasIssued: async (id) =>
      db
        .select({ seq: audit.seq })
        .from(audit)
        .where(and(eq(audit.target, `key:${id}`), eq(audit.action, "key.issued")))
        .limit(1)
        .get() !== undefined,
    revoke: (account, id, now, by) => writer.write("revokeKey", { account, id, now, by }),
    ...gatherTouches((uses) => writer.write("touchKeys", uses)),
  };
}

/** How long a key that another process made may stay unknown. */
const IDS_KEPT_MS = 250;

// Single writer: like RecentRows.
/** Every id at once, read only while somebody asks for ids that are not among them. */
function knownIds(db: Drizzle, writer: WriterClient): (id: string) => boolean {
  let ids: ReadonlySet<string> = new Set();
  let freshUntil = Number.NEGATIVE_INFINITY;
  writer.watch(
    ({ touchesAccounts }) => touchesAccounts,
    () => {
      freshUntil = Number.NEGATIVE_INFINITY;
    },
  );
  return (id) => {
    if (ids.has(id)) return true;
    if (performance.now() < freshUntil) return false;
    ids = new Set(
      db
        .select({ id: keys.id })
        .from(keys)
        .all()
        .map((row) => row.id),
    );
    freshUntil = performance.now() + IDS_KEPT_MS;
    return ids.has(id);
  };
}

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
    .prepare(),
);

export function createCoreStore(db: Drizzle, writer: WriterClient): CoreStore {
  const recent = recentRows<Core>(writer, true);
  const recentPlaces = recentRows<number>(writer, false);
  return {
    find: async (account, slug) =>
      recent.get(JSON.stringify([account, slug]), () => findCore(db).get({ account, slug }) ?? null),
    async countBefore(account, slug) {
      const read = () => countCoresBefore(db).get({ account, slug })?.before ?? 0;
      return recentPlaces.get(JSON.stringify([account, slug]), read) ?? 0;
    },
    list: async (account) =>
      db
        .select()
        .from(cores)
        .where(eq(cores.account, account))
        .orderBy(asc(cores.createdAt), asc(cores.slug))
        .all()
        .map(({ slug, name, context, createdAt }) => ({ slug, name, context, createdAt })),
    create: (account, core, now, by) => writer.write("createCore", { account, core, now, by }),
    change: (account, slug, change, now, by) => writer.write("changeCore", { account, slug, change, now, by }),
    remove: (account, slug, by) => writer.write("removeCore", { account, slug, by }),
  };
}

export function createConstitutionStore(db: Drizzle, writer: WriterClient): ConstitutionStore {
  const recent = recentRows<Constitution>(writer, true);
  return {
    find: async (account, name) =>
      recent.get(JSON.stringify([account, name]), () => findConstitution(db).get({ account, name }) ?? null),
    list: async (account) =>
      db.select().from(constitutions).where(eq(constitutions.account, account)).orderBy(asc(constitutions.name)).all(),
    put: (account, constitution, now, by) => writer.write("putConstitution", { account, constitution, now, by }),
    remove: (account, name, by) => writer.write("removeConstitution", { account, name, by }),
  };
}
