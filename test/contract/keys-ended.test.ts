// Keys that end with what they are bound to: a core that is deleted, a user who is erased.
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { databasePath } from "../../src/storage/files/data-directory.ts";
import type { KeyBody, ListPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { testOfFiles } from "../support/test-engine.ts";
import { newDataDir, startTestService, type TestService } from "../support/test-service.ts";

const dataDir = newDataDir();
const t = await startTestService({ dataDir });
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

interface Ended {
  readonly keys_revoked: number;
  readonly receipt: { readonly brains: number };
}

const BLUE = { slug: "blue", name: "Blue" };
const idOf = (client: Client) => client.key?.slice(8, 16) ?? "";
const revokedOf = async (admin: Client) => {
  const { items } = (await admin.get<ListPage<KeyBody>>("/admin/keys?limit=1000")).body;
  return items.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
};

async function expectLive(...clients: Client[]): Promise<void> {
  for (const client of clients) expect((await client.get("/metrics")).status).toBe(200);
}

async function expectEnded(...clients: Client[]): Promise<void> {
  for (const client of clients) expectError(await client.get("/metrics"), 401, "unauthorized");
}

interface Entry {
  readonly seq: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
}

const auditOf = async (admin: Client) => (await admin.get<ListPage<Entry>>("/admin/audit?limit=1000")).body.items;

/** Past the service, as somebody with the file, or an earlier version, would. */
function withFile(use: (db: Database) => void): void {
  const db = new Database(databasePath(dataDir));
  db.run("PRAGMA busy_timeout = 5000");
  use(db);
  db.close();
}

describe("a core that is deleted", () => {
  test("takes the keys bound to it along, for good, and no other key", async () => {
    const { admin, agent, key } = await t.account();
    const other = await t.account();
    for (const each of [admin, other.admin]) {
      for (const slug of ["blue", "red"]) await each.post("/cores", { slug, name: slug });
    }
    const bound = [
      await key({ core: "blue" }),
      await key({ core: "blue", user: "ann" }),
      await key({ core: "blue", scope: "admin" }),
    ];
    const others = [
      agent,
      await key({ core: "red" }),
      await key({ core: "default" }),
      await key({ user: "ann" }),
      await other.key({ core: "blue" }),
    ];
    const before = await key({ core: "blue" });
    await admin.delete(`/admin/keys/${idOf(before)}`);
    await expectLive(...bound, ...others);
    const { status, body } = await admin.delete<Ended>("/cores/blue");
    expect([status, body.keys_revoked]).toEqual([200, 3]);
    await expectEnded(...bound);
    expect((await revokedOf(admin)).sort()).toEqual([before, ...bound].map(idOf).sort());
    await admin.post("/cores", BLUE);
    await expectEnded(...bound, before);
    await expectLive(...others);
    await expectLive(await key({ core: "blue" }));
    const entries = await auditOf(admin);
    const deleted = entries.findIndex(({ action }) => action === "core.deleted");
    const [, ...beside] = entries.slice(deleted, deleted + 4);
    expect(beside.map(({ action, actor }) => [action, actor])).toEqual(bound.map(() => ["key.revoked", idOf(admin)]));
    expect(beside.map(({ target }) => target).sort()).toEqual(bound.map((each) => `key:${idOf(each)}`).sort());
  });

  test("by a key bound to it ends that key too", async () => {
    const { admin, key } = await t.account();
    await admin.post("/cores", BLUE);
    const own = await key({ core: "blue", scope: "admin" });
    expect((await own.delete<Ended>("/cores/blue")).body.keys_revoked).toBe(1);
    await expectEnded(own);
  });

  testOfFiles(
    "and made anew past the service ends them too, within a second, and at the next start they are revoked",
    async () => {
      const { admin, key, name } = await t.account();
      await admin.post("/cores", BLUE);
      const bound = await key({ core: "blue" });
      await expectLive(bound);
      withFile((db) => {
        const [[created]] = db.query("SELECT created_at FROM cores WHERE account = ?").values(name) as [[number]];
        db.run("DELETE FROM cores WHERE account = ?", [name]);
        const again = "INSERT INTO cores (account, slug, name, context, created_at) VALUES (?, 'blue', 'Blue', '', ?)";
        db.run(again, [name, created]);
      });
      await Bun.sleep(1_000);
      await expectEnded(bound);
      expect(await revokedOf(admin)).toEqual([]);
      const next = await startTestService({ dataDir });
      const seen = next.withKey(admin.key ?? "");
      expect(await revokedOf(seen)).toEqual([idOf(bound)]);
      expect((await auditOf(seen))[0]).toMatchObject({ actor: "service", target: `key:${idOf(bound)}` });
      await next.close();
    },
  );
});

describe("a user who is erased by an admin", () => {
  test("loses the keys bound to the user, in whichever core, and nobody else does", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", BLUE);
    const bound = [await key({ user: "ann" }), await key({ user: "ann", core: "blue" })];
    const others = [agent, await key({ user: "bob" }), await key({ core: "blue" }), await key({ user: "Ann" })];
    const ann = await (await t.account()).key({ user: "ann" });
    await bound[0]?.remember("alpha");
    const { body } = await admin.delete<Ended>("/admin/users/ann");
    expect(body).toMatchObject({ keys_revoked: 2, receipt: { brains: 1 } });
    await expectEnded(...(bound as Client[]));
    await expectLive(...others, ann);
    expect((await revokedOf(admin)).sort()).toEqual((bound as Client[]).map(idOf).sort());
    await admin.at({ user: "ann" }).remember("beta");
    await expectEnded(...(bound as Client[]));
    await expectLive(await key({ user: "ann" }));
  });

  test("in one core loses the keys bound to the user and that core", async () => {
    const { admin, key } = await t.account();
    for (const slug of ["blue", "red"]) await admin.post("/cores", { slug, name: slug });
    const inBlue = await key({ user: "ann", core: "blue" });
    const others = [await key({ user: "ann" }), await key({ user: "ann", core: "red" }), await key({ core: "blue" })];
    await inBlue.remember("alpha");
    await others[1]?.remember("alpha");
    const { body } = await admin.delete<Ended>("/admin/users/ann?core=blue");
    expect(body).toMatchObject({ keys_revoked: 1, receipt: { brains: 1 } });
    await expectEnded(inBlue);
    await expectLive(...others);
  });

  test("by a key bound to a core loses the keys of that core alone", async () => {
    const { admin, key } = await t.account();
    await admin.post("/cores", BLUE);
    const blue = await key({ scope: "admin", core: "blue" });
    const keys = { inBlue: await key({ user: "ann", core: "blue" }), anywhere: await key({ user: "ann" }) };
    expect((await blue.delete<Ended>("/admin/users/ann")).body.keys_revoked).toBe(1);
    await expectEnded(keys.inBlue);
    await expectLive(keys.anywhere, blue);
  });

  test("and never had memory loses the keys all the same, after which nothing of such a user is there", async () => {
    const { admin, key } = await t.account();
    const early = await key({ user: "eve" });
    await expectLive(early);
    expect((await admin.delete<Ended>("/admin/users/eve")).body).toMatchObject({
      keys_revoked: 1,
      receipt: { brains: 0 },
    });
    await expectEnded(early);
    expectError(await admin.delete("/admin/users/eve"), 404, "user_not_found");
  });
});

test("a key bound to a user works before the user has any memory, and after the user has emptied it", async () => {
  const { key } = await t.account();
  const ann = await key({ user: "ann" });
  await expectLive(ann);
  await ann.remember("alpha");
  expect((await ann.delete("/memory")).status).toBe(200);
  await expectLive(ann);
  await ann.remember("beta");
});

describe("a key that is revoked while its request is under way", () => {
  /** Sends the head and one byte of the body; `finish` sends the rest. */
  function beginSlowly(client: Client, path: string, text: string, type = "application/json") {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const bytes = new TextEncoder().encode(text);
    const headers = { ...client.headers(), "content-type": type };
    const answer = client.send(path, { method: "POST", headers, body: readable, duplex: "half" } as RequestInit);
    writer.write(bytes.subarray(0, 1)).catch(() => {});
    const finish = () => {
      writer.write(bytes.subarray(1)).catch(() => {});
      writer.close().catch(() => {});
      return answer;
    };
    return { finish };
  }

  async function blueAdmin(service: TestService) {
    const { admin, key } = await service.account();
    await admin.post("/cores", BLUE);
    const bound = await key({ scope: "admin", core: "blue" });
    await bound.remember("alpha");
    const remake = async () => {
      await admin.delete("/cores/blue");
      await admin.post("/cores", BLUE);
    };
    return { admin, bound, remake };
  }

  test.each([
    ["/prepare", { input: "alpha" }],
    ["/admin/keys", { name: "k", scope: "agent", core: "blue" }],
    ["/lessons", { text: "Be brief." }],
  ])("is 401 for %s once its body is there, and changes nothing", async (path, body) => {
    const { bound, remake } = await blueAdmin(t);
    const slow = beginSlowly(bound, path, JSON.stringify(body));
    await Bun.sleep(20);
    await remake();
    const before = (["keys", "brains", "turns", "lessons"] as const).map((table) => t.countRows(table));
    expectError(await slow.finish(), 401, "unauthorized");
    expect((["keys", "brains", "turns", "lessons"] as const).map((table) => t.countRows(table))).toEqual(before);
  });

  test("imports nothing", async () => {
    const { admin, bound, remake } = await blueAdmin(t);
    const { text } = await bound.text("/admin/export");
    const slow = beginSlowly(bound, "/admin/import", text, "application/x-ndjson");
    await Bun.sleep(20);
    await remake();
    expectError(await slow.finish(), 401, "unauthorized");
    expect((await admin.at({ core: "blue" }).state()).memory.items).toEqual([]);
  });

  test("leaves no key behind that it was about to make", async () => {
    const { admin, key } = await t.account();
    const issuer = idOf(await key({ scope: "admin" }));
    const stored = await t.service.keys.find(issuer);
    await admin.delete(`/admin/keys/${issuer}`);
    const { lostCore: _, ...made } = stored!;
    const late = t.service.keys.add({ ...made, id: "latelate", revokedAt: null }, { actor: issuer, at: t.clock.now() });
    expect(await late.catch((error: unknown) => error)).toMatchObject({ code: "unauthorized" });
  });

  test("reads no more of its export", async () => {
    const { admin, bound, remake } = await blueAdmin(t);
    for (let at = 0; at < 8; at++) await bound.at({ user: `user-${at}` }).remember("alpha");
    const reader = await bound.reader("/admin/export");
    expect((await reader.read()).done).toBe(false);
    await remake();
    await admin.at({ core: "blue", user: "zoe" }).remember("another core's");
    let read = "";
    const rest = (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        read += new TextDecoder().decode(value);
      }
    })();
    expect(await rest.catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect(read).not.toContain("another");
    expect(read).not.toContain("zoe");
  });
});
