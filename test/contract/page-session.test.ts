// Sessions of the dashboard: what begins one, what it may do, and what ends it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "../../src/accounts/page-sessions.ts";
import { PEER_HEADER, startTestService, type TestService } from "../support/test-service.ts";

const HOST = "127.0.0.1:8787";
const OWN = { host: HOST, origin: `http://${HOST}`, "sec-fetch-site": "same-origin", "x-memoryd-page": "1" };
const MINUTE_MS = 60_000;

type Headers = Readonly<Record<string, string>>;

let t: TestService;
beforeAll(async () => {
  t = await startTestService({ guard: { failedAuthPerMinute: 5 } });
});
afterAll(() => t.close());

function send(method: string, path: string, headers: Headers, body?: unknown): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const sent = { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  return t.stranger.pass(new Request(`http://${HOST}${path}`, { method, headers: sent, ...init }));
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

/** The cookie as a browser would send it back. */
function cookieOf(response: Response): string {
  const [pair = ""] = (response.headers.get("set-cookie") ?? "").split(";", 1);
  return pair;
}

async function signedIn(key: string | null, own: Headers = OWN): Promise<Headers> {
  const response = await send("POST", "/ui/session", own, { key });
  expect(response.status).toBe(201);
  return { ...own, cookie: cookieOf(response) };
}

const statusOf = async (response: Promise<Response>) => (await response).status;
const codeOf = async (response: Promise<Response>) => ((await (await response).json()) as { code: string }).code;

describe("signing in", () => {
  test("answers whose key it is, and a cookie that no script reads and no other site sends", async () => {
    const { name, key } = await t.account();
    const bound = await key({ user: "ann" });
    const response = await send("POST", "/ui/session", OWN, { key: ` ${bound.key}\n` });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ account: name, scope: "agent", core: null, user: "ann" });
    const [pair, ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ");
    expect(pair).toMatch(/^memoryd_session_8787=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Strict"]);
  });

  test.each(["memory.example", "memory.example:8443", "10.0.0.7:8787"])(
    "under the name %s the cookie is for HTTPS alone",
    async (host) => {
      const { admin } = await t.account();
      const own = { ...OWN, host, origin: `https://${host}` };
      const response = await send("POST", "/ui/session", own, { key: admin.key });
      expect(response.headers.get("set-cookie")).toContain("; Secure");
    },
  );

  test.each([
    ["without the header of our pages", without(OWN, "x-memoryd-page")],
    ["from another site", { ...OWN, "sec-fetch-site": "cross-site" }],
    ["from the same site under another port", { ...OWN, "sec-fetch-site": "same-site" }],
    [
      "from another origin, by a browser that says no site",
      { ...without(OWN, "sec-fetch-site"), origin: "http://127.0.0.1:3000" },
    ],
    ["from an origin that is none", { ...without(OWN, "sec-fetch-site"), origin: "null" }],
  ])("is refused %s, also with a right key", async (_, headers) => {
    const { admin } = await t.account();
    const response = send("POST", "/ui/session", headers, { key: admin.key });
    expect(await codeOf(response)).toBe("origin_refused");
    expect((await response).headers.get("set-cookie")).toBeNull();
  });

  test("wrong keys are slowed down by the address that they come from, and a right one still works", async () => {
    const from = { ...OWN, [PEER_HEADER]: "192.0.2.7" };
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push(await statusOf(send("POST", "/ui/session", from, { key: `mk_live_${i}` })));
    expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
    const { admin } = await t.account();
    expect(await statusOf(send("POST", "/ui/session", from, { key: admin.key }))).toBe(201);
  });
});

describe("a session", () => {
  test("stands in its key's place, in requests of our own pages", async () => {
    const { admin } = await t.account();
    const session = await signedIn(admin.key);
    expect(await statusOf(send("GET", "/admin/keys", session))).toBe(200);
    const made = await send("POST", "/lessons", { ...session, "x-memory-user": "ann" }, { text: "Answer in French." });
    expect(made.status).toBe(201);
    // What it changed is entered with the key behind it.
    const { body } = await admin.get<{ items: { action: string; actor: string }[] }>("/admin/audit?limit=1");
    expect(body.items[0]?.actor).toBe(/^mk_live_(.{8})_/.exec(admin.key ?? "")?.[1] ?? "none");
  });

  test.each([
    ["without the header of our pages", (own: Headers) => without(own, "x-memoryd-page")],
    ["from another site", (own: Headers) => ({ ...own, "sec-fetch-site": "cross-site" })],
    [
      "from another port of this host",
      (own: Headers) => ({ ...own, "sec-fetch-site": "same-site", origin: "http://127.0.0.1:3000" }),
    ],
    [
      "under another port's cookie",
      (own: Headers) => ({ ...own, host: "127.0.0.1:9999", origin: "http://127.0.0.1:9999" }),
    ],
    ["with half a cookie", (own: Headers) => ({ ...own, cookie: (own.cookie ?? "").slice(0, -1) })],
  ])("is nobody's %s", async (_, changed) => {
    const { admin } = await t.account();
    const session = await signedIn(admin.key);
    expect(await statusOf(send("GET", "/admin/keys", changed(session)))).toBe(401);
    expect(await statusOf(send("GET", "/admin/keys", session))).toBe(200);
  });

  test("goes no further than its key: scope, user and account", async () => {
    const { key } = await t.account();
    const session = await signedIn((await key({ user: "ann" })).key);
    expect(await codeOf(send("GET", "/admin/users", session))).toBe("admin_required");
    expect(await codeOf(send("GET", "/memory", { ...session, "x-memory-user": "ben" }))).toBe("key_scope");
    expect(await statusOf(send("GET", "/memory", session))).toBe(200);
    expect(await statusOf(send("GET", "/admin/status", await signedIn((await t.account()).admin.key)))).toBe(403);
  });

  test("a key in a header goes before it", async () => {
    const [one, other] = [await t.account(), await t.account()];
    const session = await signedIn(one.admin.key);
    const shown = await send("GET", "/ui/session", { ...session, "x-api-key": other.admin.key ?? "" });
    expect(await shown.json()).toMatchObject({ session: { account: other.name } });
    expect(await statusOf(send("GET", "/admin/keys", { ...session, "x-api-key": "mk_live_wrong" }))).toBe(401);
  });

  test("shows who is signed in, and that nobody is", async () => {
    const { name, admin } = await t.account();
    const session = await signedIn(admin.key);
    expect(await (await send("GET", "/ui/session", session)).json()).toMatchObject({ session: { account: name } });
    expect(await (await send("GET", "/ui/session", OWN)).json()).toEqual({ session: null });
    const wrong = { ...OWN, cookie: `memoryd_session_8787=${"A".repeat(43)}` };
    expect(await (await send("GET", "/ui/session", wrong)).json()).toEqual({ session: null });
  });

  test("ends with its key, at once", async () => {
    const { admin, key } = await t.account();
    const guest = await key({ scope: "admin" });
    const session = await signedIn(guest.key);
    const id = /^mk_live_(.{8})_/.exec(guest.key ?? "")?.[1] ?? "";
    expect((await admin.delete(`/admin/keys/${id}`)).status).toBe(200);
    expect(await statusOf(send("GET", "/admin/keys", session))).toBe(401);
  });

  test("ends when its key expires", async () => {
    const { key } = await t.account();
    const guest = await key({ scope: "admin", expiresAt: t.clock.now() + 5 * MINUTE_MS });
    const session = await signedIn(guest.key);
    t.clock.advance(5 * MINUTE_MS);
    expect(await statusOf(send("GET", "/admin/keys", session))).toBe(401);
  });

  test("ends by signing out, on that browser alone", async () => {
    const { admin } = await t.account();
    const [here, there] = [await signedIn(admin.key), await signedIn(admin.key)];
    expect(await codeOf(send("DELETE", "/ui/session", without(here, "x-memoryd-page")))).toBe("origin_refused");
    const response = await send("DELETE", "/ui/session", here);
    expect(response.headers.get("set-cookie")).toMatch(/^memoryd_session_8787=;.*; Max-Age=0$/);
    expect(await statusOf(send("GET", "/admin/keys", here))).toBe(401);
    expect(await statusOf(send("GET", "/admin/keys", there))).toBe(200);
  });

  test("ends after an hour without a request, and after twelve in any case", async () => {
    const { admin } = await t.account();
    const [idle, busy] = [await signedIn(admin.key), await signedIn(admin.key)];
    const step = SESSION_IDLE_MS - MINUTE_MS;
    t.clock.advance(step);
    expect(await statusOf(send("GET", "/admin/keys", busy))).toBe(200);
    t.clock.advance(2 * MINUTE_MS);
    expect(await statusOf(send("GET", "/admin/keys", idle))).toBe(401);
    expect(await statusOf(send("GET", "/admin/keys", busy))).toBe(200);
    for (let gone = SESSION_IDLE_MS + MINUTE_MS; gone + step < SESSION_MAX_MS; gone += step) {
      t.clock.advance(step);
      expect(await statusOf(send("GET", "/admin/keys", busy))).toBe(200);
    }
    t.clock.advance(step);
    expect(await statusOf(send("GET", "/admin/keys", busy))).toBe(401);
  });

  test("of more than a thousand the one that was used least lately ends", async () => {
    const { admin } = await t.account();
    const first = await signedIn(admin.key);
    const second = await signedIn(admin.key);
    expect(await statusOf(send("GET", "/admin/keys", first))).toBe(200);
    for (let i = 0; i < 999; i++) await signedIn(admin.key);
    expect(await statusOf(send("GET", "/admin/keys", second))).toBe(401);
    expect(await statusOf(send("GET", "/admin/keys", first))).toBe(200);
  });
});

describe("the page", () => {
  test("comes with a policy that lets in nothing of elsewhere, and into no frame", async () => {
    const response = await send("GET", "/ui", {});
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
  });

  test("is where the root leads a browser", async () => {
    const root = await send("GET", "/", { accept: "text/html,*/*;q=0.8" });
    expect([root.status, root.headers.get("location")]).toEqual([302, "/ui"]);
    const slash = await send("GET", "/ui/", {});
    expect([slash.status, slash.headers.get("location")]).toEqual([308, "/ui"]);
  });

  test("names its script and style by their content, which a browser may keep for ever", async () => {
    const page = await (await send("GET", "/ui", {})).text();
    const files = [...page.matchAll(/(?:src|href)="(\/ui\/main-[0-9a-f]{10}\.(?:js|css))"/g)].map((match) => match[1]!);
    expect(files).toHaveLength(2);
    let bytes = 0;
    for (const file of files) {
      const response = await send("GET", file, { "accept-encoding": "gzip" });
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("content-encoding")).toBe("gzip");
      bytes += (await response.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThan(300_000);
    expect(await statusOf(send("GET", "/ui/main-0000000000.js", {}))).toBe(401);
  });
});
