// Cores of an account, and what a bound key may do with them.
import { describe, expect, test } from "bun:test";
import { changeCore, createCore, deleteCore, getCore, listCores } from "../../src/accounts/keep-cores.ts";
import { CoresInMemory, fixedClock, identityOf, NOW, receiptOf } from "../support/account-ports.ts";
import { ForgottenBrains } from "../support/forgotten-brains.ts";

const BOUND_TO_BLUE = identityOf({ core: "blue" });
const BOUND_TO_ADA = identityOf({ core: "blue", user: "ada" });
const SCOPE = { code: "key_scope" };

function depsOf() {
  const forgotten = new ForgottenBrains();
  return { clock: fixedClock(), cores: new CoresInMemory("blue", "red"), forgotten, ...forgotten.deps };
}

describe("the list", () => {
  test("begins with `default`, which is older than any other, also after it was renamed", async () => {
    const deps = depsOf();
    const named = async () =>
      (await listCores(deps, identityOf())).map((core) => [core.slug, core.name, core.createdAt]);
    const others = [
      ["blue", "blue", NOW],
      ["red", "red", NOW + 1],
    ];
    expect(await named()).toEqual([["default", "default", 0], ...others]);
    await changeCore(deps, identityOf(), "default", { name: "Home" });
    expect(await named()).toEqual([["default", "Home", 0], ...others]);
  });

  test("is of one core for a key that is bound to it", async () => {
    expect((await listCores(depsOf(), BOUND_TO_BLUE)).map(({ slug }) => slug)).toEqual(["blue"]);
    const home = await listCores(depsOf(), identityOf({ core: "default" }));
    expect(home.map(({ slug }) => slug)).toEqual(["default"]);
  });
});

test("`default` is there without being stored, another core is not, and a bound key sees its own alone", async () => {
  const deps = depsOf();
  expect(await getCore(deps, identityOf(), "default")).toEqual({ slug: "default", name: "default", context: "" });
  expect(await getCore(deps, BOUND_TO_BLUE, "blue")).toMatchObject({ slug: "blue" });
  await expect(getCore(deps, identityOf(), "nowhere")).rejects.toMatchObject({ code: "core_not_found" });
  for (const slug of ["red", "default", "nowhere"]) {
    await expect(getCore(deps, BOUND_TO_BLUE, slug)).rejects.toMatchObject(SCOPE);
  }
});

test("a bound key makes no core, nobody makes `default` or one twice", async () => {
  const deps = depsOf();
  const green = { slug: "green", name: "Green", context: "" };
  expect(await createCore(deps, identityOf(), green)).toEqual(green);
  expect(deps.cores.kept.at(-1)).toEqual({ ...green, createdAt: NOW });
  for (const slug of ["default", "green"]) {
    await expect(createCore(deps, identityOf(), { ...green, slug })).rejects.toMatchObject({ code: "core_exists" });
  }
  for (const identity of [BOUND_TO_BLUE, identityOf({ user: "ada" })]) {
    await expect(createCore(deps, identity, { ...green, slug: "more" })).rejects.toMatchObject(SCOPE);
  }
  expect(deps.cores.doers).toEqual([{ actor: "issuer00", at: NOW }]);
});

test("a key bound to a core changes that one; one bound to a user changes none", async () => {
  const deps = depsOf();
  expect(await changeCore(deps, BOUND_TO_BLUE, "blue", { context: "c" })).toMatchObject({ name: "blue", context: "c" });
  await expect(changeCore(deps, BOUND_TO_BLUE, "red", { name: "x" })).rejects.toMatchObject(SCOPE);
  for (const identity of [BOUND_TO_ADA, identityOf({ user: "ada" })]) {
    await expect(changeCore(deps, identity, "blue", { name: "x" })).rejects.toMatchObject(SCOPE);
  }
  await expect(changeCore(deps, identityOf(), "nowhere", {})).rejects.toMatchObject({ code: "core_not_found" });
  expect(deps.cores.doers).toEqual([{ actor: "issuer00", at: NOW }]);
});

describe("deleting a core", () => {
  test("gives the receipt and the number of keys, and lets go of its brains wherever they are held", async () => {
    const deps = depsOf();
    expect(await deleteCore(deps, BOUND_TO_BLUE, "blue")).toEqual({ receipt: receiptOf("acme"), keysRevoked: 2 });
    expect(deps.cores.doers).toEqual([{ actor: "issuer00", at: NOW }]);
    expect(deps.forgotten).toMatchObject({ vectors: [4, 5], words: [4, 5], texts: ["acme"], embeddings: ["acme"] });
  });

  test("is refused for `default`, beyond the key, by a key of one user, and for what is not there", async () => {
    const deps = depsOf();
    const home = { code: "invalid_request", details: { field: "slug" } };
    await expect(deleteCore(deps, identityOf(), "default")).rejects.toMatchObject(home);
    await expect(deleteCore(deps, BOUND_TO_BLUE, "red")).rejects.toMatchObject(SCOPE);
    for (const identity of [BOUND_TO_ADA, identityOf({ user: "ada" })]) {
      await expect(deleteCore(deps, identity, "blue")).rejects.toMatchObject(SCOPE);
    }
    await expect(deleteCore(deps, identityOf(), "nowhere")).rejects.toMatchObject({ code: "core_not_found" });
    expect(deps.cores.removed).toEqual([]);
    expect(deps.forgotten).toMatchObject({ vectors: [], words: [], texts: [], embeddings: [] });
  });
});
