// Accounts, their plans and payment: who sees and changes which.
import { describe, expect, test } from "bun:test";
import {
  allowanceOf,
  changeSettings,
  changeStanding,
  createAccount,
  listAccounts,
  shownAccount,
} from "../../src/accounts/keep-accounts.ts";
import { DEFAULT_PLANS } from "../../src/domain/plan.ts";
import { AccountsInMemory, fixedClock, identityOf, NOW } from "../support/account-ports.ts";

const GOVERNOR = identityOf({ account: "default" });
/** Those that govern no accounts: of another account, or bound to a part of `default`. */
const OTHERS = [
  identityOf(),
  identityOf({ account: "default", core: "blue" }),
  identityOf({ account: "default", user: "ada" }),
];

function depsOf() {
  const accounts = new AccountsInMemory("default", "acme", "other");
  return { accounts: accounts.stands("acme", { plan: "free" }), clock: fixedClock(), plans: DEFAULT_PLANS };
}

describe("the list", () => {
  test("is of all accounts for an unbound key of `default`, oldest first, with what each used this month", async () => {
    const deps = depsOf();
    deps.accounts.spends("acme", "2026-03", 7).spends("other", "2026-02", 9);
    const shown = (await listAccounts(deps, GOVERNOR)).map((each) => [
      each.name,
      each.turnsThisMonth,
      each.turnsPerMonth,
    ]);
    expect(shown).toEqual([
      ["default", 0, null],
      ["acme", 7, 1_000],
      ["other", 0, null],
    ]);
  });

  test("is of its own account for every other key", async () => {
    for (const identity of OTHERS) {
      expect((await listAccounts(depsOf(), identity)).map(({ name }) => name)).toEqual([identity.account]);
    }
  });
});

describe("making and changing", () => {
  test("is for unbound keys of `default` alone, and nothing happens for others", async () => {
    for (const identity of OTHERS) {
      const deps = depsOf();
      await expect(createAccount(deps, identity, "new", {})).rejects.toMatchObject({ code: "key_scope" });
      const upgrade = changeStanding(deps, identity, identity.account, { plan: "pro" });
      await expect(upgrade).rejects.toMatchObject({ code: "key_scope" });
      expect(deps.accounts.doers).toEqual([]);
    }
  });

  test("an account is unlimited and paid where nothing else is said, and answers what its plan allows", async () => {
    const deps = depsOf();
    expect(await createAccount(deps, GOVERNOR, "new", {})).toEqual({
      name: "new",
      createdAt: NOW,
      plan: "unlimited",
      pastDue: false,
      turnsThisMonth: 0,
      turnsPerMonth: null,
    });
    expect(await createAccount(deps, GOVERNOR, "small", { plan: "free" })).toMatchObject({ turnsPerMonth: 1_000 });
    expect(await deps.accounts.find("small")).toMatchObject({ plan: "free", pastDue: false, createdAt: NOW });
    expect(deps.accounts.doers[0]).toEqual({ actor: "issuer00", at: NOW });
  });

  test("a change leaves what it does not name, and answers the account as it stands", async () => {
    const deps = depsOf();
    deps.accounts.spends("acme", "2026-03", 7);
    const late = await changeStanding(deps, GOVERNOR, "acme", { pastDue: true });
    expect(late).toMatchObject({ name: "acme", plan: "free", pastDue: true, turnsThisMonth: 7, turnsPerMonth: 1_000 });
    const better = await changeStanding(deps, GOVERNOR, "acme", { plan: "pro" });
    expect(better).toMatchObject({ plan: "pro", pastDue: true, turnsPerMonth: 100_000 });
    const unknown = changeStanding(deps, GOVERNOR, "nobody", { plan: "pro" });
    await expect(unknown).rejects.toMatchObject({ code: "account_not_found" });
  });
});

test("the allowance of a turn is that of the account's plan; of an unknown account it has no bound", async () => {
  expect(await allowanceOf(depsOf(), "acme")).toEqual({ turnsPerMonth: 1_000, subBrains: 5 });
  expect(await allowanceOf(depsOf(), "nobody")).toEqual({ turnsPerMonth: null, subBrains: null });
});

test("settings are the account's own, and a bound key changes none", async () => {
  const deps = depsOf();
  expect(await changeSettings(deps, identityOf(), { sourcesMax: 3 })).toMatchObject({ sourcesMax: 3, nightly: true });
  expect(deps.accounts.doers).toEqual([{ actor: "issuer00", at: NOW }]);
  expect(await deps.accounts.settings("other")).toMatchObject({ sourcesMax: null });
  for (const bound of [{ core: "blue" }, { user: "ada" }]) {
    const refused = changeSettings(deps, identityOf(bound), { sourcesMax: 1 });
    await expect(refused).rejects.toMatchObject({ code: "key_scope" });
  }
  expect(await deps.accounts.settings("acme")).toMatchObject({ sourcesMax: 3 });
});

test("an account is shown with its plan, its payment and its turns", () => {
  const use = { name: "acme", createdAt: NOW, plan: "free", pastDue: true, turnsThisMonth: 7 } as const;
  expect(shownAccount({ ...use, turnsPerMonth: null })).toEqual({
    name: "acme",
    created_at: "2026-03-01T12:00:00.000Z",
    plan: "free",
    past_due: true,
    turns_this_month: 7,
    turns_per_month: null,
  });
});
