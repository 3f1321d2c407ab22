// What leaves in an export, and that it comes back the same.
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { LessonPage, MemoryPage } from "../support/bodies.ts";
import { DAY_MS } from "../support/chance.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService, type TestService } from "../support/test-service.ts";
import { WordEmbedder } from "../support/word-embedder.ts";

/** One for all services here: it gives words their directions in the order in which it meets them. */
const embedder = new WordEmbedder();
const service = (seed = 1) => startTestService({ embedder, seed });
const t = await service();
afterAll(() => t.close());

async function exported(client: Client, query = ""): Promise<string> {
  const { status, text } = await client.text(`/admin/export${query}`);
  expect(status, text).toBe(200);
  return text;
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const typesOf = (text: string) => linesOf(text).map((line) => line.type);

/** What differs is told line by line, without the embeddings' digits. */
function expectSame(found: string, wanted: string): void {
  const short = (text: string) =>
    text.replaceAll(/"[A-Za-z0-9+/=]{2048}"/g, (vector) => `"${Bun.hash(vector)}"`).split("\n");
  expect(short(found)).toEqual(short(wanted));
  expect(found === wanted).toBe(true);
}

function send(client: Client, text: string, query = "") {
  const headers = { ...client.headers(), "content-type": "application/x-ndjson" };
  return client.send<{ packets: { stored: number; skipped: number }; lessons: object; to_embed: number }>(
    `/admin/import${query}`,
    { method: "POST", headers, body: text },
  );
}

/** Everything that an account may hold. */
async function fill(s: TestService, admin: Client): Promise<void> {
  await admin.post("/cores", { slug: "blue", name: "Blue", context: "Speaks of blue." });
  await admin.patch("/admin/settings", { retrieval_mode: "hybrid", sources_max: 5 });
  await admin.put("/admin/constitutions/strict", {
    text: "Be strict.",
    gates: [{ pattern: "secret", reason: "No secrets." }],
    prohibitions: [],
  });
  const ada = admin.at({ user: "ada" });
  await ada.turn("My name is Dana.", "Hello Dana.");
  await ada.turn("My name is Diana.", "Hm.");
  await ada.turn("I like metric units, always.", "Noted.");
  await ada.turn("No, I like metric units everywhere.", "Noted again.");
  const { turn_token } = await ada.prepare("alpha beta", { session: "s 1", occurred_at: "2025-05-01T10:00:00Z" });
  await ada.record(turn_token, "gamma");
  expect((await ada.post("/sync", {})).status).toBe(200);
  const lesson = await ada.teach("Use metric units.");
  const gone = await ada.teach("Speak Latin.");
  await ada.delete(`/lessons/${gone.id}`);
  await ada.prepare("Use metric units.");
  expect(lesson.id).toStartWith("les_");
  await ada.turn("after the pass", "ok");
  await admin.at({ core: "blue" }).turn("the sky is blue", "so it is");
  await s.service.backlog.settle(1);
}

async function settled(s: TestService): Promise<void> {
  for (let brain = 1; brain <= 4; brain += 1) await s.service.backlog.settle(brain);
  for (let round = 0; s.service.reembedding.progress() !== null; round += 1) {
    if (round > 2_000) throw new Error("the embeddings are never made");
    await Bun.sleep(5);
  }
}

describe("GET /admin/export", () => {
  test("holds everything of the account, in order, and no key", async () => {
    const s = await service();
    await fill(s, s.operator);
    await settled(s);
    const text = await exported(s.operator);
    expect(typesOf(text)).toEqual(
      ["header", "settings", "constitution", "core", "brain", "packet", "brain"].concat(
        Array(6).fill("packet"),
        typesOf(text).filter((type) => type === "lesson"),
        ["forgotten_rule", "end"],
      ),
    );
    expect(text).not.toContain("mk_live_");
    expect(text).not.toContain("turn_");
    const lines = linesOf(text);
    expect(lines[0]).toMatchObject({ format: "memoryd-export", version: 1, account: "default", embeddings: true });
    expect(lines.filter((line) => line.type === "packet").map((line) => line.learned)).toEqual(
      expect.arrayContaining([true, false]),
    );
    const end = lines.at(-1);
    expect(end.sha256).toBe(
      createHash("sha256")
        .update(text.slice(0, text.lastIndexOf('{"type":"end"')))
        .digest("hex"),
    );
    expect(end).toMatchObject({ brains: 2, packets: 7, forgotten_rules: 1 });
    await s.close();
  });

  test.each(["", "?embeddings=false"])(
    "export, import into empty data, export again: the same bytes (%p)",
    async (query) => {
      const s = await service();
      const other = await service(2);
      await fill(s, s.operator);
      await settled(s);
      const text = await exported(s.operator, query);
      const { status, body } = await send(other.operator, text);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.packets).toEqual({ stored: 7, skipped: 0 });
      await settled(other);
      expectSame(await exported(other.operator, query), text);
      // Embeddings are the same whether they came along or were made again.
      expectSame(await exported(other.operator), await exported(s.operator));
      const ada = (client: TestService) => client.operator.at({ user: "ada" });
      expect(await ada(other).state()).toEqual(await ada(s).state());
      const recall = (client: TestService) => ada(client).post("/recall", { query: "which units do I like" });
      expect((await recall(other)).body).toEqual((await recall(s)).body);
      await s.close();
      await other.close();
    },
  );

  test("embeddings that came along are not made again, those of another model are", async () => {
    const s = await service();
    await fill(s, s.operator);
    await settled(s);
    const text = await exported(s.operator);
    const other = await service(2);
    expect((await send(other.operator, text)).body.to_embed).toBe(0);
    await other.close();
    const lines = text.trimEnd().split("\n");
    const header = JSON.stringify({ ...JSON.parse(lines[0]!), model: { id: "another", sha256: "0".repeat(64) } });
    const changed = `${[header, ...lines.slice(1, -1)].join("\n")}\n`;
    const end = { ...JSON.parse(lines.at(-1)!), sha256: createHash("sha256").update(changed).digest("hex") };
    const third = await service(3);
    const { body } = await send(third.operator, `${changed}${JSON.stringify(end)}\n`);
    expect(body.to_embed).toBeGreaterThan(7);
    await settled(third);
    expectSame(await exported(third.operator), text);
    await third.close();
    await s.close();
  });

  test("learning goes on as before: what was learned is not learned again, what was not is", async () => {
    const s = await service();
    await fill(s, s.operator);
    await settled(s);
    await s.operator.at({ user: "ada" }).turn("after the pass", "ok");
    await settled(s);
    const other = await service(2);
    await send(other.operator, await exported(s.operator, "?embeddings=false"));
    await settled(other);
    const plan = async (service: TestService) =>
      (
        await service.operator
          .at({ user: "ada" })
          .post<{ packets_scanned: number; clusters: object[] }>("/synthesize/prepare", {})
      ).body;
    const [before, after] = [await plan(s), await plan(other)];
    expect(after.packets_scanned).toBe(2);
    expect(after.clusters.map((cluster) => ({ ...cluster, id: "" }))).toEqual(
      before.clusters.map((cluster) => ({ ...cluster, id: "" })),
    );
    await s.close();
    await other.close();
  });

  test("a core, a user, or both can be exported alone", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await admin.at({ core: "blue", user: "ada" }).turn("one", "two");
    await admin.at({ user: "ada" }).turn("three", "four");
    await admin.at({ user: "bob" }).turn("five", "six");
    const brains = async (query: string) =>
      linesOf(await exported(admin, query)).flatMap(({ type, core, user }) =>
        type === "brain" ? [`${core}/${user}`] : [],
      );
    expect(await brains("")).toEqual(["blue/ada", "default/ada", "default/bob"]);
    expect(await brains("?core=blue")).toEqual(["blue/ada"]);
    expect(await brains("?core=default")).toEqual(["default/ada", "default/bob"]);
    expect(await brains("?user=ada")).toEqual(["blue/ada", "default/ada"]);
    expect(await brains("?user=ada&core=default")).toEqual(["default/ada"]);
    expect(await brains("?user=nobody")).toEqual([]);
    expect(typesOf(await exported(admin, "?core=blue"))).toContain("core");
    // What the operator told a core is not the user's.
    expect(typesOf(await exported(admin, "?user=ada"))).not.toContain("core");
  });

  test("more than a page is exported whole and in order", async () => {
    const { admin, name } = await t.account();
    const entries = Array.from({ length: 250 }, (_, at) => ({ role: "user", content: `number ${at}` }));
    const messages = entries.flatMap((entry) => [entry, { role: "assistant", content: "ok" }]);
    const headers = { ...admin.headers(), "content-type": "application/json" };
    const answer = await admin.send("/admin/import", { method: "POST", headers, body: JSON.stringify(messages) });
    expect(answer.status, name).toBe(200);
    const packets = linesOf(await exported(admin)).filter((line) => line.type === "packet");
    expect(packets.map((packet) => packet.input)).toEqual(entries.map((entry) => entry.content));
  });

  test("an expired lesson stays behind", async () => {
    const s = await service();
    await s.operator.teach("Be brief.");
    const text = await exported(s.operator);
    expect(typesOf(text)).toContain("lesson");
    s.clock.advance(31 * DAY_MS);
    expect(typesOf(await exported(s.operator))).not.toContain("lesson");
    const other = await service(2);
    other.clock.advance(31 * DAY_MS);
    expect((await send(other.operator, text)).body.lessons).toEqual({ stored: 0, skipped: 0, expired: 1 });
    await s.close();
    await other.close();
  });

  test("an unknown core is 404, a wrong value 400", async () => {
    const { admin } = await t.account();
    expectError(await admin.get("/admin/export?core=nope"), 404, "core_not_found");
    expectError(await admin.get("/admin/export?core=NO"), 400, "invalid_request", "core");
    expectError(await admin.get("/admin/export?user=a::b"), 400, "invalid_request", "user");
    expectError(await admin.get("/admin/export?embeddings=yes"), 400, "invalid_request", "embeddings");
  });

  test("a bound key exports its own part only, an agent key nothing, and no account another's", async () => {
    const { admin, agent, key } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await admin.at({ core: "blue", user: "ada" }).turn("one", "two");
    await admin.at({ user: "bob" }).turn("secretword", "six");
    const ada = await key({ scope: "admin", user: "ada" });
    const blue = await key({ scope: "admin", core: "blue" });
    expect(await exported(ada)).not.toContain("secretword");
    expect(linesOf(await exported(ada)).filter((line) => line.type === "packet")).toHaveLength(1);
    expect(await exported(blue)).not.toContain("secretword");
    expectError(await ada.get("/admin/export?user=bob"), 403, "key_scope");
    expectError(await blue.get("/admin/export?core=default"), 403, "key_scope");
    expectError(await agent.get("/admin/export"), 403, "admin_required");
    const stranger = await t.account();
    expect(typesOf(await exported(stranger.admin))).toEqual(["header", "end"]);
  });

  test("nothing of a lesson's history is lost", async () => {
    const s = await service();
    const ada = s.operator.at({ user: "ada" });
    await ada.teach("cooking rice");
    await ada.prepare("cooking rice");
    s.clock.advance(DAY_MS);
    const text = await exported(s.operator);
    const other = await service(2);
    await send(other.operator, text);
    const lessons = async (client: Client) => (await client.get<LessonPage>("/lessons")).body;
    expect(await lessons(other.operator.at({ user: "ada" }))).toEqual(await lessons(ada));
    expect((await lessons(ada)).lessons[0]?.use_count).toBe(1);
    const memory = async (client: Client) => (await client.get<MemoryPage>("/memory")).body;
    expect(await memory(other.operator.at({ user: "ada" }))).toEqual(await memory(ada));
    await s.close();
    await other.close();
  });
});
