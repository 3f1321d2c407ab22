// Writes of the operator: accounts, cores, constitutions, and the model that the data was made with.
import { and, eq, sql } from "drizzle-orm";
import { type AuditDetails, SERVICE_ACCOUNT } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import type { Core } from "../../../domain/core.ts";
import { accountNotFound, coreNotFound, MemoryError, unauthorized } from "../../../domain/errors.ts";
import { monthOf, quotaExceeded } from "../../../domain/plan.ts";
import type { RemovedOwner } from "../../../domain/ports/brain-store.ts";
import type { GatedTurn } from "../../../domain/ports/turn-store.ts";
import { coreTarget, standingDetails } from "../../both/audit-entries.ts";
import type {
  AccountRemoval,
  ConstitutionRemoval,
  ConstitutionWrite,
  CoreChange,
  CoreRemoval,
  ModelAdoption,
  NewAccount,
  NewCore,
  SettingsWrite,
  StandingChange,
} from "../../both/write-inputs.ts";
import type { Drizzle } from "../engine/open-database.ts";
import { accounts, accountTurns, constitutions, cores, keys, model, models } from "../schema.ts";
import { statement } from "../statement.ts";
import { hasAccount, requireOwnAccount } from "./own-account.ts";
import { appendAudit, auditErasure } from "./write-audit.ts";
import { removeBrainsOf } from "./write-brains.ts";
import { revokeKeysOfAccount, revokeKeysOfCore } from "./write-keys.ts";

export function createAccount(db: Drizzle, { account, now, standing, by }: NewAccount): void {
  const made = db
    .insert(accounts)
    .values({ name: account, createdAt: now, ...standing })
    .onConflictDoNothing()
    .returning({ name: accounts.name })
    .get();
  if (made === undefined) throw new MemoryError("account_exists", "there is an account of this name already");
  const details = standingDetails(standing);
  appendAudit(db, by, { account, action: "account.created", target: `account:${account}`, details });
}

export function changeStanding(db: Drizzle, { account, change, by }: StandingChange): void {
  if (!hasAccount(db, account)) throw accountNotFound();
  if (Object.keys(change).length === 0) return;
  db.update(accounts).set(change).where(eq(accounts.name, account)).run();
  const details = standingDetails(change);
  appendAudit(db, by, { account, action: "account.changed", target: `account:${account}`, details });
}

/** In one transaction: killed at any moment, all of the account is there or nothing. Its entries in the audit stay. */
export function removeAccount(db: Drizzle, { account, by }: AccountRemoval): RemovedOwner {
  if (!hasAccount(db, account)) throw accountNotFound();
  const keysRevoked = revokeKeysOfAccount(db, by, account);
  const { brains, packets, lessons } = removeBrainsOf(db, { account, core: null });
  for (const table of [keys, cores, constitutions, accountTurns]) {
    db.delete(table).where(eq(table.account, account)).run();
  }
  db.delete(accounts).where(eq(accounts.name, account)).run();
  const held = { brains: brains.length, packets, lessons };
  const erasure = { action: "account.deleted", account, user: null, core: null, ...held } as const;
  return { brains, keysRevoked, receipt: auditErasure(db, by, erasure) };
}

const addTurn = statement((db) =>
  db
    .insert(accountTurns)
    .values({ account: sql.placeholder("account"), month: sql.placeholder("month"), turns: 1 })
    .onConflictDoUpdate({
      target: [accountTurns.account, accountTurns.month],
      set: { turns: sql`${accountTurns.turns} + 1` },
      setWhere: sql`${accountTurns.turns} < ${sql.placeholder("most")}`,
    })
    .returning({ turns: accountTurns.turns })
    .prepare(),
);

/** Throws `quota_exceeded` where the month has no more, `unauthorized` where the account is gone. */
export function countGatedTurn(db: Drizzle, turn: GatedTurn): void {
  requireOwnAccount(db, turn.account);
  countAccountTurn(db, turn);
}

/** Counts one turn of an account that is there. Throws `quota_exceeded` where the month has no more. */
export function countAccountTurn(db: Drizzle, { account, at, turnsPerMonth }: GatedTurn): void {
  const most = turnsPerMonth ?? Number.MAX_SAFE_INTEGER;
  const counted = addTurn(db).get({ account, month: monthOf(at), most });
  if (counted === undefined) throw quotaExceeded(most, at);
}

// Single writer: all settings are read, and written with the change.
export function changeSettings(db: Drizzle, { account, change, by }: SettingsWrite): void {
  const row = db.select({ settings: accounts.settings }).from(accounts).where(eq(accounts.name, account)).get();
  if (row === undefined) throw unauthorized();
  // A null takes back what the account chose.
  const chosen = Object.entries({ ...row.settings, ...change }).filter(([, value]) => value !== null);
  db.update(accounts)
    .set({ settings: Object.fromEntries(chosen) })
    .where(eq(accounts.name, account))
    .run();
  const details = { ...change } as AuditDetails;
  appendAudit(db, by, { account, action: "settings.changed", target: `account:${account}`, details });
}

export function createCore(db: Drizzle, { account, core, now, by }: NewCore): void {
  requireOwnAccount(db, account);
  const made = db
    .insert(cores)
    .values({ account, ...core, createdAt: now })
    .onConflictDoNothing()
    .returning({ slug: cores.slug })
    .get();
  if (made === undefined) throw new MemoryError("core_exists", "there is a core of this slug already");
  appendAudit(db, by, { account, action: "core.created", target: coreTarget(account, core.slug) });
}

// Single writer: the core is read, and written with the change.
export function changeCore(db: Drizzle, { account, slug, change, now, by }: CoreChange): Core {
  requireOwnAccount(db, account);
  const mine = and(eq(cores.account, account), eq(cores.slug, slug));
  if (slug === DEFAULT_CORE) {
    // The virtual core gets a row of its own with the first change.
    db.insert(cores)
      .values({ account, slug, name: DEFAULT_CORE, context: "", createdAt: now })
      .onConflictDoNothing()
      .run();
  }
  const found = db.select().from(cores).where(mine).get();
  if (found === undefined) throw coreNotFound();
  const core: Core = { slug, name: change.name ?? found.name, context: change.context ?? found.context };
  db.update(cores).set({ name: core.name, context: core.context }).where(mine).run();
  const details = { changed: Object.keys(change) };
  if (details.changed.length > 0) {
    appendAudit(db, by, { account, action: "core.changed", target: coreTarget(account, slug), details });
  }
  return core;
}

export function removeCore(db: Drizzle, { account, slug, by }: CoreRemoval): RemovedOwner {
  const gone = db
    .delete(cores)
    .where(and(eq(cores.account, account), eq(cores.slug, slug)))
    .returning({ id: cores.id })
    .get();
  if (gone === undefined) throw coreNotFound();
  const keysRevoked = revokeKeysOfCore(db, by, gone.id);
  const { brains, packets, lessons } = removeBrainsOf(db, { account, core: slug });
  const held = { brains: brains.length, packets, lessons };
  const erasure = { action: "core.deleted", account, user: null, core: slug, ...held } as const;
  return { brains, keysRevoked, receipt: auditErasure(db, by, erasure) };
}

export function putConstitution(db: Drizzle, { account, constitution, now, by }: ConstitutionWrite): void {
  requireOwnAccount(db, account);
  const { name, text } = constitution;
  const gates = [...constitution.gates];
  const prohibitions = [...constitution.prohibitions];
  db.insert(constitutions)
    .values({ account, name, text, gates, prohibitions, updatedAt: now })
    .onConflictDoUpdate({
      target: [constitutions.account, constitutions.name],
      set: { text, gates, prohibitions, updatedAt: now },
    })
    .run();
  appendAudit(db, by, { account, action: "constitution.put", target: `constitution:${name}` });
}

export function removeConstitution(db: Drizzle, { account, name, by }: ConstitutionRemoval): boolean {
  const gone = db
    .delete(constitutions)
    .where(and(eq(constitutions.account, account), eq(constitutions.name, name)))
    .returning({ name: constitutions.name })
    .get();
  if (gone === undefined) return false;
  appendAudit(db, by, { account, action: "constitution.deleted", target: `constitution:${name}` });
  return true;
}

/** Makes it the model of all embeddings to come, in one row however large the data is; returns its generation. */
export function adoptModel(db: Drizzle, { id, sha256, by }: ModelAdoption): number {
  const { generation } = db
    .insert(models)
    .values({ id, sha256 })
    .onConflictDoUpdate({ target: models.sha256, set: { id } })
    .returning({ generation: models.generation })
    .get();
  const now = { id, sha256, generation };
  db.insert(model)
    .values({ one: 1, ...now })
    .onConflictDoUpdate({ target: model.one, set: now })
    .run();
  const details = { id, generation };
  appendAudit(db, by, { account: SERVICE_ACCOUNT, action: "model.adopted", target: `model:${sha256}`, details });
  return generation;
}
