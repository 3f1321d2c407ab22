// Requests a second by key and by account, and attempts to guess a key.
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { DEFAULT_PLANS, type Plans } from "../../src/domain/plan.ts";
import { readTrustedProxies, type TrustedProxies } from "../../src/http/client-address.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { PEER_HEADER, startTestService, type TestService } from "../support/test-service.ts";

const A_SECOND = 4;
const PLANS: Plans = {
  ...DEFAULT_PLANS,
  free: { turnsPerMonth: null, cores: null, subBrains: null, requestsPerSecond: A_SECOND },
};
const t = await startTestService({ plans: PLANS });
const keyed = await startTestService({ plans: PLANS, guard: { keyRequestsPerSecond: 2 } });
afterAll(async () => {
  await t.close();
  await keyed.close();
});

async function limited(service: TestService) {
  const account = await service.account();
  await service.operator.patch(`/admin/accounts/${account.name}`, { plan: "free" });
  return account;
}

const statusesOf = async (client: Client, requests: number, path = "/metrics") => {
  const answers = [];
  for (let at = 0; at < requests; at++) answers.push((await client.get(path)).status);
  return answers;
};

describe("requests a second of an account", () => {
  test("are as many as its plan says, over all of its keys, then 429 with Retry-After", async () => {
    const { agent, admin } = await limited(t);
    expect(await statusesOf(agent, 2)).toEqual([200, 200]);
    expect(await statusesOf(admin, 2, "/admin/keys")).toEqual([200, 200]);
    const refused = await agent.at({ user: "ann" }).post("/prepare", { input: "a" });
    expectError(refused, 429, "rate_limited");
    expect(refused.headers.get("retry-after")).toBe("1");
  });

  test("come back steadily, never more at once than those of a second", async () => {
    const { agent } = await limited(t);
    await statusesOf(agent, A_SECOND);
    t.clock.advance(1_000 / A_SECOND - 1);
    expect(await statusesOf(agent, 1)).toEqual([429]);
    t.clock.advance(1);
    expect(await statusesOf(agent, 2)).toEqual([200, 429]);
    t.clock.advance(60_000);
    expect(await statusesOf(agent, A_SECOND + 1)).toEqual([...Array<number>(A_SECOND).fill(200), 429]);
  });

  test("are said in RateLimit and RateLimit-Policy on every answer that they apply to", async () => {
    const { agent } = await limited(t);
    const said = [];
    for (let at = 0; at <= A_SECOND; at++) {
      const { headers } = await agent.get("/metrics");
      said.push([headers.get("ratelimit-policy"), headers.get("ratelimit")]);
    }
    const policy = `"account";q=${A_SECOND};w=1`;
    expect(said).toEqual([3, 2, 1, 0, 0].map((left) => [policy, `"account";r=${left};t=1`]));
    const { agent: free } = await t.account();
    const answer = await free.get("/metrics");
    expect([answer.headers.get("ratelimit-policy"), answer.headers.get("ratelimit")]).toEqual([null, null]);
  });

  test("hold up no record, which takes none of them either", async () => {
    const { agent } = await limited(t);
    const { turn_token } = await agent.prepare("alpha");
    await statusesOf(agent, A_SECOND);
    const recorded = [];
    for (let at = 0; at < 10; at++) recorded.push(await agent.record(turn_token, "alpha"));
    expect(recorded.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(recorded.map(({ headers }) => headers.get("ratelimit"))).toEqual(Array<null>(10).fill(null));
    expectError(await agent.get("/metrics"), 429, "rate_limited");
  });

  test("hold up no other account", async () => {
    const [noisy, quiet] = [await limited(t), await limited(t)];
    await statusesOf(noisy.agent, 20);
    expect(await statusesOf(quiet.agent, A_SECOND)).toEqual(Array<number>(A_SECOND).fill(200));
  });

  test("are not asked for before the request is sound and its core known", async () => {
    const { agent } = await limited(t);
    await statusesOf(agent, A_SECOND);
    expectError(await agent.post("/prepare", { input: "" }), 400, "invalid_request");
    expectError(await agent.get("/admin/keys"), 403, "admin_required");
    expectError(await agent.at({ core: "nowhere" }).get("/metrics"), 404, "core_not_found");
    expectError(await agent.get("/metrics"), 429, "rate_limited");
    expectError(await agent.get("/nowhere"), 404, "route_not_found");
  });

  test("change with the plan", async () => {
    const { name, agent } = await limited(t);
    await statusesOf(agent, A_SECOND + 1);
    await t.operator.patch(`/admin/accounts/${name}`, { plan: "unlimited" });
    expect(await statusesOf(agent, 20)).toEqual(Array<number>(20).fill(200));
  });
});

describe("requests a second of a key", () => {
  test("are limited for each key alone, whatever the plan", async () => {
    const { agent, key } = await keyed.account();
    expect(await statusesOf(agent, 3)).toEqual([200, 200, 429]);
    expect(await statusesOf(await key(), 3)).toEqual([200, 200, 429]);
  });

  test("stand beside those of the account, and what one refuses takes nothing of the other", async () => {
    const { agent, key } = await limited(keyed);
    const { headers } = await agent.get("/metrics");
    expect(headers.get("ratelimit-policy")).toBe(`"key";q=2;w=1, "account";q=${A_SECOND};w=1`);
    expect(headers.get("ratelimit")).toBe('"key";r=1;t=1, "account";r=3;t=1');
    expect(await statusesOf(agent, 5)).toEqual([200, 429, 429, 429, 429]);
    expect(await statusesOf(await key(), 3)).toEqual([200, 200, 429]);
    expect(await statusesOf(await key(), 1)).toEqual([429]);
  });
});

describe("requests without a valid key", () => {
  const FAILURES = 3;
  const opened: TestService[] = [];
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close();
  });

  async function guarded(proxies: string[] = []): Promise<TestService> {
    const trustedProxies = readTrustedProxies(proxies) as TrustedProxies;
    const service = await startTestService({ guard: { failedAuthPerMinute: FAILURES, trustedProxies } });
    opened.push(service);
    return service;
  }

  const ask = (service: TestService, key: string | null, peer: string, headers: Record<string, string> = {}) =>
    service.stranger.send("/metrics", {
      headers: { [PEER_HEADER]: peer, ...(key === null ? {} : { "x-api-key": key }), ...headers },
    });

  async function exhaust(service: TestService, peer: string, headers: Record<string, string> = {}) {
    for (let at = 0; at < FAILURES; at++) {
      const key = at % 2 === 0 ? null : "mk_live_nonsense";
      expectError(await ask(service, key, peer, headers), 401, "unauthorized");
    }
  }

  test("are 401 a few times, then 429 for their address alone, until a minute has passed", async () => {
    const service = await guarded();
    await exhaust(service, "192.0.2.1");
    const refused = await ask(service, null, "192.0.2.1");
    expectError(refused, 429, "rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBe(60 / FAILURES);
    expectError(await ask(service, "x", "192.0.2.2"), 401, "unauthorized");
    service.clock.advance((60 / FAILURES) * 1_000);
    expectError(await ask(service, null, "192.0.2.1"), 401, "unauthorized");
    expectError(await ask(service, null, "192.0.2.1"), 429, "rate_limited");
  });

  test("do not keep a valid key out, also one that comes first from there, or was made just now", async () => {
    const service = await guarded();
    const { agent, admin } = await service.account();
    await exhaust(service, "192.0.2.1");
    expectError(await ask(service, null, "192.0.2.1"), 429, "rate_limited");
    expect((await ask(service, agent.key, "192.0.2.1")).status).toBe(200);
    const made = await admin.post<{ key: string }>("/admin/keys", { name: "new", scope: "agent" });
    expect((await ask(service, made.body.key, "192.0.2.1")).status).toBe(200);
  });

  test("cost no look at the keys once they are too many, however well the key is formed", async () => {
    const service = await guarded();
    const { agent, admin } = await service.account();
    await exhaust(service, "192.0.2.1");
    const strange = await startTestService({ seed: 99 });
    opened.push(strange);
    const unknown = (await strange.account()).agent.key;
    let looks = 0;
    const { keys } = service.service;
    const find = keys.find;
    keys.find = (id) => {
      looks += 1;
      return find(id);
    };
    for (let at = 0; at < 5; at++) expectError(await ask(service, unknown, "192.0.2.1"), 429, "rate_limited");
    expect(looks).toBe(0);
    // A revoked key and one with another's id are no valid ones.
    const [id] = [agent.key?.slice(8, 16)];
    await admin.delete(`/admin/keys/${id}`);
    expectError(await ask(service, agent.key, "192.0.2.1"), 429, "rate_limited");
  });

  test("are not counted on paths that need no key", async () => {
    const service = await guarded();
    await exhaust(service, "192.0.2.1");
    const health = await service.stranger.send("/readyz", { headers: { [PEER_HEADER]: "192.0.2.1" } });
    expect(health.status).toBe(200);
  });

  test("are told apart behind a trusted proxy, and only there", async () => {
    const service = await guarded(["10.0.0.0/8"]);
    const via = (client: string) => ({ "x-forwarded-for": client });
    await exhaust(service, "10.1.2.3", via("192.0.2.1"));
    expectError(await ask(service, null, "10.1.2.3", via("192.0.2.1")), 429, "rate_limited");
    expectError(await ask(service, null, "10.1.2.3", via("192.0.2.2")), 401, "unauthorized");
    // What the client itself wrote before the proxy's own entry changes nothing.
    expectError(await ask(service, null, "10.1.2.3", via("198.51.100.7, 192.0.2.1")), 429, "rate_limited");
    await exhaust(service, "203.0.113.5", via("198.51.100.1"));
    expectError(await ask(service, null, "203.0.113.5", via("198.51.100.2")), 429, "rate_limited");
  });

  test("come from one network of IPv6 as from one address", async () => {
    const service = await guarded();
    await exhaust(service, "2001:db8:1:2::1");
    expectError(await ask(service, null, "2001:db8:1:2:ffff::9"), 429, "rate_limited");
    expectError(await ask(service, null, "2001:db8:1:3::1"), 401, "unauthorized");
  });
});
