// What a caller is told when something else than an answer comes, and what is sent again.
import { describe, expect, test } from "bun:test";
import { createClient, MemorydError } from "../src/client.ts";
import { NOTHING_THERE, openRaw, openToy, type Reply, refusal } from "./toy-service.ts";

const KEY = "mk_live_of-a-test";
const OK = () => Response.json({ ok: true });

function clientOf(
  reply: Reply,
  options: { readonly key?: string; readonly timeoutMs?: number; readonly retries?: number } = {},
) {
  const toy = openToy(reply);
  return { toy, client: createClient({ url: toy.url, key: KEY, ...options }) };
}

async function failureOf(promise: Promise<unknown>): Promise<MemorydError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MemorydError)) throw new Error(`no MemorydError but ${error}`);
  return error;
}

describe("an error says which of these it is", () => {
  test("nothing listens there", async () => {
    const error = await failureOf(createClient({ url: NOTHING_THERE, key: KEY, retries: 0 }).metrics());
    expect(error).toMatchObject({ code: "connection_refused", status: null, requestId: null, isTransient: true });
    expect(error.message).toContain("memoryd serve");
  });

  test("there is no such host, or the runtime opens no connection to the port", async () => {
    const unknown = await failureOf(createClient({ url: "http://memoryd.invalid", key: KEY, retries: 0 }).metrics());
    expect(unknown).toMatchObject({
      code: "connection_refused",
      message: "There is no host memoryd.invalid: look at `url`.",
    });
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("bad port") }));
    const blocked = await failureOf(createClient({ url: "http://127.0.0.1:9", key: KEY, retries: 0, fetch }).metrics());
    expect(blocked.message).toStartWith("fetch opens no connection to the port of http://127.0.0.1:9");
  });

  test("an id that would ask another endpoint is not sent", async () => {
    const { toy, client } = clientOf(OK);
    for (const id of ["", ".", ".."]) {
      expect(await failureOf(client.memory.forget(id))).toMatchObject({ code: "bad_option", status: null });
    }
    expect(toy.seen).toHaveLength(0);
    await client.memory.forget("...");
    expect(toy.seen).toHaveLength(1);
  });

  test("a refusal of the service, with its code, request id and details", async () => {
    const { client } = clientOf(() => refusal(400, "invalid_request"));
    expect(await failureOf(client.prepare({ input: "Hello" }))).toMatchObject({
      code: "invalid_request",
      status: 400,
      requestId: "r-1",
      details: { field: "input" },
      message: "It is invalid_request.",
      isTransient: false,
    });
  });

  test("a wrong key, and a key of somebody else's", async () => {
    const { client } = clientOf(() => refusal(401, "unauthorized"), { key: "sk-of-a-model-provider" });
    const error = await failureOf(client.metrics());
    expect(error).toMatchObject({ code: "unauthorized", status: 401 });
    expect(error.message).toContain("refused the key");
    expect(error.message).toContain("mk_live_");
    expect(error.message).not.toContain("sk-of");
  });

  test("a service that is older than the client", async () => {
    const { client, toy } = clientOf(() => refusal(404, "route_not_found"));
    const error = await failureOf(client.sync());
    expect(error.code).toBe("route_not_found");
    expect(error.message).toBe(
      `${toy.url} knows no POST /sync: it is an older version than this client is made for, or \`url\` has a path too many.`,
    );
  });

  test("a page of HTML at a wrong URL", async () => {
    const { client } = clientOf(
      () => new Response("<html><h1>Welcome</h1></html>", { headers: { "content-type": "text/html" } }),
    );
    const error = await failureOf(client.metrics());
    expect(error).toMatchObject({ code: "not_memoryd", status: 200, isTransient: false });
    expect(error.message).toContain('200, text/html, "<html><h1>Welcome</h1></html>"');
  });

  test("the page of a proxy whose service is down", async () => {
    const { client } = clientOf(() => new Response("<h1>Bad Gateway</h1>", { status: 502 }), { retries: 0 });
    const error = await failureOf(client.metrics());
    expect(error).toMatchObject({ code: "not_memoryd", status: 502, isTransient: true });
    expect(error.message).toStartWith("A proxy in front of memoryd answered GET");
  });

  test("errors of another program in JSON", async () => {
    const { client } = clientOf(() => Response.json({ error: "no such page" }, { status: 404 }));
    expect(await failureOf(client.metrics())).toMatchObject({ code: "not_memoryd", status: 404 });
  });

  test("a redirect, which is not followed: the key would go along", async () => {
    const { client, toy } = clientOf(() => Response.redirect("http://elsewhere.test/login", 302));
    const error = await failureOf(client.prepare({ input: "Hello" }));
    expect(error).toMatchObject({ code: "redirected", status: 302 });
    expect(error.message).toContain("http://elsewhere.test/login");
    expect(toy.seen).toHaveLength(1);
  });

  test("an answer that breaks off", async () => {
    const url = openRaw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"turns": 1');
    const error = await failureOf(createClient({ url, key: KEY, retries: 0 }).metrics());
    expect(error).toMatchObject({ code: "answer_cut", isTransient: true });
  });

  test("an export that breaks off, in the middle of a line or between two", async () => {
    for (const lines of ['{"type":"header"}\n{"type":"pac', '{"type":"header"}\n{"type":"packet"}\n']) {
      const { client } = clientOf(() => new Response(lines, { headers: { "content-type": "application/x-ndjson" } }));
      const read: string[] = [];
      const reading = (async () => {
        for await (const { type } of client.admin.export()) read.push(type);
      })();
      expect(await failureOf(reading)).toMatchObject({ code: "answer_cut" });
      expect(read[0]).toBe("header");
    }
  });

  test("JSON that ends too early", async () => {
    const { client } = clientOf(
      () => new Response('{"turns": 1', { headers: { "content-type": "application/json" } }),
      { retries: 0 },
    );
    expect(await failureOf(client.metrics())).toMatchObject({ code: "answer_cut", status: 200 });
  });

  test("no answer in time", async () => {
    const { client, toy } = clientOf(() => new Promise(() => {}), { timeoutMs: 50 });
    expect(await failureOf(client.metrics())).toMatchObject({ code: "timeout", status: null, isTransient: true });
    expect(toy.seen.length).toBeLessThan(2);
  });
});

describe("what is sent again", () => {
  const failingOnce =
    (failure: () => Response): Reply =>
    (_, nth) =>
      nth === 1 ? failure() : OK();
  const busy = () => refusal(503, "overloaded", { "retry-after": "0" });
  const broken = () => refusal(500, "internal_error");

  test("anything that the service asks to send again", async () => {
    const { client, toy } = clientOf(failingOnce(busy));
    await client.prepare({ input: "Hello" });
    expect(toy.seen.map(({ path }) => path)).toEqual(["/prepare", "/prepare"]);
    expect(toy.seen[1]?.body).toEqual({ input: "Hello" });
  });

  test("after a failure only what does no harm twice", async () => {
    const { client, toy } = clientOf(failingOnce(broken));
    await client.record({ turn_token: "t", answer: "a" });
    expect(toy.seen).toHaveLength(2);
    const other = clientOf(failingOnce(broken));
    expect(await failureOf(other.client.prepare({ input: "Hello" }))).toMatchObject({
      status: 500,
      code: "internal_error",
    });
    expect(other.toy.seen).toHaveLength(1);
  });

  test("as often as asked for, and no more", async () => {
    const { client, toy } = clientOf(() => refusal(429, "rate_limited", { "retry-after": "0" }), { retries: 3 });
    expect(await failureOf(client.metrics())).toMatchObject({ code: "rate_limited", retryAfterMs: 0 });
    expect(toy.seen).toHaveLength(4);
  });

  test("nothing where the wait would outlast the call: the reason comes at once", async () => {
    const { client, toy } = clientOf(() => refusal(429, "quota_exceeded", { "retry-after": "86400" }));
    expect(await failureOf(client.prepare({ input: "Hello" }))).toMatchObject({
      code: "quota_exceeded",
      retryAfterMs: 86_400_000,
    });
    expect(toy.seen).toHaveLength(1);
  });
});

describe("an abort", () => {
  test("throws the reason of the signal, before and during a call and during the wait for the next try", async () => {
    const reason = new Error("the user left");
    const { client } = clientOf(() => new Promise(() => {}));
    await expect(client.metrics({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const during = new AbortController();
    const waiting = clientOf(() => {
      during.abort(reason);
      return new Promise(() => {});
    });
    await expect(waiting.client.metrics({ signal: during.signal })).rejects.toBe(reason);

    const between = new AbortController();
    const busy = clientOf(() => {
      queueMicrotask(() => setTimeout(() => between.abort(reason), 1));
      return refusal(503, "overloaded", { "retry-after": "30" });
    });
    await expect(busy.client.metrics({ signal: between.signal })).rejects.toBe(reason);
  });
});

describe("options", () => {
  const wrong = (options: Partial<Parameters<typeof createClient>[0]>) => () =>
    createClient({ url: "http://127.0.0.1:8787", key: KEY, ...options });

  test("that cannot be right are refused before anything is sent", () => {
    for (const url of ["", "127.0.0.1:8787", "ftp://a", "http://u:p@a", "http://a/?b"])
      expect(wrong({ url })).toThrow("`url`");
    for (const key of ["", " \n", "mk_live_\u00e9", "a b"]) expect(wrong({ key })).toThrow("`key`");
    for (const user of ["", "a b", "a::b", "x".repeat(129)]) expect(wrong({ user })).toThrow("`user`");
    for (const core of ["", "Upper", "-a"]) expect(wrong({ core })).toThrow("`core`");
    for (const timeoutMs of [0, -1, Number.NaN]) expect(wrong({ timeoutMs })).toThrow("`timeoutMs`");
    expect(wrong({ retries: 0.5 })).toThrow("`retries`");
  });

  test("headers, path and query go out as the API has them", async () => {
    const { toy } = clientOf(() => Response.json({ items: [], next_cursor: null }));
    const client = createClient({ url: `${toy.url}/behind/a/proxy//`, key: `${KEY}\n`, core: "support" }).forUser(
      "auth0|1",
    );
    await client.memory.list({ limit: 5 }, { requestId: "mine-1" });
    await client.forCore("sales").memory.get("a/b");
    expect(toy.seen[0]).toMatchObject({
      method: "GET",
      path: "/behind/a/proxy/memory",
      query: "?limit=5",
      headers: { "x-api-key": KEY, "x-memory-user": "auth0|1", "x-memory-core": "support", "x-request-id": "mine-1" },
    });
    expect(toy.seen[1]).toMatchObject({
      path: "/behind/a/proxy/memory/a%2Fb",
      headers: { "x-memory-core": "sales", "x-memory-user": "auth0|1" },
    });
  });
});
