// The counters of learning, as Prometheus reads them: for the operator, and silent about whose memory it is.
import { afterAll, describe, expect, test } from "bun:test";
import { sweepExpired } from "../../src/turns/sweep-expired.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { learnRule, openPlanOf, ScriptedDistiller, sayTwice, sync } from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const script = new ScriptedDistiller();
const t = await startTestService({ endpoint: script });
afterAll(() => t.close());

/** Values by name and labels, as written. */
async function counters(client: Client = t.operator): Promise<Map<string, number>> {
  const { status, text } = await client.text("/prometheus");
  expect(status).toBe(200);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

/** What the work adds to the counters of learning, those that it leaves alone left out. */
async function addedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counters();
  await work();
  const added = [...(await counters())].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(
    added.filter(([name, value]) => /^memoryd_(learning|lessons|cues)_\w+_total(?:\{|$)/.test(name) && value !== 0),
  );
}

const passes = (status: string) => `memoryd_learning_passes_total{status="${status}"}`;

describe("GET /prometheus", () => {
  test("shows what waits for its embedding, and the memory that is held within its bound", async () => {
    const { admin } = await t.account();
    const first = await admin.prepare("I like trains.");
    await admin.post("/record", { turn_token: first.turn_token, answer: "Noted." });
    await admin.post("/recall", { query: "trains" });
    const waiting = await counters();
    expect(waiting.get("memoryd_embeddings_pending")).toBe(0);
    const release = t.words.holdBackground();
    const { turn_token } = await admin.prepare("I like boats.");
    await admin.post("/record", { turn_token, answer: "Noted." });
    expect((await counters()).get("memoryd_embeddings_pending")).toBe(1);
    release();
    await admin.post("/recall", { query: "boats" });
    const now = await counters();
    expect(now.get("memoryd_embeddings_pending")).toBe(0);
    expect(now.get("memoryd_brains_in_memory")).toBeGreaterThan(0);
    expect(now.get("memoryd_vectors_bytes")).toBeGreaterThan(0);
    const held = now.get("memoryd_vectors_bytes")! + now.get("memoryd_words_bytes")!;
    expect(held).toBeLessThanOrEqual(now.get("memoryd_memory_budget_bytes")!);
  });

  test("counts turns that are prepared, gated and recorded, each once", async () => {
    const { admin } = await t.account();
    const gates = [{ pattern: "secret", reason: "Not here." }];
    await admin.put("/admin/constitutions/default", { text: "Be kind.", gates, prohibitions: [] });
    const counted = async () => {
      const all = await counters();
      return ["prepared", "gated", "recorded"].map((each) => all.get(`memoryd_turns_${each}_total`) ?? 0);
    };
    const before = await counted();
    const { turn_token } = await admin.prepare("I like trains.");
    await admin.prepare("I like boats.");
    expect((await admin.post("/prepare", { input: "a secret" })).body).toMatchObject({ allowed: false });
    await admin.record(turn_token, "Noted.");
    await admin.record(turn_token, "Noted.");
    await admin.record(turn_token, "Another answer.");
    expect((await counted()).map((now, at) => now - (before[at] ?? 0))).toEqual([2, 1, 1]);
  });

  test("is Prometheus's text, for admin keys", async () => {
    const { admin, agent } = await t.account();
    const { status, headers, text } = await admin.text("/prometheus");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toStartWith("text/plain");
    expect(text).toContain("# TYPE memoryd_lessons_made_total counter");
    expect((await agent.text("/prometheus")).status).toBe(403);
    expect((await t.stranger.text("/prometheus")).status).toBe(401);
  });

  test("counts a recorded plan: the pass, its clusters, its lessons", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    await sayTwice(admin, "black coffee now");
    const plan = await openPlanOf(admin);
    const [first] = plan.clusters;
    const added = await addedBy(() =>
      admin.post("/synthesize/record", {
        synthesis_token: plan.synthesis_token,
        lessons: [{ cluster_id: first?.id, text: "Offer warm cups." }],
      }),
    );
    expect(added).toEqual({
      [passes("ok")]: 1,
      memoryd_learning_clusters_total: 2,
      memoryd_lessons_made_total: 1,
    });
  });

  test("counts a pass of the service, and one that failed", async () => {
    const { admin } = await t.account();
    await admin.patch("/admin/settings", { distiller: "endpoint" });
    await sayTwice(admin, "green tea please");
    script.answer = () => {
      throw new Error("the endpoint did not answer");
    };
    const failed = await addedBy(() => sync(admin));
    expect(failed).toMatchObject({ [passes("failed")]: 1 });
    expect(failed).not.toHaveProperty("memoryd_lessons_made_total");
    script.reset();
    expect(await addedBy(() => sync(admin))).toEqual({
      [passes("ok")]: 1,
      memoryd_learning_clusters_total: 1,
      memoryd_lessons_made_total: 1,
    });
  });

  test("counts nothing for a plan alone", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    expect(await addedBy(() => openPlanOf(admin))).toEqual({});
  });

  test("counts lessons that a turn renews, and those that are swept", async () => {
    const { admin } = await t.account();
    await sayTwice(admin, "green tea please");
    await learnRule(admin, "Offer warm cups.");
    expect(await addedBy(() => admin.prepare("Offer warm cups."))).toEqual({ memoryd_lessons_renewed_total: 1 });
    expect(await addedBy(() => admin.prepare("quite another thing"))).toEqual({});
    t.clock.advance(31 * DAY_MS);
    await sweepExpired(t.service);
    await admin.teach("Offer warm cups.");
    t.clock.advance(30 * DAY_MS);
    expect(await addedBy(() => sweepExpired(t.service))).toEqual({ memoryd_lessons_expired_total: 1 });
  });

  test("counts cues of recorded turns by their names, once for a turn that is recorded twice", async () => {
    const { agent } = await t.account();
    const asked = await addedBy(() => agent.turn("plain words", "noted", { correction: true }));
    expect(asked).toEqual({ 'memoryd_cues_fired_total{cue="asked-for"}': 1 });
    const { turn_token } = await agent.prepare("No, it's on Wednesday.");
    const fired = await addedBy(async () => {
      await agent.record(turn_token, "noted");
      await agent.record(turn_token, "noted");
    });
    expect(Object.entries(fired)).toMatchObject([
      [expect.stringMatching(/^memoryd_cues_fired_total\{cue="[^"]+"\}$/), 1],
    ]);
    expect(await addedBy(() => agent.turn("plain words", "noted"))).toEqual({});
  });

  test("names no account, core, user, text or value of anybody", async () => {
    const { admin, name } = await t.account("umbrella");
    await admin.post("/cores", { slug: "cerulean", name: "Cerulean" });
    const user = admin.at({ core: "cerulean", user: "zoe@example.org" });
    await user.remember("My name is Dana.");
    await user.remember("No, my name is Quentin.");
    await sayTwice(user, "green tea please");
    await sync(user);
    const { text } = await admin.text("/prometheus");
    for (const secret of [name, "cerulean", "zoe", "example.org", "Dana", "Quentin", "green", "scripted"]) {
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    }
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    expect([...labels].sort()).toEqual(["code", "cue", "lane", "le", "operation", "outcome", "status"]);
  });
});
