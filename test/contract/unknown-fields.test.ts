// What an endpoint does not know is refused, so that nobody who names a user in the wrong place reaches the shared brain.
import { afterAll, expect, test } from "bun:test";
import { ROUTE_SPECS } from "../support/api-document.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const keyed = ROUTE_SPECS.filter(({ access }) => access !== "public");
const nameOf = ({ method, path }: (typeof keyed)[number]) => `${method} ${path}`;
const targetOf = (path: string) => path.replace(/:\w+/, "x");

test.each(keyed.map((spec) => [nameOf(spec), spec] as const))("%s refuses an unknown parameter", async (_, spec) => {
  const { admin } = await t.account();
  await admin.post("/memory", { input: "alpha" });
  const answer = await admin.withBody(spec.method, `${targetOf(spec.path)}?who=ann`, spec.body && {});
  expectError(answer, 400, "unknown_field");
  expect((await admin.get("/metrics")).body).toMatchObject({ memory_size: 1 });
});

/** A stream and a message of another protocol have rules of their own. */
const taking = keyed.filter(({ method, body }) => method !== "GET" && typeof body !== "string");
test.each(taking.map((spec) => [nameOf(spec), spec] as const))("%s refuses an unknown field", async (_, spec) => {
  const { admin } = await t.account();
  await admin.post("/memory", { input: "alpha" });
  const answer = await admin.withBody(spec.method, targetOf(spec.path), { who: "ann" });
  expectError(answer, 400, "unknown_field");
  expect((await admin.get("/metrics")).body).toMatchObject({ memory_size: 1 });
});

test("who names the user where none is taken reaches nobody's memory, and is told of the header", async () => {
  const { agent } = await t.account();
  await agent.post("/memory", { input: "alpha" });
  const answers = [
    await agent.post("/prepare", { input: "alpha", user: "ann" }),
    await agent.post("/recall", { query: "alpha", user_id: "ann" }),
    await agent.get("/memory?user=ann"),
    await agent.withBody("DELETE", "/memory", { user: "ann" }),
    await agent.delete("/memory?user=ann"),
  ];
  for (const answer of answers) {
    expectError(answer, 400, "unknown_field");
    expect(answer.body).toMatchObject({ message: expect.stringContaining("X-Memory-User") });
  }
  expect((await agent.get("/metrics")).body).toMatchObject({ memory_size: 1 });
});

test.each([
  ["/lessons", { response_text: "Be brief." }, "text"],
  ["/verify", { answer: "Yes.", token: "t" }, "turn_token"],
  ["/prepare", { input: "a", session_name: "s" }, "session"],
])("the name of %s that is meant by a part or by more is told: %j, %s", async (path, body, nearest) => {
  const { admin } = await t.account();
  expectError(await admin.post(path, body), 400, "unknown_field");
  expect((await admin.post(path, body)).body).toMatchObject({ details: { nearest } });
});

test("a near name is told", async () => {
  const { agent } = await t.account();
  const answer = await agent.post("/prepare", { input: "a", occured_at: "2026-01-31T09:30:00Z" });
  expectError(answer, 400, "unknown_field");
  expect(answer.body).toMatchObject({
    message: expect.stringContaining("`occurred_at`"),
    details: { field: "occured_at", nearest: "occurred_at" },
  });
});

const changing = keyed.filter(({ method }) => method === "PATCH");
test.each(changing.map((spec) => [nameOf(spec), spec] as const))("%s refuses a change of nothing", async (_, spec) => {
  const { admin } = await t.account();
  const names = Object.keys(typeof spec.body === "object" ? spec.body.properties : {});
  const nulls = names.filter((name) => name !== "retrieval_mode").map((name) => [name, null]);
  for (const body of [{}, Object.fromEntries(nulls)]) {
    const answer = await admin.withBody("PATCH", targetOf(spec.path), body);
    expectError(answer, 400, "invalid_request", names[0]);
  }
});
