// What goes wrong before an operation begins: keys, routes, sizes, types, forms, headers, and in which order.
import { afterAll, describe, expect, test } from "bun:test";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const BODY_BYTES_MAX = 1024 * 1024;

/** The endpoints that read a body, each with one that it would take. */
function bodyRoutes(token: string): [method: string, path: string, body: Record<string, unknown>][] {
  return [
    ["POST", "/prepare", { input: "q" }],
    ["POST", "/record", { turn_token: token, answer: "a" }],
    ["POST", "/verify", { answer: "a" }],
    ["POST", "/recall", { query: "q" }],
    ["POST", "/lessons", { text: "Be brief." }],
    ["PATCH", "/lessons/x", { text: "Be brief." }],
    ["POST", "/cores", { slug: "blue", name: "Blue" }],
    ["PATCH", "/cores/default", { name: "Main" }],
    ["POST", "/admin/keys", { name: "k", scope: "agent" }],
    ["PUT", "/admin/constitutions/x", { text: "x" }],
    ["PATCH", "/admin/settings", { sources_max: 3 }],
    ["POST", "/admin/accounts", { name: "sneaked-in" }],
  ];
}

function chunked(bytes: number): ReadableStream {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 65_536);
      left -= size;
      if (size === 0) controller.close();
      else controller.enqueue(new Uint8Array(size).fill(32));
    },
  });
}

/** Sends each to every route that reads a body; nothing is done, and the token still serves. */
async function expectRefusedEverywhere(
  status: number,
  code: string,
  initOf: (body: Record<string, unknown>) => RequestInit,
): Promise<void> {
  const { admin } = await t.account();
  const { turn_token } = await admin.prepare("q");
  const look = async () => [
    await admin.state(),
    (await admin.get("/cores")).body,
    (await admin.get("/admin/settings")).body,
    (await admin.get("/admin/constitutions")).body,
    t.countRows("turns"),
    t.countRows("keys"),
  ];
  const before = await look();
  for (const [method, path, body] of bodyRoutes(turn_token)) {
    const init = initOf(body);
    const headers = { ...admin.headers(), "content-type": "application/json", ...init.headers } as Record<
      string,
      string
    >;
    expectError(await admin.send(path, { method, ...init, headers }), status, code);
  }
  expect(await look()).toEqual(before);
  expect((await admin.record(turn_token, "a")).status).toBe(200);
}

describe("a body on every endpoint that reads one", () => {
  const broken: [string, string | Uint8Array<ArrayBuffer>][] = [
    ["cut off", '{"input":"q","turn_token":"'],
    ["a trailing comma", '{"input":"q",}'],
    ["single quotes", "{'input':'q'}"],
    ["a comment", '{"input":"q"/* why */}'],
    ["two values", '{"input":"q"}{}'],
    ["NaN", '{"input":NaN}'],
    ["a raw line end in a string", '{"input":"a\nb"}'],
    ["a bad escape", '{"input":"\\x41"}'],
    ["white space alone", "  \n"],
    ["a byte that is no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ["deep nesting that never ends", "[".repeat(100_000)],
  ];
  test.each(broken)("that is broken JSON is 400 invalid_json: %s", async (_, body) => {
    await expectRefusedEverywhere(400, "invalid_json", () => ({ body }));
  });

  test.each(["null", "true", "5", '"text"', "[]", '[{"input":"q"}]'])(
    "that is %s and no object is 400",
    async (body) => {
      await expectRefusedEverywhere(400, "invalid_request", () => ({ body }));
    },
  );

  test("that is missing or empty is 400", async () => {
    await expectRefusedEverywhere(400, "invalid_request", () => ({}));
    await expectRefusedEverywhere(400, "invalid_request", () => ({ body: "" }));
  });

  test("over 1 MiB is 413, with a length and without one, and at the limit it is read", async () => {
    await expectRefusedEverywhere(413, "body_too_large", () => ({ body: " ".repeat(BODY_BYTES_MAX + 1) }));
    await expectRefusedEverywhere(413, "body_too_large", () => ({ body: chunked(BODY_BYTES_MAX + 1) }));
    await expectRefusedEverywhere(400, "invalid_json", () => ({ body: " ".repeat(BODY_BYTES_MAX) }));
    await expectRefusedEverywhere(400, "invalid_json", () => ({ body: chunked(BODY_BYTES_MAX) }));
  });

  test("that says it is over 1 MiB is 413 without being read", async () => {
    await expectRefusedEverywhere(413, "body_too_large", (body) => ({
      body: JSON.stringify(body),
      headers: { "content-length": String(BODY_BYTES_MAX + 1) },
    }));
  });

  test("of exactly 1 MiB is taken where its fields are good", async () => {
    const { agent } = await t.account();
    const body = '{"input":"q"}'.padEnd(BODY_BYTES_MAX);
    const headers = { ...agent.headers(), "content-type": "application/json" };
    expect((await agent.send("/prepare", { method: "POST", headers, body })).status).toBe(200);
    expectError(await agent.send("/prepare", { method: "POST", headers, body: `${body} ` }), 413, "body_too_large");
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "",
  ])("of the type %j is 415", async (type) => {
    await expectRefusedEverywhere(415, "unsupported_media_type", (body) => ({
      body: JSON.stringify(body),
      headers: { "content-type": type },
    }));
  });

  test("that is compressed is 415", async () => {
    await expectRefusedEverywhere(415, "unsupported_media_type", (body) => ({
      body: Bun.gzipSync(JSON.stringify(body)),
      headers: { "content-encoding": "gzip" },
    }));
  });

  test("with its charset named is taken", async () => {
    const { agent } = await t.account();
    const headers = { ...agent.headers(), "content-type": "Application/JSON; charset=utf-8" };
    expect((await agent.send("/prepare", { method: "POST", headers, body: '{"input":"q"}' })).status).toBe(200);
  });
});

describe("routes", () => {
  const unbuilt: [string, string][] = [
    ["GET", "/admin/nothing"],
    ["GET", "/nowhere"],
    ["GET", "/memory/"],
    ["GET", "/memory/a/b"],
    ["GET", "//memory"],
    ["GET", "/MEMORY"],
    ["GET", "/mem%6fry"],
    ["GET", "/v1/memory"],
    ["GET", "/docs%2f..%2fmemory"],
    ["GET", "/admin"],
    ["GET", "/.env"],
    ["GET", "/nowhere%ff"],
  ];
  test.each(unbuilt)("%s %s is not there: 404 with a key, 401 without", async (method, path) => {
    const { admin } = await t.account();
    expectError(await admin.send(path, { method, headers: admin.headers() }), 404, "route_not_found");
    expectError(await t.stranger.send(path, { method }), 401, "unauthorized");
  });

  const wrong: [string, string, string][] = [
    ["GET", "/prepare", "POST"],
    ["PUT", "/record", "POST"],
    ["DELETE", "/verify", "POST"],
    ["GET", "/recall", "POST"],
    ["PUT", "/memory", "DELETE, GET, HEAD, POST"],
    ["PUT", "/memory/x", "DELETE, GET, HEAD, PATCH"],
    ["POST", "/sessions/x", "GET, HEAD"],
    ["DELETE", "/lessons", "GET, HEAD, POST"],
    ["GET", "/lessons/x", "DELETE, PATCH"],
    ["POST", "/metrics", "GET, HEAD"],
    ["DELETE", "/cores", "GET, HEAD, POST"],
    ["PUT", "/cores/x", "DELETE, GET, HEAD, PATCH"],
    ["GET", "/admin/keys/x", "DELETE"],
    ["POST", "/admin/constitutions", "GET, HEAD"],
    ["PUT", "/admin/settings", "GET, HEAD, PATCH"],
    ["DELETE", "/admin/accounts", "GET, HEAD, POST"],
    ["OPTIONS", "/memory", "DELETE, GET, HEAD, POST"],
  ];
  test.each(wrong)("%s %s is 405 and Allow says %s; 401 without a key", async (method, path, allow) => {
    const { admin } = await t.account();
    const answer = await admin.send(path, { method, headers: admin.headers() });
    expectError(answer, 405, "method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allow);
    expectError(await t.stranger.send(path, { method }), 401, "unauthorized");
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "%s /provider-key is 410, and 401 without a key",
    async (method) => {
      const { agent } = await t.account();
      expectError(await agent.send("/provider-key", { method, headers: agent.headers() }), 410, "provider_key_gone");
      expectError(await t.stranger.send("/provider-key", { method }), 401, "unauthorized");
    },
  );
});

describe("an error", () => {
  test("answers under the caller's request id", async () => {
    const { agent } = await t.account();
    const headers = { ...agent.headers(), "x-request-id": "my.id-1_2" };
    const answer = await agent.send("/memory/none", { headers });
    expectError(answer, 404, "memory_not_found");
    expect(answer.headers.get("x-request-id")).toBe("my.id-1_2");
  });

  test("never repeats what the caller sent", async () => {
    const { admin } = await t.account();
    const secret = "SECRETWORD";
    const answers = [
      await admin.post("/prepare", { input: [secret] }),
      await admin.post("/prepare", { input: "a", constitution: secret }),
      await admin.post("/prepare", { input: "a", occurred_at: secret }),
      await admin.record(secret, "a"),
      await admin.get(`/memory/${secret}`),
      await admin.get(`/memory?limit=${secret}`),
      await admin.get(`/lessons?cursor=${secret}`),
      await admin.get(`/${secret}`),
      await admin.at({ user: `${secret} ${secret}` }).get("/memory"),
      await admin.put("/admin/constitutions/x", { text: "x", gates: [{ pattern: `(${secret}`, reason: "r" }] }),
      await t.withKey(secret).get("/memory"),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  });
});

describe("the order of the checks", () => {
  test("is 401, 404 and 405 of the route, 413, 415, 400, 403, 404 of the core, then the operation's own", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const bound = await key({ scope: "admin", core: "blue" });
    const big = " ".repeat(BODY_BYTES_MAX + 1);
    const text = { "content-type": "text/plain" };
    const json = { "content-type": "application/json" };
    const lost = { "x-memory-core": "nowhere" };
    const steps: [string, Client, string, string, Record<string, string>, string][] = [
      ["401 unauthorized", t.stranger, "POST", "/nowhere", text, big],
      ["401 unauthorized", t.stranger, "PUT", "/lessons", text, big],
      ["404 route_not_found", agent, "POST", "/nowhere", { ...text, ...lost }, big],
      ["405 method_not_allowed", agent, "PUT", "/lessons", { ...text, ...lost }, big],
      ["413 body_too_large", agent, "POST", "/lessons", { ...text, ...lost }, big],
      ["415 unsupported_media_type", agent, "POST", "/lessons", { ...text, ...lost }, "{"],
      ["400 invalid_json", agent, "POST", "/lessons", { ...json, ...lost }, "{"],
      ["400 invalid_request", agent, "POST", "/lessons", { ...json, ...lost }, "{}"],
      ["400 invalid_request", agent, "POST", "/lessons", { ...json, "x-memory-core": "" }, '{"text":"a"}'],
      ["403 admin_required", agent, "POST", "/lessons", { ...json, ...lost }, '{"text":"a"}'],
      ["403 key_scope", bound, "POST", "/lessons", { ...json, ...lost }, '{"text":"a"}'],
      ["404 core_not_found", admin, "POST", "/lessons", { ...json, ...lost }, '{"text":"a"}'],
      ["404 core_not_found", admin, "PATCH", "/lessons/none", { ...json, ...lost }, '{"text":"a"}'],
      ["404 lesson_not_found", admin, "PATCH", "/lessons/none", json, '{"text":"a"}'],
    ];
    const before = t.countRows("lessons");
    for (const [expected, client, method, path, headers, body] of steps) {
      const answer = await client.send(path, { method, headers: { ...client.headers(), ...headers }, body });
      const [status = "", code = ""] = expected.split(" ");
      expectError(answer, Number(status), code);
    }
    expect(t.countRows("lessons")).toBe(before);
  });

  test("a value nested however deep where a text belongs is 400, like any other", async () => {
    const { agent, admin } = await t.account();
    const send = (path: string, body: string, client = agent, method = "POST") =>
      client.send(path, { method, headers: { ...client.headers(), "Content-Type": "application/json" }, body });
    const nested = (name: string, depth: number) => `{"${name}":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    for (const depth of [3, 5_000, 100_000]) {
      expectError(await send("/verify", nested("answer", depth)), 400, "invalid_request", "answer");
      expectError(await send("/admin/settings", nested("redact", depth), admin, "PATCH"), 400, "invalid_request");
    }
    const objects = `{"input":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`;
    expectError(await send("/prepare", objects), 400, "invalid_request", "input");
  });

  test("puts an invalid query or body before 403 and the 404 of a core, wherever the fault is found", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    const bound = await key({ core: "blue" });
    const lost = agent.at({ core: "nowhere" });
    const answers = {
      "cursor of /memory": await lost.get("/memory?cursor=x"),
      "cursor of /lessons": await lost.get("/lessons?cursor=x"),
      "cursor of /memory, bound key": await bound.at({ core: "default" }).get("/memory?cursor=x"),
      "cursor of /admin/keys": await agent.get("/admin/keys?cursor=x"),
      "pattern of a constitution": await agent.put("/admin/constitutions/x", {
        text: "x",
        gates: [{ pattern: "(", reason: "r" }],
      }),
      "user of a key": await agent.post("/admin/keys", { name: "k", scope: "agent", user: "a::b" }),
      "slug in PATCH /cores": await agent.patch("/cores/blue", { slug: "red" }),
    };
    const statuses = Object.entries(answers).map(([what, { status }]) => `${what}: ${status}`);
    expect(statuses).toEqual(Object.keys(answers).map((what) => `${what}: 400`));
  });
});
