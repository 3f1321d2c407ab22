// Accounts, plans and payment from the shell, beside a running server and on the data of a stopped one.
import { beforeAll, expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { until } from "./until.ts";

const lab = openLab({ model: "tiny" });
/** So soon a server that runs has to know what the shell has changed. */
const SEEN_WITHIN_MS = 1_000;

async function json<T = Record<string, unknown>>(cwd: string, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await lab.run([...args, "--json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

async function agentOf(cwd: string, account: string): Promise<string> {
  const made = await json<{ key: string }>(
    cwd,
    ...["keys", "create", "--name", "k", "--scope", "agent", "--account", account],
  );
  return made.key;
}

const prepare = (server: Server, key: string, user?: string) =>
  server.ask<{ code?: string }>("POST", "/prepare", {
    key,
    body: { input: "hello" },
    ...(user === undefined ? {} : { user }),
  });

/** One that runs: each test has an account of its own there. */
let server: Server;
/** Another, with a settings file of which each test has a plan of its own. */
let planned: Server;
const sayPlans = (cwd: string, turnsOfPro: number) =>
  Bun.write(
    `${cwd}/memoryd.toml`,
    `plan_free_turns_per_month = 2\nplan_free_sub_brains = 1\nplan_pro_cores = 0\nplan_pro_turns_per_month = ${turnsOfPro}\n`,
  );

beforeAll(async () => {
  const args = ["--failed-auth-per-minute", "1", "--trusted-proxies", "127.0.0.0/8"];
  server = await lab.start({ args, env: { MEMORYD_PLAN_FREE_REQUESTS_PER_SECOND: "2" } });
  const cwd = lab.directory();
  await sayPlans(cwd, 1);
  planned = await lab.start({ cwd, args: ["--config", "memoryd.toml"] });
});

test("an account is made on a plan, listed with its use, and changed", async () => {
  const server = await lab.start();
  const { cwd } = server;
  const made = await json(cwd, "accounts", "create", "acme", "--plan", "free");
  const fresh = { name: "acme", plan: "free", past_due: false, turns_this_month: 0, turns_per_month: 1_000 };
  expect(made).toEqual({ ...fresh, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
  await server.ready();
  const key = await agentOf(cwd, "acme");
  expect((await prepare(server, key)).status).toBe(200);
  const { items } = await json<{ items: { name: string }[] }>(cwd, "accounts", "list");
  expect(items.find(({ name }) => name === "acme")).toEqual({ ...made, turns_this_month: 1 } as never);
  expect(items.find(({ name }) => name === "default")).toMatchObject({ plan: "unlimited", turns_per_month: null });
  const changed = await json(cwd, "accounts", "set", "acme", "--plan", "pro", "--past-due");
  expect(changed).toEqual({ ...made, plan: "pro", past_due: true, turns_this_month: 1, turns_per_month: 100_000 });
  expect(await server.stop()).toBe(0);
  const paid = await json(cwd, "accounts", "set", "acme", "--no-past-due");
  expect(paid).toEqual({ ...changed, past_due: false });
  const lines = (await lab.run(["accounts", "list"], { cwd })).stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ["NAME", "PLAN", "TURNS THIS MONTH", "ALLOWED", "PAYMENT"],
    ["default", "unlimited", "0", "no limit", "-"],
    ["acme", "pro", "1", "100000", "-"],
  ]);
});

test("a change from the shell reaches a running server within a second", async () => {
  const { cwd } = server;
  await json(cwd, "accounts", "create", "late");
  const key = await agentOf(cwd, "late");
  expect((await prepare(server, key)).status).toBe(200);
  await json(cwd, "accounts", "set", "late", "--past-due");
  await Bun.sleep(SEEN_WITHIN_MS);
  expect(await prepare(server, key)).toMatchObject({ status: 402, body: { code: "payment_required" } });
  expect((await server.ask("GET", "/memory", { key })).status).toBe(200);
  await json(cwd, "accounts", "set", "late", "--no-past-due");
  await Bun.sleep(SEEN_WITHIN_MS);
  expect((await prepare(server, key)).status).toBe(200);
});

test("the settings say what a plan allows, and the server keeps to it", async () => {
  const cwd = lab.directory();
  await Bun.write(
    `${cwd}/memoryd.toml`,
    "plan_free_turns_per_month = 2\nplan_free_sub_brains = 1\nplan_pro_cores = 0\n",
  );
  const args = ["--config", "memoryd.toml"];
  const { items } = await json<{ items: unknown[] }>(cwd, "plans", "list", ...args);
  expect(items).toEqual([
    { name: "unlimited", turns_per_month: null, cores: null, sub_brains: null, requests_per_second: null },
    { name: "free", turns_per_month: 2, cores: 2, sub_brains: 1, requests_per_second: 5 },
    { name: "pro", turns_per_month: 100_000, cores: null, sub_brains: 5_000, requests_per_second: 50 },
  ]);
  const shown = await lab.run(["plans", "list"], { cwd, env: { MEMORYD_PLAN_PRO_SUB_BRAINS: "9" } });
  expect(shown.stdout).toMatch(/^free +1000 +2 +5 +5\npro +100000 +50 +9 +50\n/m);
  await planned.ready();
  await json(planned.cwd, "accounts", "create", "acme", "--plan", "free", ...args);
  const key = await agentOf(planned.cwd, "acme");
  expect((await prepare(planned, key, "ann")).status).toBe(200);
  expect(await prepare(planned, key, "bob")).toMatchObject({ status: 402, body: { code: "plan_upgrade_required" } });
  expect((await prepare(planned, key, "ann")).status).toBe(200);
  expect(await prepare(planned, key, "ann")).toMatchObject({ status: 429, body: { code: "quota_exceeded" } });
});

test("a plan that is changed in the settings file holds after HUP, without a restart", async () => {
  const { cwd } = planned;
  await planned.ready();
  await json(cwd, "accounts", "create", "growing", "--plan", "pro");
  const key = await agentOf(cwd, "growing");
  expect([(await prepare(planned, key)).status, (await prepare(planned, key)).status]).toEqual([200, 429]);
  await sayPlans(cwd, 2);
  planned.kill("SIGHUP");
  await until("the larger plan", async () => ((await prepare(planned, key)).status === 200 ? true : undefined));
  expect((await prepare(planned, key)).status).toBe(429);
});

test("turns are counted to the last one through a kill", async () => {
  const env = { MEMORYD_PLAN_FREE_TURNS_PER_MONTH: "10", MEMORYD_PLAN_FREE_REQUESTS_PER_SECOND: "0" };
  const first = await lab.start({ env });
  const { cwd } = first;
  await first.ready();
  await json(cwd, "accounts", "create", "acme", "--plan", "free");
  const key = await agentOf(cwd, "acme");
  for (let turn = 0; turn < 6; turn++) expect((await prepare(first, key)).status).toBe(200);
  first.kill("SIGKILL");
  await first.exited;
  const second = await lab.start({ cwd, env });
  await second.ready();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => prepare(second, key, `user-${at % 3}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
});

test("requests that guess keys are slowed down by their address, and a valid key still works from it", async () => {
  const guess = (client: string) =>
    fetch(`${server.url}/memory`, { headers: { "x-api-key": "mk_live_guess", "x-forwarded-for": client } });
  const statuses = [];
  for (let at = 0; at < 3; at++) statuses.push((await guess("203.0.113.7")).status);
  expect(statuses).toEqual([401, 429, 429]);
  expect(Number((await guess("203.0.113.7")).headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await guess("203.0.113.8")).status).toBe(401);
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const first = await fetch(`${server.url}/memory`, { headers: { ...headers, "x-api-key": server.adminKey } });
  expect(first.status).toBe(200);
  const fresh = await agentOf(server.cwd, "default");
  await until("the new key from there", async () => {
    const { status } = await fetch(`${server.url}/memory`, { headers: { ...headers, "x-api-key": fresh } });
    return status === 200 ? true : undefined;
  });
});

test("the rate of a plan is kept over the socket, and told in the headers", async () => {
  await json(server.cwd, "accounts", "create", "quick", "--plan", "free");
  const key = await agentOf(server.cwd, "quick");
  const ask = () => fetch(`${server.url}/metrics`, { headers: { "x-api-key": key } });
  const refused = await until("a refusal", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    const tooMany = answers.filter(({ status }) => status === 429);
    return tooMany.length > 0 ? tooMany : undefined;
  });
  for (const { headers } of refused) {
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("ratelimit-policy")).toBe('"account";q=2;w=1');
    expect(headers.get("ratelimit")).toBe('"account";r=0;t=1');
  }
});

test("what cannot be done is said in a sentence, with 2 for what is written wrong", async () => {
  const { cwd } = server;
  const unknown = await lab.run(["accounts", "set", "nowhere", "--plan", "pro"], { cwd });
  expect({ code: unknown.code, flaw: flawOf(unknown.stderr, "account") }).toEqual({ code: 1, flaw: "" });
  for (const args of [
    ["accounts", "create", "acme", "--plan", "gold"],
    ["accounts", "set", "default", "--plan", "gold"],
    ["accounts", "set", "default"],
    ["accounts", "set"],
  ]) {
    const { code, stdout, stderr } = await lab.run(args, { cwd });
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  }
  const proxies = await lab.run(["serve", "--port", "0", "--trusted-proxies", "10.0.0.0/99"]);
  expect(proxies.code).toBe(2);
  expect(flawOf(proxies.stderr, "trusted_proxies")).toBe("");
});
