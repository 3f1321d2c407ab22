// Makes the accounts, keys and cores that a run begins with.
import { type Reply, request } from "./wire.ts";
import { Account, type Key, SHARED_SLUGS, SHARED_USERS, World } from "./world.ts";

/** Long enough to make such a key on a machine that is busy; all of them have expired when the run begins. */
const EXPIRES_AFTER_MS = 1_500;

/** `shellKey`: the first key of an account comes from the shell, for no API key reaches beyond its own account. */
export async function populate(
  url: string,
  adminKey: string,
  next: () => number,
  accounts: number,
  shellKey: (account: string) => Promise<string>,
): Promise<World> {
  const world = new World(next);
  for (let at = 0; at < accounts; at += 1) {
    const account = at === 0 ? newAccount(world, "default") : await makeAccount(url, world, adminKey);
    world.accounts.push(account);
    account.keys.push(firstKey(account.name, at === 0 ? adminKey : await shellKey(account.name)));
    world.marks.own(`mk_live_${account.root.id}`, account.owner);
    await fill(url, world, account);
  }
  await Bun.sleep(EXPIRES_AFTER_MS);
  return world;
}

function newAccount(world: World, name: string): Account {
  const ownUser = `user-${world.marks.make({ kind: "user", account: name, core: null, user: null })}`;
  const ownSlug = `core-${world.marks.make({ kind: "core", account: name, core: null, user: null })}`;
  const account = new Account(name, [...SHARED_USERS, ownUser], ownSlug);
  const [userMark, slugMark] = [ownUser.slice(5), ownSlug.slice(5)];
  world.marks.own(userMark, { kind: "user", account: name, core: null, user: ownUser });
  world.marks.own(slugMark, { kind: "core", account: name, core: ownSlug, user: null });
  return account;
}

const mustBe = (reply: Reply, status: number) => {
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${reply.text}`);
  return reply.body as { id: string; key: string };
};

async function makeAccount(url: string, world: World, adminKey: string): Promise<Account> {
  const name = `acct-${Math.floor(world.next() * 1e9)}`;
  mustBe(await request(url, "POST", "/admin/accounts", { key: adminKey, body: { name } }), 201);
  return newAccount(world, name);
}

function firstKey(account: string, text: string): Key {
  return { id: text.slice(8, 16), text, account, scope: "admin", core: null, user: null, dead: false };
}

async function fill(url: string, world: World, account: Account): Promise<void> {
  const { root } = account;
  for (const slug of SHARED_SLUGS) {
    const mark = world.marks.make({ kind: "core", account: account.name, core: slug, user: null });
    const body = { slug, name: slug, context: `The shop of ${mark}.` };
    mustBe(await request(url, "POST", "/cores", { key: root.text, body }), 201);
    account.cores.push({ slug, mark });
  }
  const [ann, odd] = SHARED_USERS;
  const bounds = [
    [null, null],
    ["blue", null],
    [null, ann],
    ["red", odd],
    ["default", null],
  ] as const;
  for (const [core, user] of bounds)
    for (const scope of ["admin", "agent"] as const) await addKey(url, world, account, { scope, core, user });
  const revoked = await addKey(url, world, account, { scope: "admin", core: null, user: null });
  mustBe(await request(url, "DELETE", `/admin/keys/${revoked.id}`, { key: root.text }), 200);
  revoked.dead = true;
  const expires_at = new Date(Date.now() + EXPIRES_AFTER_MS).toISOString();
  const expired = await addKey(url, world, account, { scope: "admin", core: null, user: null, expires_at });
  expired.dead = true;
}

interface KeyForm {
  readonly scope: "admin" | "agent";
  readonly core: string | null;
  readonly user: string | null;
  readonly expires_at?: string;
}

async function addKey(url: string, world: World, account: Account, form: KeyForm): Promise<Key> {
  const { scope, core, user } = form;
  const mark = world.marks.make({ kind: "brain", account: account.name, core, user });
  const body = { ...form, name: `key ${mark}` };
  const made = mustBe(await request(url, "POST", "/admin/keys", { key: account.root.text, body }), 201);
  const key = { id: made.id, text: made.key, account: account.name, scope, core, user, dead: false };
  world.marks.own(`mk_live_${made.id}`, { kind: "brain", account: account.name, core, user });
  account.keys.push(key);
  return key;
}
