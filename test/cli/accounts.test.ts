import { describe, expect, test } from "bun:test";
import { DEFAULT_PLANS, UNLIMITED } from "../../src/domain/plan.ts";
import { NOW, receiptOf } from "../support/account-ports.ts";
import { operatorData, runJson, runLine, runText, usageOf } from "../support/command-line.ts";

const MONTH = "2026-03";

describe("accounts create", () => {
  test("makes an account as the operator of `default`, unlimited where no plan is named", async () => {
    const data = operatorData();
    expect(await runText(["accounts", "create", "acme"], data)).toEqual(["created acme"]);
    expect(await data.accounts.find("acme")).toEqual({
      name: "acme",
      plan: "unlimited",
      pastDue: false,
      createdAt: NOW,
    });
    expect(data.accounts.doers).toEqual([{ actor: "shell", at: NOW }]);
    expect(await runJson(["accounts", "create", "small", "--plan", "free"], data)).toEqual({
      ...{ name: "small", created_at: "2026-03-01T12:00:00.000Z", plan: "free", past_due: false },
      ...{ turns_this_month: 0, turns_per_month: 1_000 },
    });
  });

  test("refuses a name that is none and a plan that there is not, before any data is opened", async () => {
    for (const name of ["Acme", "a_b", "", "x".repeat(65)]) {
      expect(await usageOf(["accounts", "create", name])).toContain("1-64 of a-z, 0-9 and -");
    }
    expect(await usageOf(["accounts", "create", "acme", "--plan", "gold"])).toContain("unlimited, free, pro");
  });

  test("says where there is one of the name, and closes the data", async () => {
    const data = operatorData("acme");
    expect((await runLine(["accounts", "create", "acme"], data)).error).toMatchObject({ code: "account_exists" });
    expect(data.closed.count).toBe(1);
  });
});

test("accounts list shows plan, turns of the month and what is overdue, by the plans of the settings", async () => {
  const data = operatorData();
  data.accounts.stands("acme", { plan: "free", pastDue: true }).spends("acme", MONTH, 7);
  const asked: (string | undefined)[] = [];
  const plans = (config: string | undefined) => {
    asked.push(config);
    return { ...DEFAULT_PLANS, free: { ...UNLIMITED, turnsPerMonth: 50 } };
  };
  expect(await runText(["accounts", "list", "--config", "c"], { ...data, plans })).toEqual([
    "NAME     PLAN       TURNS THIS MONTH  ALLOWED   PAYMENT",
    "default  unlimited  0                 no limit  -",
    "acme     free       7                 50        past due",
  ]);
  expect(asked).toEqual(["c"]);
  const { items } = (await runJson(["accounts", "list"], { ...data, plans })) as { items: object[] };
  expect(items).toMatchObject([{ name: "default" }, { name: "acme", turns_per_month: 50, past_due: true }]);
});

describe("accounts set", () => {
  test.each([
    [["--plan", "pro"], { plan: "pro", pastDue: true }, "acme  pro   0                 100000   past due"],
    [["--no-past-due"], { plan: "free", pastDue: false }, "acme  free  0                 1000     -"],
    [
      ["--past-due", "--plan", "unlimited"],
      { plan: "unlimited", pastDue: true },
      "acme  unlimited  0                 no limit  past due",
    ],
  ] as const)("%j changes what it names and leaves the rest", async (args, standing, line) => {
    const data = operatorData();
    data.accounts.stands("acme", { plan: "free", pastDue: true });
    expect(await runText(["accounts", "set", "acme", ...args], data)).toEqual([expect.stringMatching(/^NAME /), line]);
    expect(await data.accounts.find("acme")).toMatchObject(standing);
  });

  test("of nothing is a wrong use; of an account that is not there a failure", async () => {
    expect(await usageOf(["accounts", "set", "acme"])).toContain("say what to change");
    const { error } = await runLine(["accounts", "set", "acme", "--past-due"], operatorData());
    expect(error).toMatchObject({ code: "account_not_found" });
  });
});

describe("accounts delete", () => {
  const receipt = { ...receiptOf("acme"), action: "account.deleted" };

  test("asks for the name at a terminal, and erases nothing where another one is typed", async () => {
    const asked: string[] = [];
    const typing = (text: string) => (question: string) => {
      asked.push(question);
      return text;
    };
    const data = operatorData("acme");
    data.accounts.hasUsers("acme", "ada", "bob");
    for (const text of ["", "y", "acme2"]) {
      const { error, printed } = await runLine(["accounts", "delete", "acme"], {
        ...data,
        askAtTerminal: typing(text),
      });
      expect([error?.message, printed]).toEqual(["nothing was erased", []]);
    }
    expect(asked[0]).toBe("This erases the account acme with 2 users and 0 keys for good. Type acme to go on:");
    const [line, shown] = await runText(["accounts", "delete", "acme"], { ...data, askAtTerminal: typing(" acme ") });
    expect(line).toBe("deleted acme: 1 brain, 2 packets, 3 lessons; revoked 2 keys");
    expect(JSON.parse(shown ?? "")).toEqual(receipt);
    expect(await data.accounts.exists("acme")).toBe(false);
    expect(data.accounts.doers).toEqual([{ actor: "shell", at: NOW }]);
  });

  test("without a terminal needs --yes, and says so before anything happens", async () => {
    const data = operatorData("acme");
    expect(await usageOf(["accounts", "delete", "acme"], data)).toContain("say --yes");
    expect(await data.accounts.exists("acme")).toBe(true);
    expect(await runJson(["accounts", "delete", "acme", "--yes"], data)).toEqual({ receipt, keys_revoked: 2 });
  });

  test("of an account that is not there, or of `default`, asks nobody and makes no file", async () => {
    const refused = (name: string) => runLine(["accounts", "delete", name, "--output", "r.json"], operatorData("acme"));
    expect((await refused("nobody")).error).toMatchObject({ code: "account_not_found" });
    const { error } = await runLine(["accounts", "delete", "default", "--yes"], operatorData("acme"));
    expect(error).toMatchObject({ code: "invalid_request" });
  });

  test("keeps the receipt in a file that was made before, and shows it where that cannot be written", async () => {
    const written: string[] = [];
    const fileThat = (write: (text: string) => void) => ({
      reserveFile: (file: string) => {
        written.push(file);
        return { write, giveBack: () => void written.push("given back") };
      },
    });
    const line = ["accounts", "delete", "acme", "--yes", "--output", "r.json"];
    const kept = await runText(line, { ...operatorData("acme"), ...fileThat((text) => void written.push(text)) });
    expect(kept).toEqual(["deleted acme: 1 brain, 2 packets, 3 lessons; revoked 2 keys", "its receipt is in r.json"]);
    expect(written[0]).toBe("r.json");
    expect(JSON.parse(written[1] ?? "")).toEqual({ receipt, keys_revoked: 2 });
    const full = fileThat(() => {
      throw new Error("the disk is full");
    });
    const { printed, error } = await runLine(line, { ...operatorData("acme"), ...full });
    expect(error?.message).toBe("r.json could not be written, see above: the disk is full");
    expect(JSON.parse(printed[1] ?? "")).toEqual(receipt);
    const data = operatorData("acme");
    data.accounts.remove = () => Promise.reject(new Error("the disk is full"));
    written.length = 0;
    expect((await runLine(line, { ...data, ...full })).error?.message).toBe("the disk is full");
    expect(written).toEqual(["r.json", "given back"]);
  });
});

test("plans list shows what each plan allows, and no number where it has no limit", async () => {
  expect(await runText(["plans", "list"])).toEqual([
    "PLAN       TURNS A MONTH  CORES     SUB-BRAINS  REQUESTS A SECOND",
    "unlimited  no limit       no limit  no limit    no limit",
    "free       1000           2         5           5",
    "pro        100000         50        5000        50",
  ]);
  const plans = () => ({ ...DEFAULT_PLANS, free: { ...UNLIMITED, cores: 0 } });
  expect((await runText(["plans", "list"], { plans }))[2]).toMatch(/^free +no limit +0 +no limit +no limit$/);
  const { items } = (await runJson(["plans", "list"])) as { items: object[] };
  const free = { name: "free", turns_per_month: 1_000, cores: 2, sub_brains: 5, requests_per_second: 5 };
  expect(items).toMatchObject([{ name: "unlimited", turns_per_month: null }, free, { name: "pro" }]);
});
