// Moments without an offset, dates, and sessions that no path can hold.
import { afterAll, expect, test } from "bun:test";
import type { MemoryDetailBody } from "../support/bodies.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

test("a session named by dots alone is asked for by its id, and one named by the placeholder by its path", async () => {
  const { agent } = await t.account();
  for (const session of [".", "..", "-"]) await agent.post("/memory", { input: `said in ${session}`, session });
  const said = async (path: string) =>
    (await agent.get<{ items: MemoryDetailBody[] }>(path)).body.items.map(({ input }) => input);
  expect(await said("/sessions/-?id=.")).toEqual(["said in ."]);
  expect(await said("/sessions/-?id=..&limit=5")).toEqual(["said in .."]);
  expect(await said("/sessions/-")).toEqual(["said in -"]);
  expectError(await agent.get("/sessions/other?id=.."), 400, "invalid_request", "id");
  expectError(await agent.get("/sessions/-?id=other"), 400, "invalid_request", "id");
});

test("a moment may lack its offset, and be a date: UTC, and its midnight", async () => {
  const { agent } = await t.account();
  const times = ["2026-01-31", "2026-01-31T23:59:59", "2026-02-01", "2026-02-01T01:00:00+02:00"];
  const made: string[] = [];
  for (const occurred_at of times) {
    const { body } = await agent.post<MemoryDetailBody>("/memory", { input: `at ${occurred_at}`, occurred_at });
    made.push(body.occurred_at ?? "");
  }
  expect(made).toEqual([
    "2026-01-31T00:00:00.000Z",
    "2026-01-31T23:59:59.000Z",
    "2026-02-01T00:00:00.000Z",
    "2026-01-31T23:00:00.000Z",
  ]);
  const found = async (query: string) =>
    (await agent.get<{ items: { text: string }[] }>(`/memory?${query}`)).body.items.map(({ text }) => text).sort();
  expect(await found("after=2026-02-01")).toEqual(["at 2026-02-01"]);
  expect(await found("before=2026-01-31T23:00:00")).toEqual(["at 2026-01-31"]);
  expect(await found("after=2026-01-31&before=2026-02-01")).toHaveLength(3);
  const asked = { query: "at 2026-02-01", as_of: "2026-01-30" };
  expect((await agent.post("/recall", asked)).body).toEqual({ sources: [] });
  expect((await agent.prepare("what was it?", { occurred_at: "2026-02-02" })).allowed).toBe(true);
  expectError(await agent.get("/memory?after=2026-02-30"), 400, "invalid_request", "after");
});
