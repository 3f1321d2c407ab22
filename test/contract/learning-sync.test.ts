// POST /sync: the service's own learning pass, with a distiller that says what the test wants.
import { afterAll, describe, expect, test } from "bun:test";
import { DAY_MS } from "../support/chance.ts";
import { expectError } from "../support/expectations.ts";
import {
  inputsOf,
  lessonsOf,
  planOf,
  recordRules,
  rulesOf,
  ScriptedDistiller,
  sayTwice,
  sync,
} from "../support/learning.ts";
import { startTestService } from "../support/test-service.ts";

const script = new ScriptedDistiller();
const t = await startTestService({ endpoint: script });
afterAll(() => t.close());

/** An account whose passes ask the script, which starts anew. */
async function scripted() {
  script.reset();
  const account = await t.account();
  expect((await account.admin.patch("/admin/settings", { distiller: "endpoint" })).status).toBe(200);
  return account;
}

const NEVER = new Error("the endpoint did not answer");

describe("POST /sync", () => {
  test("learns a rule from each kept cluster and answers how many lessons are new", async () => {
    const { agent } = await scripted();
    const tea = await sayTwice(agent, "green tea please");
    const coffee = await sayTwice(agent, "black coffee now");
    await agent.turn("all alone", "noted");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 2 });
    expect(script.asked.map(inputsOf)).toEqual([Array(2).fill("green tea please"), Array(2).fill("black coffee now")]);
    const lessons = await lessonsOf(agent);
    expect(lessons.map(({ response_text, source_link }) => [response_text, source_link])).toEqual([
      ["black coffee now", coffee],
      ["green tea please", tea],
    ]);
    expect(lessons[0]).toMatchObject({ use_count: 0, llm_cost: 0, expires_at: t.clock.iso(30 * DAY_MS) });
  });

  test("has nothing to do for a brain that was never used, and makes none", async () => {
    const { agent } = await scripted();
    const before = t.countRows("brains");
    expect(await sync(agent.at({ user: "nobody" }))).toMatchObject({ ok: true, learned: 0 });
    expect(t.countRows("brains")).toBe(before);
  });

  test("learns nothing twice, and is not asked where nothing is new", async () => {
    const { agent } = await scripted();
    await sayTwice(agent, "green tea please");
    await sync(agent);
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    expect(script.asked).toHaveLength(1);
    expect(await lessonsOf(agent)).toHaveLength(1);
  });

  test("gives the distiller a cluster with its corrections first", async () => {
    const { agent } = await scripted();
    await agent.turn("a1 a2 a3 a4 first", "noted");
    await agent.turn("a1 a2 a3 a4 second", "noted", { correction: true });
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 1 });
    expect(script.asked[0]?.packets.map(({ kind, input }) => [kind, input])).toEqual([
      ["correction", "a1 a2 a3 a4 second"],
      ["raw", "a1 a2 a3 a4 first"],
    ]);
  });

  test("makes no lesson of a cluster that holds nothing durable, and does not ask about it again", async () => {
    const { agent } = await scripted();
    await sayTwice(agent, "green tea please");
    script.answer = () => null;
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    await agent.turn("green tea please", "noted");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    expect(script.asked).toHaveLength(1);
  });

  test("adds the packets of a known rule to its lesson and counts no new one", async () => {
    const { agent } = await scripted();
    script.answer = () => "Offer warm cups.";
    const first = await sayTwice(agent, "green tea please");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 1 });
    const [made] = await lessonsOf(agent);
    t.clock.advance(DAY_MS);
    const more = await sayTwice(agent, "black coffee now");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    expect(await lessonsOf(agent)).toEqual([{ ...made!, source_link: [...first, ...more].sort() }]);
  });

  test("that fails answers ok: false, stores nothing, and the next one learns it all", async () => {
    const { admin } = await scripted();
    const tea = await sayTwice(admin, "green tea please");
    const coffee = await sayTwice(admin, "black coffee now");
    const before = await admin.state();
    script.answer = ({ packets }) => {
      if (packets[0]?.input === "black coffee now") throw NEVER;
      return "Offer warm cups.";
    };
    expect(await sync(admin)).toMatchObject({ ok: false, learned: 0 });
    expect(await admin.state()).toEqual(before);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 4 });
    script.reset();
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 2 });
    expect((await lessonsOf(admin)).map(({ source_link }) => source_link)).toEqual([coffee, tea]);
  });

  test("keeps failing from other brains", async () => {
    const { admin } = await scripted();
    const [ann, bob] = [admin.at({ user: "ann" }), admin.at({ user: "bob" })];
    await sayTwice(ann, "green tea please");
    await sayTwice(bob, "black coffee now");
    script.answer = ({ packets }) => {
      if (packets[0]?.input === "green tea please") throw NEVER;
      return "Offer warm cups.";
    };
    expect(await sync(ann)).toMatchObject({ ok: false, learned: 0 });
    expect(await sync(bob)).toMatchObject({ ok: true, learned: 1 });
  });

  test("touches the brain that key and headers select, and no other", async () => {
    const { admin, key } = await scripted();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const others = [admin, admin.at({ user: "bob" }), admin.at({ core: "blue", user: "ann" })];
    for (const each of others) await sayTwice(each, "green tea please");
    await sayTwice(admin.at({ user: "ann" }), "black coffee now");
    const before = await Promise.all(others.map((each) => each.state()));
    expect(await sync(await key({ user: "ann" }))).toMatchObject({ ok: true, learned: 1 });
    expect(await Promise.all(others.map((each) => each.state()))).toEqual(before);
    expect(script.asked.map(inputsOf)).toEqual([Array(2).fill("black coffee now")]);
    for (const each of others) expect(await planOf(each)).toMatchObject({ packets_scanned: 2 });
  });
});

describe("a preference that is said once in each pass", () => {
  test("is learned in the later one, and the older packet is not counted as scanned", async () => {
    const { agent, name } = await scripted();
    const first = await agent.turn("green tea please", "noted");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    t.clock.advance(DAY_MS);
    const second = await agent.turn("green tea please", "noted");
    const pass = await t.service.learner.sync({ account: name, core: "default", user: null });
    expect(pass).toMatchObject({ packetsScanned: 1, clusters: 1, lessonsCreated: 1 });
    expect((await lessonsOf(agent))[0]?.source_link).toEqual([first, second].sort());
  });

  test("is learned from packets that a caller's plan left alone", async () => {
    const { admin } = await scripted();
    const first = await admin.turn("green tea please", "noted");
    await admin.turn("black coffee now", "noted", { correction: true });
    const plan = await planOf(admin);
    expect(plan.clusters).toHaveLength(1);
    await recordRules(admin, plan.synthesis_token ?? "", []);
    const second = await admin.turn("green tea please", "noted");
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 1 });
    expect((await lessonsOf(admin))[0]?.source_link).toEqual([first, second].sort());
  });

  test.each([
    [90 * DAY_MS - 1, 1],
    [90 * DAY_MS, 0],
  ])("waits 90 days for company: %d ms later %d is learned", async (later, learned) => {
    const { agent } = await scripted();
    await agent.turn("green tea please", "noted");
    await sync(agent);
    t.clock.advance(later);
    await agent.turn("green tea please", "noted");
    expect(await sync(agent)).toMatchObject({ ok: true, learned });
  });

  test("makes no lesson while nothing new joins it", async () => {
    const { agent } = await scripted();
    await agent.turn("green tea please", "noted");
    await sync(agent);
    await agent.turn("black coffee now", "noted");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 0 });
    expect(script.asked).toEqual([]);
  });
});

describe("while a pass runs", () => {
  test("a second call shares it: the distiller is asked once, and both are answered alike", async () => {
    const { agent } = await scripted();
    await sayTwice(agent, "green tea please");
    const { reached, release } = script.hold();
    const first = sync(agent);
    await reached;
    const second = sync(agent);
    // The answer of another request says that the second has been taken in.
    await agent.get("/metrics");
    release();
    expect(await Promise.all([first, second])).toEqual([
      expect.objectContaining({ ok: true, learned: 1 }),
      expect.objectContaining({ ok: true, learned: 1 }),
    ]);
    expect(script.asked).toHaveLength(1);
    expect(await lessonsOf(agent)).toHaveLength(1);
  });

  test("a call for another brain has its own", async () => {
    const { admin } = await scripted();
    const [ann, bob] = [admin.at({ user: "ann" }), admin.at({ user: "bob" })];
    await sayTwice(ann, "green tea please");
    await sayTwice(bob, "black coffee now");
    const held = script.hold();
    const first = sync(ann);
    await held.reached;
    script.answer = () => "Offer warm cups.";
    expect(await sync(bob)).toMatchObject({ ok: true, learned: 1 });
    held.release();
    expect(await first).toMatchObject({ ok: true, learned: 1 });
  });

  test("records are taken, and belong to the next pass", async () => {
    const { admin } = await scripted();
    const early = await sayTwice(admin, "green tea please");
    const { reached, release } = script.hold();
    const running = sync(admin);
    await reached;
    const late = await sayTwice(admin, "green tea please");
    release();
    expect(await running).toMatchObject({ ok: true, learned: 1 });
    expect((await lessonsOf(admin))[0]?.source_link).toEqual(early);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 2, clusters: [{ n_sources: 2 }] });
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 0 });
    expect((await lessonsOf(admin))[0]?.source_link).toEqual([...early, ...late].sort());
  });

  test("memory that is erased leaves no lesson", async () => {
    const { agent } = await scripted();
    await sayTwice(agent, "green tea please");
    const { reached, release } = script.hold();
    const running = sync(agent);
    await reached;
    await agent.delete("/memory");
    release();
    expect(await running).toMatchObject({ ok: true, learned: 0 });
    expect(await agent.state()).toMatchObject({ metrics: { lessons: 0, memory_size: 0 }, lessons: { lessons: [] } });
    await sayTwice(agent, "black coffee now");
    expect(await sync(agent)).toMatchObject({ ok: true, learned: 1 });
  });

  test("a turn that is erased is in no source link", async () => {
    const { agent } = await scripted();
    const [gone, kept] = await sayTwice(agent, "green tea please");
    const { reached, release } = script.hold();
    const running = sync(agent);
    await reached;
    await agent.delete(`/memory/${gone}`);
    release();
    await running;
    expect((await lessonsOf(agent)).map(({ source_link }) => source_link)).toEqual([[kept ?? ""]]);
  });

  test.each([
    ["and then succeeds", null],
    ["and then fails", NEVER],
  ])("a core that is deleted is gone for good %s", async (_, failure) => {
    const { admin } = await scripted();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const blue = admin.at({ core: "blue" });
    await sayTwice(blue, "green tea please");
    const before = [t.countRows("lessons"), t.countRows("learning_passes")];
    const { reached, release } = script.hold();
    const gated = script.answer;
    script.answer = async (cluster) => {
      const rule = await gated(cluster);
      if (failure !== null) throw failure;
      return rule;
    };
    const running = blue.post("/sync", {});
    await reached;
    expect((await admin.delete("/cores/blue")).status).toBe(200);
    release();
    const { status } = await running;
    expect([200, 404]).toContain(status);
    expect([t.countRows("lessons"), t.countRows("learning_passes")]).toEqual(before);
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    expect(await rulesOf(blue)).toEqual([]);
  });

  test("a plan that is recorded over the same packets is the only one to teach them", async () => {
    const { admin } = await scripted();
    await sayTwice(admin, "green tea please");
    const plan = await planOf(admin);
    const { reached, release } = script.hold();
    const running = sync(admin);
    await reached;
    const recorded = await recordRules(admin, plan.synthesis_token ?? "", [
      { cluster_id: plan.clusters[0]?.id ?? "", text: "Offer warm cups." },
    ]);
    release();
    await running;
    if (recorded.status !== 200) expectError(recorded, 409, "token_consumed");
    expect(await lessonsOf(admin)).toHaveLength(1);
  });
});

describe("the account's distiller", () => {
  test("is the service's own by default: a rule for a preference said twice, nothing for small talk", async () => {
    script.reset();
    const { admin } = await t.account();
    expect((await admin.get("/admin/settings")).body).toMatchObject({ distiller: "extractive" });
    await sayTwice(admin, "I prefer short answers");
    await sayTwice(admin, "How are you doing today?");
    await sayTwice(admin, "Thanks, that was lovely!");
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 1 });
    const [lesson] = await lessonsOf(admin);
    expect(lesson?.response_text).toMatch(/short answers/i);
    expect(lesson?.response_text).not.toMatch(/\bI\b|\bmy\b/);
    expect(lesson?.llm_cost).toBe(0);
    expect(script.asked).toEqual([]);
    expect(await planOf(admin)).toMatchObject({ packets_scanned: 0 });
  });

  test("takes the word of a correction over what it corrects", async () => {
    script.reset();
    const { admin } = await t.account();
    await admin.turn("I prefer my answers in miles", "noted");
    await admin.turn("No, I prefer my answers in kilometres", "noted", { correction: true });
    expect(await sync(admin)).toMatchObject({ ok: true, learned: 1 });
    const [rule] = await rulesOf(admin);
    expect(rule).toMatch(/kilometres/);
    expect(rule).not.toMatch(/miles/);
  });

  test("may be the operator's endpoint, in this account alone, and the service's own again", async () => {
    const { admin } = await scripted();
    expect((await admin.get("/admin/settings")).body).toMatchObject({ distiller: "endpoint" });
    expect((await (await t.account()).admin.get("/admin/settings")).body).toMatchObject({ distiller: "extractive" });
    await admin.patch("/admin/settings", { distiller: "extractive" });
    await sayTwice(admin, "green tea please");
    await sync(admin);
    expect(script.asked).toEqual([]);
  });

  test.each(["openai", "", "Endpoint", 1])("is never %j", async (distiller) => {
    const { admin } = await t.account();
    expectError(await admin.patch("/admin/settings", { distiller }), 400, "invalid_request", "distiller");
  });

  test("cannot be an endpoint where the operator named none", async () => {
    const own = await startTestService();
    try {
      const { admin } = await own.account();
      const answer = await admin.patch("/admin/settings", { distiller: "endpoint", nightly: false });
      expectError(answer, 400, "invalid_request", "distiller");
      expect((await admin.get("/admin/settings")).body).toMatchObject({ distiller: "extractive", nightly: true });
    } finally {
      await own.close();
    }
  });
});

describe("the nightly pass", () => {
  test("learns in every brain with something new, and spares accounts that switched it off", async () => {
    const { admin } = await scripted();
    const off = await scripted();
    await off.admin.patch("/admin/settings", { nightly: false });
    for (const each of [admin, admin.at({ user: "ann" }), off.admin]) await sayTwice(each, "green tea please");
    await t.service.learner.learnAll((error) => {
      throw error;
    });
    expect(await lessonsOf(admin)).toHaveLength(1);
    expect(await lessonsOf(admin.at({ user: "ann" }))).toHaveLength(1);
    expect(await lessonsOf(off.admin)).toEqual([]);
    expect(await sync(off.admin)).toMatchObject({ ok: true, learned: 1 });
  });
});
