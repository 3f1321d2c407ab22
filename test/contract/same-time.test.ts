// Requests that meet: whatever the order in which they are served, each answer is one that some order allows.
import { afterAll, describe, expect, spyOn, test } from "bun:test";
import type { LessonPage, MemoryPage } from "../support/bodies.ts";
import { expectError, idsOf } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));

describe("at the same time", () => {
  test("many turns of one brain are all stored, once each, and all found", async () => {
    const { agent } = await t.account();
    await times(30, async (at) => {
      const { turn_token } = await agent.prepare(`shared words number${at}`);
      expect((await agent.record(turn_token, "noted")).status).toBe(200);
    });
    const { items } = (await agent.get<MemoryPage>("/memory?limit=1000")).body;
    expect(new Set(items.map((item) => item.text)).size).toBe(30);
    const { body } = await agent.post<{ sources: { id: string }[] }>("/recall", { query: "shared words", limit: 100 });
    expect(idsOf(body).sort()).toEqual(items.map((item) => item.id).sort());
    expect((await agent.get("/metrics")).body).toMatchObject({ turns: 30, memory_size: 30 });
  });

  test("many first turns of one user make one brain", async () => {
    const { agent } = await t.account();
    const before = t.countRows("brains");
    await times(20, () => agent.at({ user: "ann" }).prepare("hello"));
    expect(t.countRows("brains")).toBe(before + 1);
  });

  test("many lessons are all listed and all retrieved in their turn", async () => {
    const { admin } = await t.account();
    const made = await times(20, (at) => admin.teach(`rule${at} alone${at}`));
    expect((await admin.get<LessonPage>("/lessons")).body.lessons).toHaveLength(20);
    for (const { response_text } of made) await admin.prepare(response_text);
    const { lessons } = (await admin.get<LessonPage>("/lessons")).body;
    expect(lessons.map((lesson) => lesson.use_count)).toEqual(Array(20).fill(1));
  });

  test("each of many prepares counts one use of the lesson they retrieve", async () => {
    const { admin } = await t.account();
    await admin.teach("cooking rice");
    await times(15, () => admin.prepare("cooking rice"));
    expect((await admin.get<LessonPage>("/lessons")).body.lessons[0]?.use_count).toBe(15);
  });

  test("one memory is erased once: one 200, then 404", async () => {
    const { agent } = await t.account();
    const id = await agent.remember("alpha");
    const answers = await times(6, () => agent.delete(`/memory/${id}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await agent.get("/metrics")).body).toMatchObject({ memory_size: 0, turns: 1 });
  });

  test("a turn that is erased before it is embedded does not come back", async () => {
    const { agent } = await t.account();
    const kept = await agent.remember("alpha beta");
    const waitingTurn = await agent.prepare("other0");
    const release = t.words.holdBackground();
    expect((await agent.record(waitingTurn.turn_token, "alpha beta")).status).toBe(200);
    const [waiting] = (await agent.get<MemoryPage>("/memory?limit=1")).body.items;
    expect((await agent.delete(`/memory/${waiting?.id}`)).status).toBe(200);
    release();
    expect(idsOf(await agent.prepare("alpha beta other0"))).toEqual([kept]);
    expect(idsOf(await agent.prepare("other0"))).toEqual([]);
  });

  test("a brain that is erased while a turn waits for its embedding is empty, and remembers anew", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("alpha beta");
    const release = t.words.holdBackground();
    await agent.record(turn_token, "alpha beta");
    expect((await agent.delete("/memory")).body).toMatchObject({ ok: true, packets: 1, lessons: 0 });
    release();
    expect((await agent.prepare("alpha beta")).sources).toEqual([]);
    const id = await agent.remember("alpha beta");
    expect(idsOf(await agent.prepare("alpha beta"))).toEqual([id]);
  });

  test("a core that goes while its turns run answers 200 or 404, and leaves nothing behind", async () => {
    const { admin } = await t.account();
    for (let round = 0; round < 5; round += 1) {
      await admin.post("/cores", { slug: "blue", name: "Blue" });
      const blue = admin.at({ core: "blue", user: "ann" });
      const running = times(10, async (at) => {
        const prepared = await blue.post<{ turn_token: string }>("/prepare", { input: `alpha ${at}` });
        if (prepared.status !== 200) return expectError(prepared, 404, "core_not_found");
        const recorded = await blue.record(prepared.body.turn_token, "beta");
        if (recorded.status !== 200) expect(recorded.status).toBe(404);
      });
      expect((await admin.delete("/cores/blue")).status).toBe(200);
      await running;
      expectError(await blue.get("/memory"), 404, "core_not_found");
      await admin.post("/cores", { slug: "blue", name: "Blue" });
      expect((await blue.state()).metrics).toMatchObject({ turns: 0, memory_size: 0 });
      await admin.delete("/cores/blue");
    }
  });

  test("a core that goes between a turn's reading and its token is 404, and no brain is left of it", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const before = [t.countRows("brains"), t.countRows("turns")];
    const { turns } = t.service;
    const begin = turns.begin.bind(turns);
    const late = spyOn(turns, "begin").mockImplementation(async (turn) => {
      expect((await admin.delete("/cores/blue")).status).toBe(200);
      return begin(turn);
    });
    const answer = await admin.at({ core: "blue" }).post("/prepare", { input: "alpha" });
    late.mockRestore();
    expectError(answer, 404, "core_not_found");
    expect([t.countRows("brains"), t.countRows("turns")]).toEqual(before);
  });
});
