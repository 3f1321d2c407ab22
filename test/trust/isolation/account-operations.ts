// Cores, keys, constitutions, settings and accounts, as the oracle plays them.
import type { Operation } from "./operation.ts";
import type { Ask, Step } from "./step.ts";
import { Mismatch } from "./wire.ts";
import { type Key, SHARED_SLUGS } from "./world.ts";

const LIVE_KEYS_MAX = 60;
/** All of them, the ended ones too, are on one page of the list. */
const KEYS_MAX = 900;

interface Items<T> {
  readonly items: readonly T[];
}

async function itemsOf<T>(step: Step, path: string): Promise<readonly T[]> {
  const reply = await step.send("GET", path, undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  return (reply.body as Items<T>).items;
}

/** A slug that only another account has; undefined where it has none. */
function foreignSlug(step: Step): string | undefined {
  const other = step.otherAccount();
  return other?.hasCore(other.ownSlug) === true ? other.ownSlug : undefined;
}

async function listCores(step: Step): Promise<void> {
  const { caller, account } = step;
  const found = await itemsOf<{ slug: string }>(step, "/cores?limit=1000");
  const all = ["default", ...account.cores.map(({ slug }) => slug)];
  const mine = all.filter((slug) => caller.core === null || slug === caller.core);
  step.same(
    "cores",
    found.map(({ slug }) => slug),
    mine,
  );
}

type CoreMethod = "GET" | "PATCH" | "DELETE";

async function oneCore(step: Step, method: CoreMethod): Promise<void> {
  const { caller, account, world } = step;
  const isErasing = method === "DELETE";
  const ask = (slug: string): Ask => {
    const mark = world.marks.make({ kind: "core", account: account.name, core: slug, user: null });
    return [
      method,
      `/cores/${slug}`,
      method === "PATCH" ? { name: slug, context: `Shelf ${mark}.` } : undefined,
    ] as const;
  };
  const sight = step.sightOfKey();
  const foreign = foreignSlug(step);
  const slug = step.chance(0.4) && foreign !== undefined ? foreign : step.pick([...SHARED_SLUGS, account.ownSlug]);
  if (slug === undefined) return;
  const isOutside = caller.core !== null && slug !== caller.core;
  const isRefused = isOutside || (method !== "GET" && caller.user !== null);
  const never = `zqn${step.never("", slug.length - 3).toLowerCase()}`;
  if (isRefused) {
    const isOwnCore = slug === caller.core;
    if (isOwnCore) return step.expect(await step.send(...ask(slug)), 403, "key_scope");
    return step.pair(slug, never, ask, [403, "key_scope"]);
  }
  if (!account.hasCore(slug)) return step.pair(slug, never, ask, [404, "core_not_found"]);
  if (isErasing) for (const brain of account.within(slug, null)) brain.doomed = "all";
  const [verb, path, body] = ask(slug);
  const reply = await step.send(verb, path, body, { sight });
  step.expect(reply, 200);
  if (!isErasing) return;
  step.endKeys(reply, (key) => key.core === slug);
  account.cores = account.cores.filter((core) => core.slug !== slug);
  for (const brain of account.within(slug, null)) {
    world.erased(brain);
    brain.exists = false;
    brain.recorded = 0;
    brain.unsure = false;
    brain.doomed = new Set();
  }
}

async function createCore(step: Step): Promise<void> {
  const { account, world } = step;
  const slug = step.pick([...SHARED_SLUGS, account.ownSlug]) ?? "";
  const mark = world.marks.make({ kind: "core", account: account.name, core: slug, user: null });
  const body = { slug, name: slug, context: `The shop of ${mark}.` };
  const reply = await step.send("POST", "/cores", body, { sight: step.sightOfKey() });
  if (account.hasCore(slug)) return step.expect(reply, 409, "core_exists");
  step.expect(reply, 201);
  account.cores.push({ slug, mark });
}

function isWithin({ caller }: Step, key: Key): boolean {
  return (caller.core === null || key.core === caller.core) && (caller.user === null || key.user === caller.user);
}

async function listKeys(step: Step): Promise<void> {
  const found = await itemsOf<{ id: string }>(step, "/admin/keys?limit=1000");
  const mine = step.account.keys.filter((key) => isWithin(step, key));
  step.sameSet(
    "keys",
    found.map(({ id }) => id),
    mine.map(({ id }) => id),
  );
}

async function issueKey(step: Step): Promise<void> {
  const { caller, account, world } = step;
  const scope = step.chance(0.5) ? "admin" : "agent";
  const foreign = foreignSlug(step);
  if (caller.core === null && foreign !== undefined && step.chance(0.3)) {
    const ask = (core: string) => ["POST", "/admin/keys", { name: "k", scope, core, user: caller.user }] as const;
    return step.pair(foreign, `zqn${step.never("", foreign.length - 3).toLowerCase()}`, ask, [404, "core_not_found"]);
  }
  // Something wider, or elsewhere, is refused.
  if ((caller.core !== null || caller.user !== null) && step.chance(0.3)) {
    return step.expect(await step.send("POST", "/admin/keys", { name: "k", scope }), 403, "key_scope");
  }
  if (account.keys.filter(({ dead }) => !dead).length > LIVE_KEYS_MAX || account.keys.length > KEYS_MAX) return;
  const core = caller.core ?? step.pick([null, "default", ...account.cores.map(({ slug }) => slug)]) ?? null;
  const user = caller.user ?? step.pick([null, null, ...account.users]) ?? null;
  const mark = world.marks.make({ kind: "brain", account: account.name, core, user });
  const body = { name: `key ${mark}`, scope, core, user };
  const reply = await step.send("POST", "/admin/keys", body, { sight: step.sightOfKey(), isNew: true });
  step.expect(reply, 201);
  const made = reply.body as { id: string; key: string };
  account.keys.push({ id: made.id, text: made.key, account: account.name, scope, core, user, dead: false });
}

async function revokeKey(step: Step): Promise<void> {
  const { account, world } = step;
  const ask = (id: string) => ["DELETE", `/admin/keys/${id}`] as const;
  const elsewhere = step.chance(0.5) ? account.keys : (step.pick(world.accounts)?.keys ?? []);
  const outside = elsewhere.filter((key) => key.account !== account.name || !isWithin(step, key));
  const foreign = step.pick(outside);
  if (foreign !== undefined && step.chance(0.6))
    return step.pair(foreign.id, step.never("", 8), ask, [404, "key_not_found"]);
  // Those that the run began with stay.
  const own = step.pick(account.keys.filter((key, at) => at > 12 && isWithin(step, key) && !key.dead));
  if (own === undefined) return step.expect(await step.send(...ask(step.never("", 8))), 404, "key_not_found");
  step.expect(await step.send(...ask(own.id)), 200);
  own.dead = true;
}

async function listAccounts(step: Step): Promise<void> {
  const { account, caller, world } = step;
  const governs = account.name === "default" && caller.core === null && caller.user === null;
  const reply = await step.send("GET", "/admin/accounts?limit=1000", undefined, {
    sight: governs ? (owner) => owner.kind === "account" : step.sightOfKey(),
  });
  step.expect(reply, 200);
  const { items } = reply.body as Items<{ name: string; turns_this_month: number; plan: string }>;
  const all = [...world.accounts.map(({ name }) => name), ...world.bareAccounts];
  step.sameSet(
    "accounts",
    items.map(({ name }) => name),
    governs ? all : [account.name],
  );
  const own = items.find(({ name }) => name === account.name);
  if (account.unsure) {
    account.prepared = own?.turns_this_month ?? 0;
    account.unsure = false;
  }
  step.same("the account", [own?.plan, own?.turns_this_month], [account.plan, account.prepared]);
}

async function createAccount(step: Step): Promise<void> {
  const { world } = step;
  const taken = world.bareAccounts.size > 4 || step.chance(0.5);
  const name = taken ? (step.pick(world.accounts)?.name ?? "") : `zq-bare-${world.bareAccounts.size}`;
  const reply = await step.send("POST", "/admin/accounts", { name });
  if (taken) return step.expect(reply, 409, "account_exists");
  step.expect(reply, 201);
  world.bareAccounts.add(name);
}

async function changeAccount(step: Step): Promise<void> {
  const { account, world } = step;
  if (step.target.refusal !== null) {
    const ask = (name: string) => ["PATCH", `/admin/accounts/${name}`, { plan: "free" }] as const;
    // The refusal names `default` itself.
    const other = step.pick(world.accounts.slice(1))?.name ?? "";
    return step.pair(other, `zqn${other.slice(3)}`, ask, step.target.refusal);
  }
  // The engine is alone with the caller's own account only, so that is the one whose plan may change.
  const plan = step.pick(["unlimited", "unlimited", "free", "pro"]) ?? "unlimited";
  const reply = await step.send("PATCH", `/admin/accounts/${account.name}`, { plan }, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  account.plan = plan;
}

async function deleteAccount(step: Step): Promise<void> {
  const { world } = step;
  const ask = (name: string) => ["DELETE", `/admin/accounts/${name}`] as const;
  if (step.target.refusal !== null) {
    const other = step.pick(world.accounts.slice(1))?.name ?? "";
    return step.pair(other, `zqn${other.slice(3)}`, ask, step.target.refusal);
  }
  // The last one, so that its name is given again.
  const name = [...world.bareAccounts].at(-1);
  if (name === undefined) return step.expect(await step.send(...ask("zq-bare-9")), 404, "account_not_found");
  const reply = await step.send(...ask(name));
  step.expect(reply, 200);
  const { receipt } = reply.body as { receipt: { account: string; brains: number } };
  step.same("receipt", [receipt.account, receipt.brains], [name, 0]);
  world.bareAccounts.delete(name);
}

async function listConstitutions(step: Step): Promise<void> {
  const found = await itemsOf<{ name: string }>(step, "/admin/constitutions?limit=1000");
  step.sameSet(
    "constitutions",
    found.map(({ name }) => name).filter((name) => name !== "default"),
    step.account.constitutions.keys(),
  );
}

async function oneConstitution(step: Step, method: "GET" | "DELETE"): Promise<void> {
  const { account } = step;
  const ask = (name: string) => [method, `/admin/constitutions/${name}`] as const;
  const foreign = step.pick([...(step.otherAccount()?.constitutions.keys() ?? [])]);
  if (foreign !== undefined && !account.constitutions.has(foreign) && step.chance(0.5))
    return step.pair(foreign, `none${step.never("", foreign.length - 4)}`, ask, [404, "constitution_not_found"]);
  const own = step.pick([...account.constitutions.keys()]);
  if (own === undefined) return step.expect(await step.send(...ask("none")), 404, "constitution_not_found");
  const reply = await step.send(...ask(own), undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  if (method === "DELETE") account.constitutions.delete(own);
  else if (!reply.text.includes(account.constitutions.get(own) ?? "")) throw new Mismatch(`${own} is another's`);
}

/** Tries the stored gate, which only its own account has. */
async function testConstitution(step: Step): Promise<void> {
  const { account } = step;
  const ask = (name: string) => ["POST", `/admin/constitutions/${name}/test`, { input: "Tea?" }] as const;
  const foreign = step.pick([...(step.otherAccount()?.constitutions.keys() ?? [])]);
  if (foreign !== undefined && !account.constitutions.has(foreign))
    return step.pair(foreign, `none${step.never("", foreign.length - 4)}`, ask, [404, "constitution_not_found"]);
  const own = step.pick([...account.constitutions.keys()]);
  if (own === undefined) return step.expect(await step.send(...ask("none")), 404, "constitution_not_found");
  const reply = await step.send(...ask(own), { sight: step.sightOfKey() });
  step.expect(reply, 200);
  const { gates } = reply.body as { gates: readonly { pattern: string; matched: boolean }[] };
  if (gates[0]?.pattern !== account.constitutions.get(own) || gates[0]?.matched !== false)
    throw new Mismatch(`the gate of ${own} is another's`);
}

async function putConstitution(step: Step): Promise<void> {
  const { account, world } = step;
  const name = step.pick(["strict", "friendly", `own-${account.name}`]) ?? "";
  const mark = world.marks.make(account.owner);
  const body = { text: `You are the assistant of ${mark}.`, gates: [{ pattern: mark, reason: "No." }] };
  step.expect(await step.send("PUT", `/admin/constitutions/${name}`, body, { sight: step.sightOfKey() }), 200);
  account.constitutions.set(name, mark);
}

async function getSettings(step: Step): Promise<void> {
  const reply = await step.send("GET", "/admin/settings", undefined, { sight: step.sightOfKey() });
  step.expect(reply, 200);
  step.same("settings", [(reply.body as { sources_max: number }).sources_max], [step.account.sourcesMax]);
}

async function changeSettings(step: Step): Promise<void> {
  const change = {
    retrieval_mode: step.pick(["cosine", "hybrid"]),
    sources_max: step.pick([1, 3, 8, 20]) ?? 8,
    memory_tokens: step.pick([0, 0, 500, 2_000]),
  };
  step.expect(await step.send("PATCH", "/admin/settings", change, { sight: step.sightOfKey() }), 200);
  step.account.sourcesMax = change.sources_max;
}

async function resetSetting(step: Step): Promise<void> {
  step.expect(await step.send("DELETE", "/admin/settings/memory_tokens", undefined, { sight: step.sightOfKey() }), 200);
}

const admin = { access: "admin", reach: "account" } as const;
const agent = { access: "agent", reach: "account" } as const;

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  { ...agent, id: "listCores", weight: 2, run: listCores },
  { ...agent, id: "getCore", weight: 3, run: (step) => oneCore(step, "GET") },
  { ...admin, id: "createCore", weight: 2, keys: "unbound", run: createCore },
  { ...admin, id: "changeCore", weight: 1, run: (step) => oneCore(step, "PATCH") },
  { ...admin, id: "deleteCore", weight: 0.5, run: (step) => oneCore(step, "DELETE") },
  { ...admin, id: "listKeys", weight: 1, run: listKeys },
  { ...admin, id: "issueKey", weight: 3, run: issueKey },
  { ...admin, id: "revokeKey", weight: 2, run: revokeKey },
  { ...admin, id: "listAccounts", weight: 1, run: listAccounts },
  { ...admin, id: "createAccount", weight: 0.3, keys: "governor", run: createAccount },
  { ...admin, id: "changeAccount", weight: 1, keys: "governor", run: changeAccount },
  { ...admin, id: "deleteAccount", weight: 0.3, keys: "governor", run: deleteAccount },
  { ...admin, id: "listConstitutions", weight: 1, run: listConstitutions },
  { ...admin, id: "getConstitution", weight: 1, run: (step) => oneConstitution(step, "GET") },
  { ...admin, id: "putConstitution", weight: 1, keys: "unbound", run: putConstitution },
  { ...admin, id: "testConstitution", weight: 1, run: testConstitution },
  { ...admin, id: "deleteConstitution", weight: 1, keys: "unbound", run: (step) => oneConstitution(step, "DELETE") },
  { ...admin, id: "getSettings", weight: 1, run: getSettings },
  { ...admin, id: "changeSettings", weight: 1, keys: "unbound", run: changeSettings },
  { ...admin, id: "resetSetting", weight: 0.5, keys: "unbound", run: resetSetting },
];
