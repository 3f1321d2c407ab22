import { describe, expect, test } from "bun:test";
import { generateKey, hashOfKey, parseKey } from "../../src/accounts/key-format.ts";
import { NOW } from "../support/account-ports.ts";
import { seededRandom } from "../support/chance.ts";
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
      ...{ revoked_at: null, replaced_by: null, key: made.key },
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

/** The admin key's file, in memory. */
function fileWith(text: string | null) {
  let held = text;
  const file = {
    path: "admin.key",
    read: () => held,
    write: () => {},
    close: () => null,
    stage: (next: string) => ({
      take() {
        held = next;
      },
      drop: () => {},
    }),
    staged: () => null,
  };
  return { adminKeyFile: () => file, read: () => held };
}

describe("keys rotate", () => {
  const HOUR_MS = 3_600_000;
  const DAY_LATER = "2026-03-02T12:00:00.000Z";

  function withKeys() {
    const data = operatorData("acme");
    data.keys.put({ id: "bound000", account: "acme", name: "web", core: "blue", user: "ada" });
    data.keys.put({ id: "brief000", account: "acme", createdAt: NOW - HOUR_MS, expiresAt: NOW + HOUR_MS });
    return { ...data, ...fileWith(null) };
  }

  test("prints the new key alone, says how long the old one works, and the list tells of both", async () => {
    const data = withKeys();
    const { printed, warned, error } = await runLine(["keys", "rotate", "bound000"], data);
    expect(error).toBeNull();
    const made = parseKey(printed[0] ?? "")?.id ?? "";
    expect(warned).toEqual([`the old key bound000 works until ${DAY_LATER}`]);
    const { hash, ...next } = data.keys.kept.get(made)!;
    expect(next).toMatchObject({ account: "acme", name: "web", core: "blue", user: "ada", expiresAt: null });
    expect([...hash]).toEqual([...hashOfKey(printed[0] ?? "")]);
    expect(data.keys.doers).toEqual([{ actor: "shell", at: NOW }]);
    const lines = await runText(["keys", "list", "--account", "acme"], data);
    expect(lines.find((line) => line.startsWith("bound000"))).toContain(`live, rotated for ${made}`);
    const again = await runLine(["keys", "rotate", "bound000"], data);
    expect(again.error).toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["0", "2026-03-01T12:00:00.000Z"],
    ["90s", "2026-03-01T12:01:30.000Z"],
    ["30m", "2026-03-01T12:30:00.000Z"],
    ["2h", "2026-03-01T13:00:00.000Z"],
  ])("with an overlap of %s the old key ends at %s, and never later than it would have", async (overlap, end) => {
    const data = withKeys();
    const told = (await runJson(["keys", "rotate", "brief000", "--overlap", overlap], data)) as Record<string, unknown>;
    expect(told).toMatchObject({ account: "acme", replaces: { id: "brief000", expires_at: end } });
    // Made to live for two hours, as the old one was.
    expect(told.expires_at).toBe("2026-03-01T14:00:00.000Z");
    expect(parseKey(String(told.key))?.id).toBe(String(told.id));
  });

  test.each(["", "1", "1w", "-1h", "366d", "99999999d", "h"])("an overlap of %j is a wrong use", async (overlap) => {
    expect(await usageOf(["keys", "rotate", "--overlap", overlap])).toContain("such as 24h");
  });

  test("of the key in the admin key file puts the new one there, and shows it nowhere", async () => {
    const old = generateKey(seededRandom(7));
    for (const named of [[], [old.id]]) {
      const data = operatorData();
      data.keys.put({ id: old.id, account: "default", scope: "admin", name: "admin", hash: hashOfKey(old.text) });
      const file = fileWith(`${old.text}\n`);
      const [line = "", ...more] = await runText(["keys", "rotate", ...named, "--overlap", "1h"], { ...data, ...file });
      const made = parseKey(file.read()?.trim() ?? "");
      expect([line, more]).toEqual([
        `the new key ${made?.id} is in admin.key; the old key ${old.id} works until 2026-03-01T13:00:00.000Z`,
        [],
      ]);
      expect(data.keys.kept.get(made?.id ?? "")).toMatchObject({ account: "default", scope: "admin", name: "admin" });
    }
  });

  test("without an id and without a key of this data in the file says so", async () => {
    for (const text of [null, "no key", generateKey(seededRandom(3)).text]) {
      const { error } = await runLine(["keys", "rotate"], { ...operatorData(), ...fileWith(text) });
      expect(error?.message).toBe("admin.key holds no key of this data: name a key by its id");
    }
    const { error } = await runLine(["keys", "rotate", "nobody00"], withKeys());
    expect(error).toMatchObject({ code: "key_not_found" });
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
