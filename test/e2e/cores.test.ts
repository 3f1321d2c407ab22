// Cores from the shell, beside a running server and on the data of a stopped one.
import { beforeAll, expect, test } from "bun:test";
import { openLab, type Server } from "./executable.ts";
import { flawOf } from "./sentences.ts";

const lab = openLab({ model: "tiny" });
/** So soon a server that runs has to know what the shell has changed. */
const SEEN_WITHIN_MS = 1_000;

async function cores<T = Record<string, unknown>>(cwd: string, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await lab.run(["cores", ...args, "--json"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  return JSON.parse(stdout);
}

interface ListedCore {
  readonly slug: string;
  readonly name: string;
  readonly context: string;
  readonly created_at: string | null;
  readonly beyond_plan: boolean;
}

const listed = async (cwd: string, ...args: string[]) =>
  (await cores<{ items: ListedCore[] }>(cwd, "list", ...args)).items;

async function remember(server: Server, core: string, text: string): Promise<void> {
  const turn = await server.ask<{ turn_token: string }>("POST", "/prepare", { core, body: { input: text } });
  expect(turn.status).toBe(200);
  const body = { turn_token: turn.body.turn_token, answer: text };
  expect((await server.ask("POST", "/record", { core, body })).status).toBe(200);
}

test("beside a running server cores are made, listed, renamed and deleted; on a stopped one's data for its next start", async () => {
  const server = await lab.start();
  const { cwd } = server;
  const made = await cores(cwd, "create", "support", "--name", "Support", "--context", "Be kind.");
  expect(made).toEqual({ slug: "support", name: "Support", context: "Be kind." });
  expect(await cores(cwd, "create", "sales")).toEqual({ slug: "sales", name: "sales", context: "" });
  expect(await listed(cwd)).toEqual([
    { slug: "default", name: "default", context: "", created_at: null, beyond_plan: false },
    { ...(made as unknown as ListedCore), created_at: expect.stringMatching(/Z$/) as never, beyond_plan: false },
    expect.objectContaining({ slug: "sales" }) as never,
  ]);
  expect((await server.ask("GET", "/memory", { core: "support" })).status).toBe(200);
  await server.ready();
  await remember(server, "support", "erasable-quagga");
  expect(await cores(cwd, "rename", "support", "Customer support")).toMatchObject({ name: "Customer support" });
  expect(await cores(cwd, "rename", "default", "Main")).toMatchObject({ slug: "default", name: "Main" });
  await Bun.sleep(SEEN_WITHIN_MS);
  expect((await server.ask("GET", "/cores/support")).body).toMatchObject({ name: "Customer support" });
  expect(await cores(cwd, "delete", "support")).toMatchObject({
    slug: "support",
    deleted: true,
    receipt: { core: "support" },
  });
  await Bun.sleep(SEEN_WITHIN_MS);
  expect(await server.ask("GET", "/memory", { core: "support" })).toMatchObject({ status: 404 });
  expect(await server.stop()).toBe(0);
  expect(Buffer.from(await Bun.file(`${server.dataDir}/memoryd.db`).bytes()).includes("quagga")).toBe(false);
  await cores(cwd, "create", "new");
  await cores(cwd, "delete", "sales");
  const second = await lab.start({ cwd });
  expect((await second.ask("GET", "/memory", { core: "new" })).status).toBe(200);
  expect((await second.ask("GET", "/memory", { core: "sales" })).status).toBe(404);
  second.kill("SIGKILL");
});

/** A plan of one core: such that a core is soon beyond it. */
const env = { MEMORYD_PLAN_FREE_CORES: "1" };
/** One that runs: what one test makes, it deletes, or it is another account's. */
let server: Server;

beforeAll(async () => {
  server = await lab.start({ env });
});

test("a core deleted beside a running server takes its keys along, also where one of that name is made at once", async () => {
  const { cwd } = server;
  await cores(cwd, "create", "blue");
  const make = async (...args: string[]) => {
    const { stdout } = await lab.run(["keys", "create", "--name", "k", "--scope", "agent", ...args], { cwd });
    return stdout.trim();
  };
  const [bound, free] = [await make("--core", "blue", "--user", "ada"), await make("--user", "ada")];
  const statusOf = async (key: string) => (await server.ask("GET", "/metrics", { key })).status;
  expect([await statusOf(bound), await statusOf(free)]).toEqual([200, 200]);
  expect(await cores(cwd, "delete", "blue")).toMatchObject({ deleted: true, keys_revoked: 1 });
  await cores(cwd, "create", "blue");
  await Bun.sleep(SEEN_WITHIN_MS);
  expect([await statusOf(bound), await statusOf(free)]).toEqual([401, 200]);
  for (const keys of ["1 key", "2 keys"]) {
    await make("--core", "blue");
    if (keys === "2 keys") await make("--core", "blue");
    const { stdout } = await lab.run(["cores", "delete", "blue"], { cwd });
    expect(stdout).toBe(`deleted blue; revoked ${keys} bound to it\n`);
    await cores(cwd, "create", "blue");
  }
  expect((await lab.run(["cores", "delete", "blue"], { cwd })).stdout).toBe("deleted blue\n");
});

test("cores of another account are its own, and those beyond its plan are shown as such", async () => {
  const { cwd } = server;
  expect((await lab.run(["accounts", "create", "acme", "--plan", "free"], { cwd })).code).toBe(0);
  for (const slug of ["one", "two"]) await cores(cwd, "create", slug, "--account", "acme");
  expect((await listed(cwd)).map(({ slug }) => slug)).toEqual(["default"]);
  const { stdout } = await lab.run(["cores", "list", "--account", "acme", "--json"], { cwd, env });
  const beyond = (JSON.parse(stdout).items as ListedCore[]).map(({ slug, beyond_plan }) => [slug, beyond_plan]);
  expect(beyond).toEqual([
    ["default", false],
    ["one", false],
    ["two", true],
  ]);
  const made = await lab.run(["keys", "create", "--name", "k", "--scope", "agent", "--account", "acme"], { cwd });
  const ask = (core: string) =>
    fetch(`${server.url}/memory`, { headers: { "x-api-key": made.stdout.trim(), "x-memory-core": core } });
  const answers = [await ask("one"), await ask("two")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.map(({ headers }) => headers.get("x-memory-core-served"))).toEqual([null, "default"]);
});

test("what cannot be done is said in a sentence", async () => {
  const { cwd } = server;
  await cores(cwd, "create", "blue");
  for (const [args, word] of [
    [["create", "blue"], "slug"],
    [["create", "default"], "default"],
    [["delete", "default"], "default"],
    [["delete", "nowhere"], "core"],
    [["rename", "nowhere", "Name"], "core"],
    [["list", "--account", "nowhere"], "nowhere"],
    [["create", "green", "--account", "nowhere"], "nowhere"],
  ] as const) {
    const { code, stdout, stderr } = await lab.run(["cores", ...args], { cwd });
    expect({ args, code, stdout, flaw: flawOf(stderr, word) }).toEqual({ args, code: 1, stdout: "", flaw: "" });
  }
  for (const args of [["create", "Blue"], ["create", "-a"], ["rename", "blue"], ["delete"]]) {
    const { code, stdout } = await lab.run(["cores", ...args], { cwd });
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
  }
});
