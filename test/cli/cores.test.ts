import { describe, expect, test } from "bun:test";
import { NOW, receiptOf } from "../support/account-ports.ts";
import { operatorData, runJson, runLine, runText, usageOf } from "../support/command-line.ts";

function free() {
  const data = operatorData();
  data.accounts.stands("acme", { plan: "free" });
  return data;
}

describe("cores list", () => {
  test("shows `default` first, and which cores are beyond the account's plan", async () => {
    const data = free();
    await data.cores.change("acme", "blue", { name: "Blue\n\u202e" }, NOW);
    expect(await runText(["cores", "list", "--account", "acme"], data)).toEqual([
      "SLUG     NAME              NOTE",
      "default  default           -",
      "red      red               -",
      "green    green             -",
      "blue     Blue\\u000a\\u202e  beyond the plan, served from default",
    ]);
    expect(await runText(["cores", "list"], data)).toHaveLength(5);
  });

  test("shows as JSON since when each is there: `default` is from the beginning", async () => {
    const { items } = (await runJson(["cores", "list", "--account", "acme"], free())) as { items: object[] };
    expect(items).toEqual([
      { slug: "default", name: "default", context: "", created_at: null, beyond_plan: false },
      { slug: "blue", name: "blue", context: "", created_at: new Date(NOW).toISOString(), beyond_plan: false },
      { slug: "red", name: "red", context: "", created_at: new Date(NOW + 1).toISOString(), beyond_plan: false },
      { slug: "green", name: "green", context: "", created_at: new Date(NOW + 2).toISOString(), beyond_plan: true },
    ]);
  });
});

test("cores create takes its name from the slug where none is given, and hands over the context", async () => {
  const data = operatorData();
  expect(await runText(["cores", "create", "support"], data)).toEqual(["created support"]);
  const named = ["cores", "create", "sales", "--name", "Sales", "--context", "We sell."];
  expect(await runJson(named, data)).toEqual({ slug: "sales", name: "Sales", context: "We sell." });
  const made = data.cores.kept.slice(3).map(({ slug, name, context }) => [slug, name, context]);
  expect(made).toEqual([
    ["support", "support", ""],
    ["sales", "Sales", "We sell."],
  ]);
  expect(data.cores.doers[0]).toEqual({ actor: "shell", at: NOW });
});

test("cores rename changes the name alone, of `default` too", async () => {
  const data = operatorData();
  expect(await runText(["cores", "rename", "blue", "Sea"], data)).toEqual(["renamed blue"]);
  expect(await runJson(["cores", "rename", "default", "Home"], data)).toEqual({
    slug: "default",
    name: "Home",
    context: "",
  });
  expect(data.cores.kept.find(({ slug }) => slug === "blue")?.name).toBe("Sea");
});

describe("cores delete", () => {
  test("says how many keys ended with it, and shows the receipt as JSON", async () => {
    const data = operatorData();
    expect(await runText(["cores", "delete", "blue"], data)).toEqual(["deleted blue; revoked 2 keys bound to it"]);
    expect(await runJson(["cores", "delete", "red"], data)).toEqual({
      ...{ slug: "red", deleted: true, receipt: receiptOf("default"), keys_revoked: 2 },
    });
    expect(data.cores.removed).toEqual(["blue", "red"]);
  });

  test("counts one key as one, and says nothing of none", async () => {
    const data = operatorData();
    const linesFor = (keysRevoked: number) => {
      data.cores.remove = async () => ({ brains: [], receipt: receiptOf("default"), keysRevoked });
      return runText(["cores", "delete", "blue"], data);
    };
    expect(await linesFor(1)).toEqual(["deleted blue; revoked 1 key bound to it"]);
    expect(await linesFor(0)).toEqual(["deleted blue"]);
  });

  test("refuses `default`", async () => {
    const { error } = await runLine(["cores", "delete", "default"], operatorData());
    expect(error).toMatchObject({ code: "invalid_request" });
  });
});

test.each([[["list"]], [["create", "support"]], [["rename", "blue", "Sea"]], [["delete", "blue"]]])(
  "cores %j of an account that is not there says so, and closes the data",
  async (args) => {
    const data = operatorData();
    const { error } = await runLine(["cores", ...args, "--account", "nobody"], data);
    expect(error).toMatchObject({ code: "account_not_found" });
    expect([data.cores.doers, data.closed.count]).toEqual([[], 1]);
  },
);

test("a slug or a name that is none is a wrong use, and no data is opened for it", async () => {
  for (const args of [
    ["create", "Blue"],
    ["rename", "B", "b"],
    ["delete", "a_b"],
  ]) {
    expect(await usageOf(["cores", ...args])).toContain("not a valid core slug");
  }
  for (const name of [" ", "x".repeat(201)]) {
    expect(await usageOf(["cores", "create", "blue", "--name", name])).toContain("not a valid name");
    expect(await usageOf(["cores", "rename", "blue", name])).toContain("not a valid name");
  }
});
