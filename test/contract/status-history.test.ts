// GET /admin/status/history: the last day in points of a minute, for whoever runs the service.
import { afterAll, expect, test } from "bun:test";
import { sampleHistory } from "../../src/app/chores.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const MINUTE = 60_000;
const PATH = "/admin/status/history";

interface Point {
  readonly at: string;
  readonly [field: string]: unknown;
}

const points = async (query = "") => (await t.operator.get<{ points: Point[] }>(PATH + query)).body.points;

test("shows turns by the minute in which they were, with times and what was held", async () => {
  const { agent } = await t.account();
  const start = t.clock.iso();
  await agent.at({ user: "ada" }).turn("I like green tea.", "Noted.");
  await sampleHistory(t.service);
  t.clock.advance(MINUTE);
  await agent.post("/prepare", { input: "" });
  const [first, second, ...more] = await points();
  expect(more).toEqual([]);
  expect(first).toEqual({
    ...{ at: start, prepares: 1, records: 1, verifies: 0, errors: 0, waiting: expect.any(Number) },
    ...{ prepare_ms_p50: expect.any(Number), prepare_ms_p95: expect.any(Number), memory_bytes: expect.any(Number) },
  });
  expect(Number(first?.memory_bytes)).toBeGreaterThan(1_000_000);
  expect(second).toEqual({
    ...{ at: t.clock.iso(), prepares: 0, records: 0, verifies: 0, errors: 0, waiting: null },
    ...{ prepare_ms_p50: null, prepare_ms_p95: null, memory_bytes: null },
  });
  expect(JSON.stringify([first, second])).not.toMatch(/ada|tea/);
});

test("goes back as far as it is asked to, three hours by default", async () => {
  t.clock.advance(300 * MINUTE);
  expect(await points()).toHaveLength(180);
  expect(await points("?minutes=1")).toEqual([expect.objectContaining({ at: t.clock.iso() })]);
  expect((await points("?minutes=1440")).length).toBeGreaterThan(300);
  for (const minutes of ["0", "1441", "-1", "1.5", "x", ""]) {
    expectError(await t.operator.get(`${PATH}?minutes=${minutes}`), 400, "invalid_request", "minutes");
  }
  expectError(await t.operator.get(`${PATH}?hours=1`), 400, "unknown_field");
});

test("is for unbound admin keys of the account default alone", async () => {
  const { admin, agent, key } = await t.account();
  for (const client of [admin, await key({ scope: "admin", user: "ada" })]) {
    expectError(await client.get(PATH), 403, "key_scope");
  }
  expectError(await agent.get(PATH), 403, "admin_required");
  expectError(await t.stranger.get(PATH), 401, "unauthorized");
});
