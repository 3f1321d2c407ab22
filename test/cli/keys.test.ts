import { describe, expect, test } from "bun:test";
import { hashOfKey, parseKey } from "../../src/accounts/key-format.ts";
import { NOW } from "../support/account-ports.ts";
import { operatorData, runJson, runLine, runText, usageOf } from "../support/command-line.ts";

test("keys generate prints a key that no data knows, and its id in JSON", async () => {
  const [key = ""] = await runText(["keys", "generate"]);
  expect(parseKey(key)?.text).toBe(key);
  expect(await runJson(["keys", "generate"])).toEqual({ id: parseKey(key)?.id, key });
});

test("keys generate writes the key into a file instead, and tells its id and the file alone", async () => {
  const written: [string, string][] = [];
  const writeKey = (...file: [string, string]) => void written.push(file);
  const [line] = await runText(["keys", "generate", "--output", "f"], { writeKey });
  const told = await runJson(["keys", "generate", "--output", "g"], { writeKey });
  const [first, second] = written.map(([, key]) => parseKey(key)?.id);
  expect(written.map(([file]) => file)).toEqual(["f", "g"]);
  expect([line, told]).toEqual([`key ${first} is in f`, { id: second, file: "g" }]);
});

describe("keys create", () => {
  const create = ["keys", "create", "--name", "web", "--scope", "agent"];

  test("makes an unbound key without end in `default`, in the shell's name, and prints it this once", async () => {
    const data = operatorData();
    const [key = ""] = await runText(create, data);
    const { hash, ...kept } = data.keys.kept.get(parseKey(key)?.id ?? "") ?? { hash: null };
    expect(hash).toEqual(hashOfKey(key));
    const bound = { account: "default", core: null, user: null, expiresAt: null };
    expect(kept).toMatchObject({ name: "web", scope: "agent", createdAt: NOW, ...bound });
    expect(data.keys.doers).toEqual([{ actor: "shell", at: NOW }]);
    expect(data.closed.count).toBe(1);
  });

  test("hands over account, binding and end, and prints all of it but the hash as JSON", async () => {
    const data = operatorData("acme");
    const more = ["--account", "acme", "--core", "blue", "--user", "ada", "--expires", "2027-01-31T00:00:00Z"];
    const made = (await runJson([...create, ...more, "--data-dir", "d", "--config", "c"], data)) as { key: string };
    expect(made).toEqual({
      ...{ id: parseKey(made.key)?.id ?? "", account: "acme", name: "web", scope: "agent", core: "blue", user: "ada" },
      ...{ created_at: "2026-03-01T12:00:00.000Z", last_used_at: null, expires_at: "2027-01-31T00:00:00.000Z" },
      ...{ revoked_at: null, key: made.key },
    });
    expect(data.opened).toEqual([{ dataDir: "d", config: "c" }]);
  });

  test.each([
    [["--core", "Blue"], "core slug"],
    [["--user", "a b"], "user id"],
    [["--name", " "], "name"],
    [["--name", "x".repeat(201)], "name"],
    [["--scope", "root"], "admin, agent"],
    [["--expires", "soon"], "ISO 8601"],
    [["--expires", "1893456000000"], "ISO 8601"],
    [
      ["--expires", "2027-01-31 10:00 PST"],
      "ISO 8601 time, such as 2027-01-31 (its start in UTC), 2027-01-31T10:00:00Z",
    ],
    [["--expires", "2027-01-31T10:00:00"], "ISO 8601"],
    [["--expires", "2027-01-32"], "ISO 8601"],
    [["--expires", "2027-02-30"], "No calendar has that day"],
    [["--expires", "2027-02-30T10:00:00-08:00"], "No calendar has that day"],
    [["--expires", "2026-03-01T12:00:00.000Z"], "in the past"],
    [["--expires", "2026-03-01T11:59:59Z"], "in the past"],
  ])("%j is a wrong use, and no data is opened for it", async (args, reason) => {
    expect(await usageOf([...create, ...args])).toContain(reason);
  });

  test("needs a name and a scope", async () => {
    expect(await usageOf(["keys", "create", "--scope", "agent"])).toContain("--name");
    expect(await usageOf(["keys", "create", "--name", "web"])).toContain("--scope");
  });
});

describe("keys list", () => {
  function withKeys() {
    const data = operatorData("acme");
    data.keys.put({ id: "a", account: "default", name: "web\u001b[2J\n", scope: "admin" });
    data.keys.put({ id: "b", account: "default", core: "blue", user: "ada", expiresAt: NOW });
    data.keys.put({ id: "c", account: "default", expiresAt: NOW, revokedAt: NOW, lastUsedAt: NOW });
    data.keys.put({ id: "d", account: "acme" });
    return data;
  }

  test("shows under heads a line a key: its scope, whether it lives, what it is bound to and a printable name", async () => {
    expect(await runText(["keys", "list"], withKeys())).toEqual([
      "ID  SCOPE  STATE    EXPIRES                   LAST USED                 CORE  USER  NAME",
      "a   admin  live     -                         -                         -     -     web\\u001b[2J\\u000a",
      "b   agent  expired  2026-03-01T12:00:00.000Z  -                         blue  ada   a key",
      "c   agent  revoked  2026-03-01T12:00:00.000Z  2026-03-01T12:00:00.000Z  -     -     a key",
    ]);
    expect(await runText(["keys", "list", "--account", "acme"], withKeys())).toHaveLength(2);
  });

  test("of an account that is not there says so, and closes the data", async () => {
    const data = operatorData();
    const { error, printed } = await runLine(["keys", "list", "--account", "nobody"], data);
    expect(error).toMatchObject({ code: "account_not_found" });
    expect([printed, data.closed.count]).toEqual([[], 1]);
  });

  test("shows every field but the hash as JSON", async () => {
    const { items } = (await runJson(["keys", "list"], withKeys())) as { items: Record<string, unknown>[] };
    expect(items.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(items[2]).toMatchObject({
      revoked_at: "2026-03-01T12:00:00.000Z",
      last_used_at: "2026-03-01T12:00:00.000Z",
    });
    expect(Object.keys(items[0] ?? {})).not.toContain("hash");
  });
});

describe("keys revoke", () => {
  test("ends a key of whichever account, in the shell's name", async () => {
    const data = operatorData("acme");
    data.keys.put({ id: "a", account: "acme" });
    expect(await runText(["keys", "revoke", "a"], data)).toEqual(["revoked a"]);
    expect(await runJson(["keys", "revoke", "a"], data)).toEqual({ id: "a", revoked: true });
    expect(data.keys.kept.get("a")?.revokedAt).toBe(NOW);
    expect(data.keys.doers[0]).toEqual({ actor: "shell", at: NOW });
  });

  test("says where there is no such key, and closes the data all the same", async () => {
    const data = operatorData();
    const { error, printed } = await runLine(["keys", "revoke", "a"], data);
    expect(error).toMatchObject({ code: "key_not_found", message: "there is no key a" });
    expect([printed, data.closed.count]).toEqual([[], 1]);
  });
});
