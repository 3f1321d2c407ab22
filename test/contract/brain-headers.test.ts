// The two headers that select a brain.
import { afterAll, describe, expect, test } from "bun:test";
import { ROUTE_SPECS } from "../support/api-document.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

describe("the headers of the brain", () => {
  const users = ["", "a::b", "::", "a b", "a".repeat(129), "a".repeat(200), "ann, bob", "é", "a\tb"];
  test.each(users)("X-Memory-User %j is 400 on every endpoint, and nothing is made", async (user) => {
    const { admin } = await t.account();
    const odd = admin.at({ user });
    const before = [t.countRows("brains"), t.countRows("turns"), t.countRows("lessons")];
    for (const answer of await everyBrainEndpoint(odd)) expectError(answer, 400, "invalid_request", "X-Memory-User");
    expect([t.countRows("brains"), t.countRows("turns"), t.countRows("lessons")]).toEqual(before);
  });

  const cores = ["", "Blue", "-a", "a_b", "a::b", "a".repeat(40), "a".repeat(200), "blue, red", "é"];
  test.each(cores)("X-Memory-Core %j is 400 on every endpoint", async (core) => {
    const { admin } = await t.account();
    for (const answer of await everyBrainEndpoint(admin.at({ core }))) {
      expectError(answer, 400, "invalid_request", "X-Memory-Core");
    }
  });

  test.each([
    "a",
    "A.b_c-d@e+f:g",
    ":",
    "@",
    "a:b:c",
    "a".repeat(128),
    "auth0|123",
    "a/b",
    "%41",
    "'--",
    "a,b",
    "default",
    "__proto__",
    "constructor",
  ])("X-Memory-User %j is a brain of its own", async (user) => {
    const { agent } = await t.account();
    const one = agent.at({ user });
    await one.remember("alpha");
    expect((await one.state()).metrics).toMatchObject({ memory_size: 1 });
    expect((await agent.state()).metrics).toMatchObject({ memory_size: 0 });
    expect((await agent.at({ user: `${user.slice(0, 100)}x` }).state()).metrics).toMatchObject({ memory_size: 0 });
  });

  test("users that differ in case alone are two", async () => {
    const { agent } = await t.account();
    await agent.at({ user: "Ann" }).remember("alpha");
    expect((await agent.at({ user: "ann" }).state()).metrics).toMatchObject({ memory_size: 0 });
  });
});

/** Of the endpoints that take one. */
const BODIES: Readonly<Record<string, unknown>> = {
  "/prepare": { input: "a" },
  "/record": { turn_token: "turn_x", answer: "a" },
  "/verify": { answer: "a" },
  "/recall": { query: "a" },
  "/memory": { input: "a" },
  "/memory/:id": { input: "a" },
  "/lessons": { text: "a" },
  "/lessons/:id": { text: "a" },
  "/synthesize/prepare": {},
  "/synthesize/record": { synthesis_token: "syn_x", lessons: [] },
};

async function everyBrainEndpoint(client: Client) {
  const answers = [];
  for (const { method, path, body } of ROUTE_SPECS.filter(({ brain }) => brain !== "none")) {
    const target = path.replace(/:\w+/, "x");
    answers.push(await client.withBody(method, target, body === undefined ? undefined : BODIES[path]));
  }
  return answers;
}
