// The users of an account: which of them a key sees, and the erasure of one.
import { describe, expect, test } from "bun:test";
import { eraseUser, listUsers, partWithin } from "../../src/accounts/keep-users.ts";
import type { Doer } from "../../src/domain/audit.ts";
import type { RemovedOwner } from "../../src/domain/ports/brain-store.ts";
import type { UserPage, UserScope, UserStore } from "../../src/domain/ports/user-store.ts";
import { fixedClock, identityOf, NOW, receiptOf } from "../support/account-ports.ts";
import { ForgottenBrains } from "../support/forgotten-brains.ts";

/** Users by core, in order of name. */
class UsersInMemory implements UserStore {
  readonly erased: { scope: UserScope; user: string; by: Doer | undefined }[] = [];

  constructor(private readonly cores: Readonly<Record<string, readonly string[]>>) {}

  #within({ core }: UserScope): string[] {
    const cores = core === null ? Object.values(this.cores) : [this.cores[core] ?? []];
    return [...new Set(cores.flat())].sort();
  }

  async list(scope: UserScope, { after, limit, holding }: UserPage) {
    const there = this.#within(scope).filter((user) => after === null || user > after);
    const found = there.filter((user) => user.includes(holding ?? ""));
    return found.slice(0, limit).map(summaryOf);
  }

  async find(scope: UserScope, user: string) {
    return this.#within(scope).includes(user) ? summaryOf(user) : null;
  }

  async remove(scope: UserScope, user: string, by?: Doer): Promise<RemovedOwner | null> {
    if (!this.#within(scope).includes(user)) return null;
    this.erased.push({ scope, user, by });
    return { brains: [1, 2], receipt: receiptOf(scope.account), keysRevoked: 1 };
  }
}

function summaryOf(user: string) {
  return { user, brains: 1, packets: 0, lessons: 0, lastActiveAt: 0 };
}

function depsOf() {
  const users = new UsersInMemory({ default: ["ada", "bob"], blue: ["ada", "eve"], red: ["zoe"] });
  const forgotten = new ForgottenBrains();
  return { clock: fixedClock(), users, forgotten, ...forgotten.deps };
}

const ALL: Parameters<typeof listUsers>[2] = { core: null, after: null, limit: 10, holding: null };
const UNBOUND = { core: null, user: null };

test.each([
  [UNBOUND, UNBOUND, UNBOUND],
  [UNBOUND, { core: "blue", user: "ada" }, { core: "blue", user: "ada" }],
  [{ core: "blue", user: "ada" }, UNBOUND, { core: "blue", user: "ada" }],
  [
    { core: "blue", user: null },
    { core: "blue", user: "bob" },
    { core: "blue", user: "bob" },
  ],
])("of %j a key reaches, asked for %j, the part %j", (bound, asked, part) => {
  expect(partWithin(bound, asked)).toEqual(part);
});

test("a part beyond the key is refused, and says which of the two it is", () => {
  const bound = { core: "blue", user: "ada" };
  expect(() => partWithin(bound, { core: "red", user: null })).toThrow("this key is bound to another core");
  expect(() => partWithin(bound, { core: null, user: "bob" })).toThrow("this key is bound to another user");
});

describe("the list", () => {
  const namesFor = async (bound: object, page = ALL) =>
    (await listUsers(depsOf(), identityOf(bound), page)).map(({ user }) => user);

  test("is of every core, of the one asked for, or of the key's own", async () => {
    expect(await namesFor({})).toEqual(["ada", "bob", "eve", "zoe"]);
    expect(await namesFor({}, { ...ALL, core: "blue" })).toEqual(["ada", "eve"]);
    expect(await namesFor({ core: "red" })).toEqual(["zoe"]);
    await expect(namesFor({ core: "red" }, { ...ALL, core: "blue" })).rejects.toMatchObject({ code: "key_scope" });
  });

  test("holds one more than the page, which tells that there is a next", async () => {
    expect(await namesFor({}, { ...ALL, limit: 2 })).toEqual(["ada", "bob", "eve"]);
    expect(await namesFor({}, { ...ALL, after: "bob", limit: 2 })).toEqual(["eve", "zoe"]);
  });

  test("shows a key that is bound to a user that one alone, once", async () => {
    expect(await namesFor({ user: "eve" })).toEqual(["eve"]);
    expect(await namesFor({ user: "eve" }, { ...ALL, after: "bob" })).toEqual(["eve"]);
    expect(await namesFor({ user: "eve" }, { ...ALL, after: "eve" })).toEqual([]);
    expect(await namesFor({ user: "eve", core: "red" })).toEqual([]);
    expect(await namesFor({ user: "nobody" })).toEqual([]);
    expect(await namesFor({ user: "eve" }, { ...ALL, holding: "VE" })).toEqual(["eve"]);
    expect(await namesFor({ user: "eve" }, { ...ALL, holding: "ada" })).toEqual([]);
  });
});

describe("erasing a user", () => {
  test("reaches every core or the one named, and lets go of the brains wherever they are held", async () => {
    const deps = depsOf();
    const erased = await eraseUser(deps, identityOf(), { user: "ada", core: null });
    expect(erased).toEqual({ receipt: receiptOf("acme"), keysRevoked: 1 });
    expect(deps.forgotten).toMatchObject({ vectors: [1, 2], words: [1, 2], texts: ["acme"], embeddings: ["acme"] });
    await eraseUser(deps, identityOf(), { user: "ada", core: "blue" });
    expect(deps.users.erased).toEqual(
      [null, "blue"].map((core) => ({
        scope: { account: "acme", core },
        user: "ada",
        by: { actor: "issuer00", at: NOW },
      })),
    );
  });

  test("stays within a key's own core", async () => {
    const deps = depsOf();
    await eraseUser(deps, identityOf({ core: "blue" }), { user: "ada", core: null });
    expect(deps.users.erased[0]?.scope).toEqual({ account: "acme", core: "blue" });
  });

  test("is refused beyond the key, and where there is no memory of such a user", async () => {
    const deps = depsOf();
    const refused: [object, { user: string; core: string | null }, string][] = [
      [{ user: "bob" }, { user: "ada", core: null }, "key_scope"],
      [{ core: "blue" }, { user: "ada", core: "default" }, "key_scope"],
      [{ core: "blue" }, { user: "bob", core: null }, "user_not_found"],
      [{}, { user: "nobody", core: null }, "user_not_found"],
    ];
    for (const [bound, asked, code] of refused) {
      await expect(eraseUser(deps, identityOf(bound), asked)).rejects.toMatchObject({ code });
    }
    expect(deps.users.erased).toEqual([]);
    expect(deps.forgotten).toMatchObject({ vectors: [], texts: [] });
  });
});
