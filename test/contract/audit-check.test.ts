// GET /admin/audit/check and POST /admin/receipts/check: what was written down is compared with what is there.
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { generateKeyPairSync, sign } from "node:crypto";
import { rmSync } from "node:fs";
import { sha256 } from "../../src/base/sha256.ts";
import { type ErasureReceipt, erasedText, signedText } from "../../src/domain/receipt.ts";
import { databasePath } from "../../src/storage/files/data-directory.ts";
import { expectError } from "../support/expectations.ts";
import { freshDataDir } from "../support/fresh-data.ts";
import { pastTriggers } from "../support/past-triggers.ts";
import { startTestService } from "../support/test-service.ts";

const dataDir = await freshDataDir(Date.parse("2026-03-01T12:00:00.000Z"));
const t = await startTestService({ dataDir });
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const CHAIN = "/admin/audit/check";
const RECEIPTS = "/admin/receipts/check";

interface Check {
  readonly ok: boolean;
  readonly entries: number;
  readonly head: string;
  readonly broken_at: number | null;
  readonly reason: string | null;
}

interface Verdict {
  readonly valid: boolean;
  readonly reason: string | null;
}

const check = async () => (await t.operator.get<Check>(CHAIN)).body;
const newest = async () => (await t.service.audit.list(null, { limit: 1, before: null }))[0];

async function erased(user = "quinn") {
  const account = await t.account();
  await account.admin.at({ user }).turn("I like green tea.", "Noted.");
  const { body } = await account.admin.at({ user }).delete<{ receipt: ErasureReceipt }>("/memory");
  return { ...account, answer: body, receipt: body.receipt };
}

describe("the chain", () => {
  test("is whole, and its head is the hash of the newest entry", async () => {
    await erased();
    const entry = await newest();
    expect(await check()).toEqual({
      ...{ ok: true, entries: entry?.seq ?? 0, head: entry?.hash ?? "", broken_at: null, reason: null },
    });
  });

  test("is told where it is broken, by the first entry, and others are answered meanwhile", async () => {
    await erased();
    const { seq = 0 } = (await newest()) ?? {};
    const db = new Database(databasePath(dataDir));
    const target = (await t.service.audit.list(null, { limit: 1, before: seq - 1 }))[0]?.target ?? "";
    const write = (text: string) => pastTriggers(db, `UPDATE audit SET target = '${text}' WHERE seq = ${seq - 2}`);
    write("account:other");
    const [first, second, list] = await Promise.all([check(), check(), t.operator.get("/admin/accounts")]);
    expect(first).toMatchObject({
      ...{ ok: false, entries: seq, broken_at: seq - 2 },
      reason: `entry ${seq - 2} was changed after it was made`,
    });
    expect([second, list.status]).toEqual([first, 200]);
    write(target);
    db.close();
    expect((await check()).ok).toBe(true);
  });

  test("is for unbound admin keys of the account default alone", async () => {
    const { admin, agent, key } = await t.account();
    for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
      expectError(await client.get(CHAIN), 403, "key_scope");
    }
    expectError(await agent.get(CHAIN), 403, "admin_required");
  });
});

describe("a receipt", () => {
  test("is believed as it was answered, by itself and in a field, by its account and by the operator", async () => {
    const { admin, answer, receipt } = await erased();
    for (const client of [admin, t.operator]) {
      for (const body of [answer, { receipt }, receipt, Object.fromEntries(Object.entries(receipt).reverse())]) {
        const found = await client.post<Verdict>(RECEIPTS, body);
        expect([found.status, found.body]).toEqual([200, { valid: true, reason: null }]);
      }
    }
  });

  test("with any field changed is not believed", async () => {
    const { receipt } = await erased();
    for (const [name, value] of Object.entries(receipt)) {
      const text = `${String(value).startsWith("A") ? "B" : "A"}${String(value).slice(1)}`;
      const other = typeof value === "number" ? value + 1 : value === null ? "x" : text;
      for (const changed of [other, null, [], {}, "", -1, true, "\ud800", "x".repeat(5_000)]) {
        if (changed === value) continue;
        const { status, body } = await t.operator.post<Verdict>(RECEIPTS, { receipt: { ...receipt, [name]: changed } });
        expect([name, changed, status, body]).toEqual([
          ...[name, changed, 200],
          { valid: false, reason: expect.stringMatching(/\S/) },
        ]);
      }
    }
  });

  test("that somebody signed with a key of their own is told from the data's own", async () => {
    const { receipt } = await erased();
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const signed = (changes: Partial<ErasureReceipt>) => {
      const made = {
        ...receipt,
        ...changes,
        public_key: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
      };
      const whole = { ...made, sha256: Buffer.from(sha256(erasedText(made))).toString("hex") };
      return { ...whole, signature: sign(null, Buffer.from(signedText(whole)), privateKey).toString("base64") };
    };
    const reasonOf = async (body: object) => (await t.operator.post<Verdict>(RECEIPTS, body)).body.reason;
    const foreign = "it is signed with a key that this data never had";
    expect(await reasonOf(signed({}))).toBe(foreign);
    expect(await reasonOf(signed({ packets: 7 }))).toBe(foreign);
    expect(await reasonOf(signed({ audit_hash: "0".repeat(64) }))).toBe(
      `${foreign}; the audit's entry says something else`,
    );
    expect(await reasonOf(signed({ audit_seq: 1_000_000 }))).toBe(
      `${foreign}; the audit has no entry 1000000 of this account`,
    );
    expect(await reasonOf(signed({ audit_seq: Number.MAX_SAFE_INTEGER }))).toContain("the audit has no entry");
    expect(await reasonOf(signed({ data_id: "another" }))).toBe("it is of other data than this service has");
  });

  test("is taken in one way alone, as another reader might read it in another", async () => {
    const { admin, receipt } = await erased();
    const text = JSON.stringify(receipt);
    const send = (body: string) =>
      admin.send<Verdict>(RECEIPTS, {
        method: "POST",
        headers: { ...admin.headers(), "content-type": "application/json" },
        body,
      });
    expect((await send(text)).body).toEqual({ valid: true, reason: null });
    for (const odd of [
      `{"user":"eve",${text.slice(1)}`,
      text.replace('"packets":1', '"packets":1.0'),
      text.replace('"packets":1', '"packets":1.00000000000000000001'),
      `${text.slice(0, -1)}`,
      `${"[".repeat(100)}${"]".repeat(100)}`,
      "",
    ]) {
      expectError(await send(odd), 400, "invalid_json");
    }
    for (const odd of ["[]", "null", "0", "false", '""', '"x"']) expectError(await send(odd), 400, "invalid_request");
    for (const none of ["{}", '{"receipt":null}', '{"receipt":[]}', '{"ok":true}']) {
      const { status, body } = await send(none);
      expect([none, status, body]).toEqual([
        none,
        200,
        { valid: false, reason: "there is no receipt of an erasure in it" },
      ]);
    }
    const more = await send(JSON.stringify({ ...receipt, packets_left: 0 }));
    expect(more.body).toMatchObject({ valid: false, reason: "it has fields that no receipt has, which nobody signed" });
  });

  test("of another account is refused before the audit is asked, and a bound key checks none", async () => {
    const { receipt, key, agent } = await erased();
    const { admin } = await t.account();
    for (const body of [receipt, { ...receipt, audit_seq: 1 }]) {
      expectError(await admin.post(RECEIPTS, body), 403, "key_scope");
    }
    expectError(await (await key({ scope: "admin", user: "quinn" })).post(RECEIPTS, receipt), 403, "key_scope");
    expectError(await agent.post(RECEIPTS, receipt), 403, "admin_required");
    expectError(await t.stranger.post(RECEIPTS, receipt), 401, "unauthorized");
  });

  test("of a deleted account is believed by the operator, and is nothing of a later one of its name", async () => {
    const name = "gone";
    await t.operator.post("/admin/accounts", { name });
    const { body } = await t.operator.delete<{ receipt: ErasureReceipt }>(`/admin/accounts/${name}`);
    expect((await t.operator.post<Verdict>(RECEIPTS, body)).body).toEqual({ valid: true, reason: null });
    const { admin } = await t.account(name);
    const found = (await admin.post<Verdict>(RECEIPTS, body)).body;
    expect(found).toEqual({
      valid: false,
      reason: `the audit has no entry ${body.receipt.audit_seq} of this account`,
    });
  });
});
