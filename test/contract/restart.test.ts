// What is acknowledged is there after the service stopped and started on the same data.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { MemoryPage } from "../support/bodies.ts";
import { idsOf } from "../support/expectations.ts";
import { newDataDir, startTestService, type TestService } from "../support/test-service.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** One embedder for all runs: equal texts must get equal embeddings after a restart too. */
const words = new WordEmbedder();
let dataDir = "";
beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function during<T>(work: (t: TestService) => Promise<T>): Promise<T> {
  const t = await startTestService({ dataDir, embedder: words });
  try {
    return await work(t);
  } finally {
    await t.close();
  }
}

test("memory, lessons, numbers, cores, profiles and settings are as they were", async () => {
  let before: unknown;
  const look = async (t: TestService, key: string) => {
    const client = t.withKey(key);
    const paths = ["/cores", "/cores/blue", "/admin/constitutions", "/admin/settings"];
    const bodies = await Promise.all(paths.map(async (path) => (await client.get(path)).body));
    return [await client.state(), await client.at({ core: "blue", user: "ann" }).state(), ...bodies];
  };
  const key = await during(async (t) => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue", context: "c" });
    await admin.put("/admin/constitutions/strict", { text: "x", gates: [{ pattern: "p", reason: "r" }] });
    await admin.patch("/admin/settings", { sources_max: 5, model: "gpt-4" });
    for (const client of [admin, admin.at({ core: "blue", user: "ann" })]) {
      await client.remember("alpha beta");
      await client.teach("alpha rule");
      await client.prepare("alpha beta");
    }
    before = await look(t, admin.key ?? "");
    return admin.key ?? "";
  });
  await during(async (t) => {
    expect(await look(t, key)).toEqual(before as never);
    expect((await t.withKey(key).prepare("alpha beta")).sources).toHaveLength(1);
  });
});

test("an open token still serves, a consumed one still knows its answer", async () => {
  const { key, open, used } = await during(async (t) => {
    const { agent } = await t.account();
    const [open, used] = [await agent.prepare("open words"), await agent.prepare("used words")];
    await agent.record(used.turn_token, "a");
    return { key: agent.key ?? "", open: open.turn_token, used: used.turn_token };
  });
  await during(async (t) => {
    const client = t.withKey(key);
    expect((await client.record(used, "a")).status).toBe(200);
    expect((await client.record(used, "b")).status).toBe(409);
    expect((await client.record(open, "open words")).status).toBe(200);
    expect((await client.get("/metrics")).body).toMatchObject({ turns: 2, memory_size: 2 });
  });
});

test("a turn whose embedding was still to be made is embedded, and found by the first prepare", async () => {
  let release = () => {};
  const key = await during(async (t) => {
    const { agent } = await t.account();
    await agent.remember("early words");
    const { turn_token } = await agent.prepare("late words");
    release = words.holdBackground();
    expect((await agent.record(turn_token, "late words")).status).toBe(200);
    return agent.key ?? "";
  });
  release();
  await during(async (t) => {
    const client = t.withKey(key);
    const ids = (await client.get<MemoryPage>("/memory")).body.items.map((item) => item.id);
    expect(ids).toHaveLength(2);
    expect(idsOf(await client.prepare("late words")).slice(0, 1)).toEqual(ids.slice(0, 1));
  });
});

test("what was erased stays away, and a revoked key stays revoked", async () => {
  const { admin, revoked } = await during(async (t) => {
    const { admin, agent } = await t.account();
    await admin.remember("alpha");
    await admin.delete("/memory");
    expect((await admin.delete(`/admin/keys/${agent.key?.slice(8, 16)}`)).status).toBe(200);
    return { admin: admin.key ?? "", revoked: agent.key ?? "" };
  });
  await during(async (t) => {
    expect((await t.withKey(revoked).get("/metrics")).status).toBe(401);
    expect((await t.withKey(admin).get("/metrics")).body).toMatchObject({ turns: 1, memory_size: 0 });
    expect((await t.withKey(admin).prepare("alpha")).sources).toEqual([]);
  });
});
