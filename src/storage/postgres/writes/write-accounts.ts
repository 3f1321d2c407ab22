// Writes of the operator: accounts, cores, constitutions, and the model that the data was made with.
import { and, eq, sql } from "drizzle-orm";
import { type AuditDetails, SERVICE_ACCOUNT } from "../../../domain/audit.ts";
import { DEFAULT_CORE } from "../../../domain/brain.ts";
import type { Core } from "../../../domain/core.ts";
import { accountNotFound, coreNotFound, MemoryError, unauthorized } from "../../../domain/errors.ts";
import type { RemovedOwner } from "../../../domain/ports/brain-store.ts";
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
import type { Tx } from "../engine/transaction.ts";
import { accounts, accountTurnShares, accountTurns, constitutions, cores, keys, model, models } from "../schema.ts";
import { lockAccount, requireOwnAccount } from "./own-account.ts";
import { appendAudit, auditErasure } from "./write-audit.ts";
import { removeBrainsOf } from "./write-brains.ts";
import { auditRevoked, revokeKeysOfAccount, revokeKeysOfCore } from "./write-keys.ts";

export async function createAccount(tx: Tx, { account, now, standing, by }: NewAccount): Promise<void> {
  const made = await tx.db
    .insert(accounts)
    .values({ name: account, createdAt: now, ...standing })
    .onConflictDoNothing()
    .returning({ name: accounts.name });
  if (made.length === 0) throw new MemoryError("account_exists", "there is an account of this name already");
  const details = standingDetails(standing);
  await appendAudit(tx, by, { account, action: "account.created", target: `account:${account}`, details });
}

export async function changeStanding(tx: Tx, { account, change, by }: StandingChange): Promise<void> {
  if ((await lockAccount(tx, account)) === null) throw accountNotFound();
  if (Object.keys(change).length === 0) return;
  await tx.db.update(accounts).set(change).where(eq(accounts.name, account));
  const details = standingDetails(change);
  await appendAudit(tx, by, { account, action: "account.changed", target: `account:${account}`, details });
}

/** In one transaction: killed at any moment, all of the account is there or nothing. Its entries in the audit stay. */
export async function removeAccount(tx: Tx, { account, by }: AccountRemoval): Promise<RemovedOwner> {
  const { db } = tx;
  // First of all: whoever makes something for the account holds its row, so that it has committed by now, or finds none.
  const gone = await db.delete(accounts).where(eq(accounts.name, account)).returning({ name: accounts.name });
  if (gone.length === 0) throw accountNotFound();
  await db.delete(cores).where(eq(cores.account, account));
  const revoked = await revokeKeysOfAccount(tx, by, account);
  const { brains, packets, lessons } = await removeBrainsOf(tx, { account, core: null });
  // After the brains: a turn of one of them may just have been counted.
  for (const table of [keys, constitutions, accountTurns, accountTurnShares])
    await db.delete(table).where(eq(table.account, account));
  await auditRevoked(tx, by, revoked);
  const held = { brains: brains.length, packets, lessons };
  const erasure = { action: "account.deleted", account, user: null, core: null, ...held } as const;
  const receipt = await auditErasure(tx, by, erasure);
  return { brains, keysRevoked: revoked.length, receipt };
}

export async function changeSettings(tx: Tx, { account, change, by }: SettingsWrite): Promise<void> {
  // All settings are read, and written with the change.
  const row = await lockAccount(tx, account);
  if (row === null) throw unauthorized();
  // A null takes back what the account chose.
  const chosen = Object.entries({ ...row.settings, ...change }).filter(([, value]) => value !== null);
  await tx.db
    .update(accounts)
    .set({ settings: Object.fromEntries(chosen) })
    .where(eq(accounts.name, account));
  const details = { ...change } as AuditDetails;
  await appendAudit(tx, by, { account, action: "settings.changed", target: `account:${account}`, details });
}

export async function createCore(tx: Tx, { account, core, now, by }: NewCore): Promise<void> {
  await requireOwnAccount(tx, account);
  const made = await tx.db
    .insert(cores)
    .values({ account, ...core, createdAt: now })
    .onConflictDoNothing()
    .returning({ slug: cores.slug });
  if (made.length === 0) throw new MemoryError("core_exists", "there is a core of this slug already");
  await appendAudit(tx, by, { account, action: "core.created", target: coreTarget(account, core.slug) });
}

export async function changeCore(tx: Tx, { account, slug, change, now, by }: CoreChange): Promise<Core> {
  const { db } = tx;
  await requireOwnAccount(tx, account);
  const mine = and(eq(cores.account, account), eq(cores.slug, slug));
  if (slug === DEFAULT_CORE) {
    // The virtual core gets a row of its own with the first change.
    await db
      .insert(cores)
      .values({ account, slug, name: DEFAULT_CORE, context: "", createdAt: now })
      .onConflictDoNothing();
  }
  // The core is read, and written with the change.
  const [found] = await db.select().from(cores).where(mine).for("no key update");
  if (found === undefined) throw coreNotFound();
  const core: Core = { slug, name: change.name ?? found.name, context: change.context ?? found.context };
  await db.update(cores).set({ name: core.name, context: core.context }).where(mine);
  const details = { changed: Object.keys(change) };
  if (details.changed.length > 0) {
    await appendAudit(tx, by, { account, action: "core.changed", target: coreTarget(account, slug), details });
  }
  return core;
}

export async function removeCore(tx: Tx, { account, slug, by }: CoreRemoval): Promise<RemovedOwner> {
  // Nobody binds a key to the core meanwhile; and whoever makes a brain in it holds its row.
  await lockAccount(tx, account);
  const [gone] = await tx.db
    .delete(cores)
    .where(and(eq(cores.account, account), eq(cores.slug, slug)))
    .returning({ id: cores.id });
  if (gone === undefined) throw coreNotFound();
  const revoked = await revokeKeysOfCore(tx, by, gone.id);
  const { brains, packets, lessons } = await removeBrainsOf(tx, { account, core: slug });
  await auditRevoked(tx, by, revoked);
  const held = { brains: brains.length, packets, lessons };
  const erasure = { action: "core.deleted", account, user: null, core: slug, ...held } as const;
  const receipt = await auditErasure(tx, by, erasure);
  return { brains, keysRevoked: revoked.length, receipt };
}

export async function putConstitution(tx: Tx, { account, constitution, now, by }: ConstitutionWrite): Promise<void> {
  await requireOwnAccount(tx, account);
  const { name, text } = constitution;
  const gates = [...constitution.gates];
  const prohibitions = [...constitution.prohibitions];
  await tx.db
    .insert(constitutions)
    .values({ account, name, text, gates, prohibitions, updatedAt: now })
    .onConflictDoUpdate({
      target: [constitutions.account, constitutions.name],
      set: { text, gates, prohibitions, updatedAt: now },
    });
  await appendAudit(tx, by, { account, action: "constitution.put", target: `constitution:${name}` });
}

export async function removeConstitution(tx: Tx, { account, name, by }: ConstitutionRemoval): Promise<boolean> {
  const gone = await tx.db
    .delete(constitutions)
    .where(and(eq(constitutions.account, account), eq(constitutions.name, name)))
    .returning({ name: constitutions.name });
  if (gone.length === 0) return false;
  await appendAudit(tx, by, { account, action: "constitution.deleted", target: `constitution:${name}` });
  return true;
}

/** Makes it the model of all embeddings to come, in one row however large the data is; returns its generation. */
export async function adoptModel(tx: Tx, { id, sha256, by }: ModelAdoption): Promise<number> {
  const { db } = tx;
  // Several nodes start with a new model at once: the first one is 1, and each has a number of its own.
  await db.execute(sql`LOCK TABLE ${models} IN SHARE ROW EXCLUSIVE MODE`);
  const [adopted] = await db
    .insert(models)
    .values({ generation: sql`(SELECT coalesce(max(generation), 0) + 1 FROM models)`, id, sha256 })
    .onConflictDoUpdate({ target: models.sha256, set: { id } })
    .returning({ generation: models.generation });
  if (adopted === undefined) throw new Error("a model was stored, and is not there");
  const { generation } = adopted;
  const now = { id, sha256, generation };
  const changed = await db
    .insert(model)
    .values({ one: 1, ...now })
    .onConflictDoUpdate({
      target: model.one,
      set: now,
      setWhere: sql`(${model.id}, ${model.sha256}) <> (${id}, ${sha256})`,
    })
    .returning({ one: model.one });
  // Another node was sooner with the same one.
  if (changed.length === 0) return generation;
  const details = { id, generation };
  await appendAudit(tx, by, { account: SERVICE_ACCOUNT, action: "model.adopted", target: `model:${sha256}`, details });
  return generation;
}
