// Metadata of any name and value, filters of any form, and their way through exports and imports.
import { afterAll, describe, expect, test } from "bun:test";
import type { MemoryDetailBody, MemoryPage } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

const found = async (client: Client, query: string): Promise<string[]> => {
  const { status, body } = await client.get<MemoryPage>(`/memory?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items.map(({ text }) => text);
};
const filter = (json: string) => `metadata=${encodeURIComponent(json)}`;

/** As it stands in a body: a literal in the source would make a prototype of `__proto__`. */
async function addJson(client: Client, input: string, metadata: string): Promise<MemoryDetailBody> {
  const body = `{"input":${JSON.stringify(input)},"metadata":${metadata}}`;
  const headers = { ...client.headers(), "content-type": "application/json" };
  const answer = await client.send<MemoryDetailBody>("/memory", { method: "POST", headers, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe("metadata", () => {
  test.each([
    ["__proto__", '{"__proto__":"x"}'],
    ["constructor", '{"constructor":true,"toString":1,"hasOwnProperty":"no"}'],
    ["an emoji", '{"😀":"😀"}'],
    ["64 code points", `{"${"😀".repeat(64)}":1}`],
    ["a line end, a quote and a path", '{"a\\n\\"b":"../../etc","$.a[0]":"{}","%":"%00"}'],
    ["letters that fold", '{"İ":"ß","ﬀ":"K"}'],
    ["combining marks", '{"e\u0301":"e\u0301"}'],
    ["an empty value", '{"a":""}'],
    ["numbers", '{"a":9007199254740991,"b":0.1,"c":-5e-324,"d":-9007199254740991,"e":-1}'],
  ])("with %s comes back as it was, and is found by it alone", async (_, json) => {
    const { agent } = await t.account();
    const item = await addJson(agent, "sun", json);
    await addJson(agent, "moon", '{"other":1}');
    expect(JSON.stringify(item.metadata)).toBe(JSON.stringify(JSON.parse(json)));
    expect((await agent.get<MemoryDetailBody>(`/memory/${item.id}`)).body).toEqual(item);
    expect(await found(agent, filter(json))).toEqual(["sun"]);
    const { body } = await agent.post<{ sources: { text: string }[] }>("/recall", {
      ...{ query: "sun", metadata: JSON.parse(json) },
    });
    expect(body.sources.map(({ text }) => text)).toEqual(["sun"]);
  });

  test.each([
    ["-0", "0"],
    ["1e-400", "0"],
    ["1.0", "1"],
    ["10e-1", "1"],
    ["0.1000", "1e-1"],
  ])("%s and %s are the same number", async (stored, asked) => {
    const { agent } = await t.account();
    await addJson(agent, "sun", `{"n":${stored}}`);
    expect(await found(agent, filter(`{"n":${asked}}`))).toEqual(["sun"]);
    expect(await found(agent, filter(`{"n":"${asked}"}`))).toEqual([]);
  });

  test("names that only look alike are two, and so are values", async () => {
    const { agent } = await t.account();
    await addJson(agent, "composed", '{"\u00e9":"\u00e9"}');
    await addJson(agent, "combined", '{"e\u0301":"e\u0301"}');
    await addJson(agent, "Upper", '{"K":"Y"}');
    await addJson(agent, "lower", '{"k":"y"}');
    expect(await found(agent, filter('{"\u00e9":"\u00e9"}'))).toEqual(["composed"]);
    expect(await found(agent, filter('{"k":"y"}'))).toEqual(["lower"]);
  });

  test.each([
    ["1e400 is no number", '{"a":1e400}'],
    ["65 code points are too long a name", `{"${"😀".repeat(65)}":1}`],
    ["too deep to be metadata", `{"a":${"[".repeat(900)}${"]".repeat(900)}}`],
    ["broken", '{"a":'],
    ["no object", '"a"'],
    ["nothing", "null"],
    ["a whole number that is read as another", '{"a":9007199254740993}'],
  ])("in a query: %s, 400", async (_, json) => {
    const { agent } = await t.account();
    await addJson(agent, "sun", "{}");
    expectError(await agent.get(`/memory?${filter(json)}`), 400, "invalid_request", "metadata");
  });

  // Each was seconds of everybody's time, or an overflow, while the validator wrote down what it found.
  test.each([
    ["objects in objects", `{"a":${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}}`],
    ["lists in lists", `{"a":${"[".repeat(250_000)}${"]".repeat(250_000)}}`],
    ["a list of lists in its place", `${"[".repeat(250_000)}${"]".repeat(250_000)}`],
    ["too many fields, all nested", `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":[[${at}]]`).join()}}`],
    ["whole numbers that are read as others", '{"a":9007199254740993}'],
    ["a null", '{"a":null}'],
  ])("of %s is 400 wherever it is given", async (_, json) => {
    const { agent } = await t.account();
    const { id } = await addJson(agent, "sun", '{"a":1}');
    const headers = { ...agent.headers(), "content-type": "application/json" };
    for (const [method, path, field] of [
      ["POST", "/prepare", "input"],
      ["POST", "/memory", "input"],
      ["POST", "/recall", "query"],
      ["PATCH", `/memory/${id}`, "input"],
    ] as const) {
      const answer = await agent.send(path, { method, headers, body: `{"${field}":"sun","metadata":${json}}` });
      expectError(answer, 400, "invalid_request", "metadata");
    }
    expect((await agent.get<MemoryDetailBody>(`/memory/${id}`)).body.metadata).toEqual({ a: 1 });
  });

  test("without a field filters nothing out", async () => {
    const { agent } = await t.account();
    await addJson(agent, "sun", '{"a":1}');
    await addJson(agent, "moon", "{}");
    expect(await found(agent, filter("{}"))).toEqual(["moon", "sun"]);
    expect(await found(agent, `q=sun&${filter(" { } ")}`)).toEqual(["sun"]);
    const recalled = await agent.post<{ sources: { text: string }[] }>("/recall", { query: "sun", metadata: {} });
    expect(recalled.body.sources.map(({ text }) => text)).toEqual(["sun"]);
  });

  test("travels whole; an export of an earlier version has none", async () => {
    const { admin, agent } = await t.account();
    const json = '{"__proto__":"x","constructor":1.5,"😀":false}';
    await addJson(agent, "sun", json);
    await agent.turn("moon", "stars");
    const { text } = await admin.text("/admin/export");
    const arrive = async (lines: string) => {
      const other = await t.account();
      const headers = { ...other.admin.headers(), "content-type": "application/x-ndjson" };
      const answer = await other.admin.send("/admin/import", { method: "POST", headers, body: lines });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return other.admin;
    };
    const there = await arrive(text);
    expect(await found(there, filter(json))).toEqual(["sun"]);
    const metrics = { turns: 1, memory_size: 2 };
    expect((await there.get("/metrics")).body).toMatchObject(metrics);
    expect((await there.text("/admin/export")).text.match(/"metadata":\{.*?\}/)?.[0]).toBe(`"metadata":${json}`);
    const [, ...rest] = text.trimEnd().split("\n").toReversed();
    const older = rest.toReversed().map((line) => line.replace(/,?"metadata":\{[^}]*\}/, ""));
    const body = older.map((line) => `${line}\n`).join("");
    const sha256 = new Bun.CryptoHasher("sha256").update(body).digest("hex");
    const end = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");
    const earlier = await arrive(`${body}${JSON.stringify({ ...end, sha256 })}\n`);
    expect((await earlier.get("/metrics")).body).toMatchObject(metrics);
    expect(await found(earlier, filter(json))).toEqual([]);
  });
});

describe("words of a search", () => {
  test.each([
    ["stop words alone", "the and of ".repeat(90)],
    ["emoji", "😀".repeat(1_000)],
    ["combining marks", `e${"\u0301".repeat(999)}`],
    ["signs", `"*(NEAR) -x' %_`.repeat(60)],
    ["a word of the brain and one that is not there", "sun nowhere"],
  ])("%s find nothing", async (_, q) => {
    const { agent } = await t.account();
    await addJson(agent, "sun moon", "{}");
    expect(await found(agent, `q=${encodeURIComponent([...q].slice(0, 1_000).join(""))}`)).toEqual([]);
  });

  test.each([
    ["one word a hundred times", "moon ".repeat(100)],
    ["among stop words", `${"the ".repeat(200)}sun`],
  ])("%s find what holds it", async (_, q) => {
    const { agent } = await t.account();
    await addJson(agent, "sun moon", "{}");
    expect(await found(agent, `q=${encodeURIComponent(q.trim())}`)).toEqual(["sun moon"]);
  });

  test.each(["0", "1001", "99999999999999999999", "-1", "1e3", "", "NaN", "0x10"])("limit %p is 400", async (limit) => {
    const { agent } = await t.account();
    for (const path of ["/memory?q=a&", "/sessions?", "/sessions/s?"]) {
      expectError(await agent.get(`${path}limit=${limit}`), 400, "invalid_request", "limit");
    }
  });
});
