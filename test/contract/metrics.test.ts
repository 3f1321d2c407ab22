import { afterAll, describe, expect, test } from "bun:test";
import type { MetricsBody } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

async function metricsOf(client: Client): Promise<MetricsBody> {
  const { status, body } = await client.get<MetricsBody>("/metrics");
  expect(status).toBe(200);
  return body;
}

describe("GET /metrics", () => {
  test("a brain that was never used answers zeros, field by field", async () => {
    const { agent } = await t.account();
    expect(await metricsOf(agent)).toEqual({ turns: 0, avg_coherence: 0, memory_size: 0, lessons: 0 });
    expect(await metricsOf(agent.at({ user: "nobody" }))).toEqual({
      turns: 0,
      avg_coherence: 0,
      memory_size: 0,
      lessons: 0,
    });
  });

  test("a turn counts when it is recorded, once, and not when it is prepared", async () => {
    const { agent } = await t.account();
    const { turn_token } = await agent.prepare("alpha");
    expect(await metricsOf(agent)).toMatchObject({ turns: 0, memory_size: 0 });
    await agent.record(turn_token, "beta");
    await agent.record(turn_token, "beta");
    await agent.record(turn_token, "another");
    expect(await metricsOf(agent)).toMatchObject({ turns: 1, memory_size: 1 });
  });

  test("turns count for ever, memory_size counts what is held now", async () => {
    const { agent } = await t.account();
    const first = await agent.remember("alpha");
    await agent.remember("beta");
    await agent.delete(`/memory/${first}`);
    expect(await metricsOf(agent)).toMatchObject({ turns: 2, memory_size: 1 });
    await agent.delete("/memory");
    expect(await metricsOf(agent)).toMatchObject({ turns: 2, memory_size: 0 });
    await agent.remember("gamma");
    expect(await metricsOf(agent)).toMatchObject({ turns: 3, memory_size: 1 });
  });

  test("lessons counts the live ones", async () => {
    const { admin } = await t.account();
    const lesson = await admin.teach("Use metric units.");
    await admin.teach("Be brief.");
    expect(await metricsOf(admin)).toMatchObject({ lessons: 2, memory_size: 0, turns: 0 });
    await admin.delete(`/lessons/${lesson.id}`);
    expect(await metricsOf(admin)).toMatchObject({ lessons: 1 });
  });

  test("avg_coherence is the mean over prepared turns that had sources, recorded or not", async () => {
    const { agent } = await t.account();
    await agent.remember("one two three four");
    await agent.prepare("nothing shared here");
    expect(await metricsOf(agent)).toMatchObject({ avg_coherence: 0 });
    const exact = await agent.prepare("one two three four");
    const half = await agent.prepare("one two five six");
    expect(exact.coherence).toBeCloseTo(1, 5);
    expect(half.coherence).toBeCloseTo(0.5, 5);
    expect((await metricsOf(agent)).avg_coherence).toBeCloseTo(0.75, 5);
  });

  test("verify, recall and reading move no number", async () => {
    const { agent } = await t.account();
    await agent.remember("one two three");
    const { turn_token } = await agent.prepare("one two three");
    const before = await agent.state();
    await agent.post("/verify", { answer: "one two three", turn_token });
    await agent.post("/verify", { answer: "one two three" });
    await agent.post("/recall", { query: "one two three" });
    await agent.get("/memory");
    await agent.get("/lessons");
    expect(await agent.state()).toEqual(before);
  });
});
