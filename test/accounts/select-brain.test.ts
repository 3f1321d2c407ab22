// Which brain a key and the headers of a request select.
import { describe, expect, test } from "bun:test";
import { isSpilled, requireUnbound, selectBrain } from "../../src/accounts/select-brain.ts";
import { DEFAULT_PLANS } from "../../src/domain/plan.ts";
import { AccountsInMemory, CoresInMemory, identityOf } from "../support/account-ports.ts";

const USES = ["of-request", "of-turn"] as const;
const NONE = { core: null, user: null };

/** The plan `free` allows two cores beside `default`. */
function depsOf(plan: "free" | "unlimited" = "unlimited") {
  const accounts = new AccountsInMemory().stands("acme", { plan });
  return { accounts, cores: new CoresInMemory("blue", "red", "green"), plans: DEFAULT_PLANS };
}

test.each([
  [NONE, NONE, { core: "default", user: null }],
  [NONE, { core: "blue", user: "ada" }, { core: "blue", user: "ada" }],
  [NONE, { core: "default", user: null }, { core: "default", user: null }],
  [{ core: "blue", user: "ada" }, NONE, { core: "blue", user: "ada" }],
  [
    { core: "blue", user: null },
    { core: null, user: "bob" },
    { core: "blue", user: "bob" },
  ],
  [
    { core: null, user: "ada" },
    { core: "red", user: null },
    { core: "red", user: "ada" },
  ],
  [
    { core: "blue", user: "ada" },
    { core: "blue", user: "ada" },
    { core: "blue", user: "ada" },
  ],
])("a key bound to %j with the headers %j selects %j", async (bound, headers, selected) => {
  for (const use of USES) {
    expect(await selectBrain(depsOf(), identityOf(bound), headers, use)).toEqual({ account: "acme", ...selected });
  }
});

test.each([
  [{ core: "blue", user: null }, { core: "red", user: null }, "core"],
  [{ core: "blue", user: null }, { core: "default", user: null }, "core"],
  [{ core: "default", user: null }, { core: "blue", user: null }, "core"],
  [{ core: null, user: "ada" }, { core: null, user: "bob" }, "user"],
  // Before it is known whether there is such a core.
  [{ core: "blue", user: null }, { core: "nowhere", user: null }, "core"],
])("a key bound to %j does not reach %j: another %s", async (bound, headers, what) => {
  const refused = { code: "key_scope", message: `this key is bound to another ${what}` };
  for (const use of USES) {
    await expect(selectBrain(depsOf(), identityOf(bound), headers, use)).rejects.toMatchObject(refused);
  }
});

test("a core that is not there is told, and none is made", async () => {
  const deps = depsOf();
  const asked = { core: "nowhere", user: null };
  for (const use of USES) {
    await expect(selectBrain(deps, identityOf(), asked, use)).rejects.toMatchObject({ code: "core_not_found" });
  }
  expect(deps.cores.kept).toHaveLength(3);
});

describe("cores beyond the plan", () => {
  test("are those made after as many as it allows; `default` never is one", async () => {
    const deps = depsOf("free");
    const spilled = await Promise.all(["default", "blue", "red", "green"].map((core) => isSpilled(deps, "acme", core)));
    expect(spilled).toEqual([false, false, false, true]);
    expect(await isSpilled(depsOf(), "acme", "green")).toBe(false);
    // An account that nothing is known of is unlimited.
    expect(await isSpilled(deps, "other", "green")).toBe(false);
  });

  test("are served from the default core, for the same user", async () => {
    const served = await selectBrain(depsOf("free"), identityOf(), { core: "green", user: "ada" }, "of-request");
    expect(served).toEqual({ account: "acme", core: "default", user: "ada" });
    const within = await selectBrain(depsOf("free"), identityOf(), { core: "red", user: "ada" }, "of-request");
    expect(within.core).toBe("red");
  });

  test("do not lead a key that is bound to one into the default core", async () => {
    const bound = selectBrain(depsOf("free"), identityOf({ core: "green" }), NONE, "of-request");
    await expect(bound).rejects.toMatchObject({ code: "plan_upgrade_required" });
  });

  test("still hold the turns that a key bound to one prepared before; an unbound key begins in the default core", async () => {
    const bound = await selectBrain(
      depsOf("free"),
      identityOf({ core: "green" }),
      { core: null, user: "ada" },
      "of-turn",
    );
    expect(bound).toEqual({ account: "acme", core: "green", user: "ada" });
    const free = await selectBrain(depsOf("free"), identityOf(), { core: "green", user: "ada" }, "of-turn");
    expect(free).toEqual({ account: "acme", core: "default", user: "ada" });
  });
});

test("what concerns the whole account is for a key that is bound to no part of it", () => {
  requireUnbound(identityOf());
  for (const bound of [{ core: "blue" }, { user: "ada" }, { core: "default" }]) {
    expect(() => requireUnbound(identityOf(bound))).toThrow(expect.objectContaining({ code: "key_scope" }));
  }
});
