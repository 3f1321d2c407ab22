import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DEFAULT_PLANS } from "../../src/domain/plan.ts";
import { ANSWER_BYTES_MAX } from "../../src/mcp/bound-answer.ts";
import { startTestService, type TestAccount, type TestService } from "../support/test-service.ts";
import { callTool, listTools, post, rpc, said } from "./mcp-host.ts";

const AGENT_TOOLS = ["prepare_turn", "record_turn", "remember", "recall", "forget", "profile", "list_rules"];
const ADMIN_TOOLS = ["add_rule", "change_rule", "delete_rule"];

let started: TestService;
let account: TestAccount;
beforeAll(async () => {
  const small = { ...DEFAULT_PLANS.free, turnsPerMonth: 1, requestsPerSecond: null };
  started = await startTestService({
    plans: { ...DEFAULT_PLANS, free: small },
    guard: { keyRequestsPerSecond: 50 },
  });
  account = await started.account();
});
afterAll(() => started.close());

const ada = () => account.agent.at({ user: "ada" });

describe("the tools of a key", () => {
  test("an admin key has those that change rules, an agent key has not", async () => {
    const names = async (client = account.agent) => (await listTools(client)).map(({ name }) => name);
    expect(await names()).toEqual(AGENT_TOOLS);
    expect(await names(account.admin)).toEqual([...AGENT_TOOLS, ...ADMIN_TOOLS]);
  });

  test("an agent key that calls one of those is told which there are", async () => {
    const { status, body } = await rpc(ada(), "tools/call", { name: "add_rule", arguments: { text: "Be brief." } });
    expect({ status, code: body.error?.code }).toEqual({ status: 200, code: -32602 });
    expect(body.error?.message).toContain("There are prepare_turn, record_turn");
  });

  test("each says what it does and what it takes, in the names of tools", async () => {
    for (const { description, inputSchema, outputSchema, annotations } of await listTools(account.admin)) {
      expect(description.length).toBeGreaterThan(100);
      expect(Object.values(inputSchema.properties).filter((field) => field.description === undefined)).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toMatch(/`\/(prepare|record|recall|lessons|memory)`/);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema.type).toBe("object");
      expect(Object.keys(annotations).sort()).toEqual(
        ["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint", "title"].sort(),
      );
    }
  });

  test("reading tools say that they change nothing, erasing ones that they take away", async () => {
    const tools = await listTools(account.admin);
    const with_ = (hint: string) =>
      tools.filter(({ annotations }) => annotations[hint] === true).map(({ name }) => name);
    expect(with_("readOnlyHint")).toEqual(["recall", "profile", "list_rules"]);
    expect(with_("destructiveHint")).toEqual(["forget", "change_rule", "delete_rule"]);
  });
});

describe("whose memory", () => {
  test("without a header or a bound key the user is an argument that must be there", async () => {
    const [tool] = await listTools(account.agent);
    expect(tool?.inputSchema.required).toEqual(["input", "user"]);
    const refused = await callTool(account.agent, "recall", { query: "tea" });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toStartWith("Name the user: give `user`");
  });

  test.each(["header", "bound key"])("with a %s no call has to name one, and none may name another", async (way) => {
    const client = way === "header" ? ada() : await account.key({ user: "ada" });
    const [tool] = await listTools(client);
    expect(tool?.inputSchema.required).toEqual(["input"]);
    expect(tool?.inputSchema.properties.user).toBeUndefined();
    expect((await callTool(client, "recall", { query: "tea", user: "ada" })).isError).toBeUndefined();
    const refused = await callTool(client, "recall", { query: "tea", user: "ben" });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toContain("leave `user` out");
  });

  test("a bound key is refused where the header names another user", async () => {
    const bound = (await account.key({ user: "ada" })).at({ user: "ben" });
    const refused = await callTool(bound, "recall", { query: "tea" });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toContain("(key_scope)");
  });

  test("an id that is none is refused before anything is asked", async () => {
    for (const user of ["", "a::b", "a b", "ä", "x".repeat(129), 7, ["ada"]]) {
      const refused = await callTool(account.agent, "recall", { query: "tea", user });
      expect(said(refused)).toStartWith("`user` must have 1 to 128 visible ASCII characters");
    }
  });

  test("two bound keys see and erase nothing of each other", async () => {
    const [carl, dora] = [await account.key({ user: "carl" }), await account.key({ user: "dora" })];
    const kept = await callTool(carl, "remember", { input: "Carl hides the spare key under the blue pot." });
    const id = String(kept.structuredContent?.id);
    const found = await callTool(dora, "recall", { query: "Where is the spare key? Under the blue pot?" });
    expect(found.structuredContent).toEqual({ sources: [] });
    expect(said(await callTool(dora, "forget", { id }))).toContain("(memory_not_found)");
    const read = await rpc(dora, "resources/read", { uri: `memoryd://memory/${id}` });
    expect(read.body.error?.message).toContain("not found");
    const own = await rpc(carl, "resources/read", { uri: `memoryd://memory/${id}` });
    expect(JSON.stringify(own.body.result)).toContain("blue pot");
  });
});

describe("what a tool does", () => {
  test("a turn that is prepared and recorded is recalled, and forgotten", async () => {
    const user = "eva";
    const turn = await callTool(account.agent, "prepare_turn", { input: "My bicycle is green.", user });
    const turn_token = turn.structuredContent?.turn_token;
    const recorded = await callTool(account.agent, "record_turn", { turn_token, answer: "Green it is.", user });
    expect(recorded.structuredContent).toEqual({ ok: true });
    const [source] = await sourcesOf("Which colour has my bicycle?", user);
    expect(source?.text).toBe("My bicycle is green.\nGreen it is.");
    await callTool(account.agent, "forget", { id: source?.id, user });
    expect(await sourcesOf("Which colour has my bicycle?", user)).toEqual([]);
  });

  test("what is remembered is found by its metadata alone", async () => {
    const user = "fay";
    for (const kind of ["taste", "place"])
      await callTool(account.agent, "remember", { input: `Fay wrote of her ${kind}.`, metadata: { kind }, user });
    const found = await callTool(account.agent, "recall", { query: "Fay wrote", metadata: { kind: "place" }, user });
    expect(found.structuredContent?.sources).toMatchObject([{ text: "Fay wrote of her place." }]);
  });

  test("rules are added, changed, listed and deleted", async () => {
    const gil = account.admin.at({ user: "gil" });
    const added = await callTool(gil, "add_rule", { text: "Answer in metric units." });
    const id = added.structuredContent?.id;
    await callTool(gil, "change_rule", { id, text: "Answer in metric units, always.", pinned: true });
    const rules = async () => (await callTool(gil, "list_rules", {})).structuredContent?.lessons;
    expect(await rules()).toMatchObject([{ response_text: "Answer in metric units, always.", pinned: true }]);
    expect((await callTool(gil, "profile", {})).structuredContent).toMatchObject({ counts: { lessons: 1 } });
    await callTool(gil, "delete_rule", { id, forget: false });
    expect(await rules()).toEqual([]);
  });

  test("the profile and the rules are resources of a connection with a user", async () => {
    const uris = async (client = account.agent) =>
      ((await rpc(client, "resources/list")).body.result as { resources: { uri: string }[] }).resources.map(
        ({ uri }) => uri,
      );
    expect(await uris(ada())).toEqual(["memoryd://profile", "memoryd://rules"]);
    expect(await uris()).toEqual([]);
    const read = await rpc(ada(), "resources/read", { uri: "memoryd://profile" });
    expect(JSON.stringify(read.body.result)).toContain("counts");
    const nameless = await rpc(account.agent, "resources/read", { uri: "memoryd://profile" });
    expect(nameless.body.error?.message).toContain("X-Memory-User");
  });

  test("a long answer is cut, keeps every id, and says where a memory stands whole", async () => {
    const hal = account.agent.at({ user: "hal" });
    const long = (n: number) => `Hal's chapter ${n}: ${"on and on ".repeat(900)}`;
    for (let n = 0; n < 6; n++) await callTool(hal, "remember", { input: long(n) });
    const found = await callTool(hal, "recall", { query: "chapter on and on", limit: 6 });
    const [shown, hint] = found.content.map(({ text }) => text);
    expect(Buffer.byteLength(shown ?? "")).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
    expect(hint).toContain("memoryd://memory/");
    const { sources } = found.structuredContent as { sources: { id: string; text: string }[] };
    expect(new Set(sources.map(({ id }) => id)).size).toBe(6);
    expect(sources.every(({ text }) => text.endsWith(" […]"))).toBe(true);
    const read = await rpc(hal, "resources/read", { uri: `memoryd://memory/${sources[0]?.id}` });
    expect(JSON.stringify(read.body.result).length).toBeGreaterThan(2 * 9_000);
  });

  test("an argument that is misspelled is refused with the name that was meant", async () => {
    const refused = await callTool(ada(), "recall", { querry: "tea" });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toContain("Did you mean `query`?");
  });

  test("a token that is unknown says what to do", async () => {
    const refused = await callTool(ada(), "record_turn", { turn_token: "turn_x", answer: "Yes." });
    expect(said(refused)).toContain("Call `prepare_turn` again");
  });

  async function sourcesOf(query: string, user: string): Promise<readonly { id: string; text: string }[]> {
    const found = await callTool(account.agent, "recall", { query, user });
    return found.structuredContent?.sources as { id: string; text: string }[];
  }
});

describe("what a call takes", () => {
  test("a turn of the plan, as its route does, and a list of tools takes none", async () => {
    const { name, agent } = await started.account();
    await started.operator.patch(`/admin/accounts/${name}`, { plan: "free" });
    const ola = agent.at({ user: "ola" });
    await listTools(ola);
    expect((await callTool(ola, "prepare_turn", { input: "One." })).isError).toBeUndefined();
    const refused = await callTool(ola, "prepare_turn", { input: "Two." });
    expect(said(refused)).toContain("(quota_exceeded)");
    expect((await ola.post("/prepare", { input: "Three." })).status).toBe(429);
  });

  test("one request of the key's rate, whether it calls or lists; recording takes none", async () => {
    const key = await account.key({ user: "pam" });
    const left = async (work: Promise<{ headers: Headers }>) =>
      Number(/r=(\d+)/.exec((await work).headers.get("ratelimit") ?? "")?.[1]);
    const call = (name: string, given: object) => rpc(key, "tools/call", { name, arguments: given });
    expect(await left(rpc(key, "tools/list"))).toBe(49);
    expect(await left(call("recall", { query: "tea" }))).toBe(48);
    expect(await left(call("record_turn", { turn_token: "x", answer: "y" }))).toBeNaN();
    expect(await left(rpc(key, "ping"))).toBe(47);
  });

  test("beyond the rate a call says when to come again, and a list is 429", async () => {
    const key = await account.key({ user: "quin" });
    for (let n = 0; n < 50; n++) await rpc(key, "ping");
    expect((await rpc(key, "tools/list")).status).toBe(429);
    expect(said(await callTool(key, "recall", { query: "tea" }))).toMatch(/Wait 1 s, and call again/);
  });

  test("it is counted as the operation that it does", async () => {
    await callTool(ada(), "recall", { query: "tea" });
    const { operations } = started.service.telemetry.requests.recent();
    const counted = operations.map(({ operationId }) => operationId);
    expect(counted).toContain("answerMcp");
    expect(counted).toContain("recallMemory");
  });
});

test("no key, no word: 401 before anything is read", async () => {
  const { status } = await post(started.stranger, "{ this is no JSON");
  expect(status).toBe(401);
});
