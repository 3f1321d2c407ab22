// The client against the executable: the loop of a turn, lists, files, and a service that goes away and comes back.
import { expect, test } from "bun:test";
import { openLab } from "../../../test/e2e/executable.ts";
import { GENERATED, typesOf } from "../scripts/generate-types.ts";
import { createClient, type ExportLine, type MemorydError } from "../src/client.ts";
import { allOf } from "../src/pages.ts";

const lab = openLab({ model: "tiny" });
const { url, adminKey: key } = await lab.start();
const client = createClient({ url, key });

test("the loop of a turn", async () => {
  const ada = client.forUser("ada");
  const { messages, turn_token, allowed } = await ada.prepare({ input: "I live in Lisbon." });
  expect({ allowed, roles: messages.map(({ role }) => role) }).toEqual({ allowed: true, roles: ["system", "user"] });
  expect(await ada.verify({ answer: "Noted.", turn_token: turn_token! })).toMatchObject({ ok: true });
  expect(await ada.record({ turn_token: turn_token!, answer: "Noted." })).toEqual({ ok: true });
  expect(await ada.record({ turn_token: turn_token!, answer: "Noted." })).toEqual({ ok: true });
  const { sources } = await ada.recall({ query: "I live in Lisbon?" });
  expect(sources.map(({ text }) => text)).toEqual(["I live in Lisbon.\nNoted."]);
  expect(await ada.metrics()).toMatchObject({ turns: 1, memory_size: 1 });
  expect((await ada.profile()).counts).toMatchObject({ turns: 1, sessions: 0 });
});

test("memory is added, changed, found by its fields, listed page by page, and forgotten", async () => {
  const bob = client.forUser("bob");
  for (const nth of [1, 2, 3, 4, 5]) {
    await bob.memory.add({ input: `Fact ${nth}.`, session: "s/1", metadata: { nth, odd: nth % 2 === 1 } });
  }
  const all = await allOf(bob.memory.each({ limit: 2 }));
  expect(all.map(({ text }) => text)).toEqual(["Fact 5.", "Fact 4.", "Fact 3.", "Fact 2.", "Fact 1."]);
  const odd = await bob.memory.list({ metadata: { odd: true } });
  expect(odd.items.map(({ metadata }) => metadata.nth)).toEqual([5, 3, 1]);
  expect((await allOf(bob.sessions.each())).map(({ name, turns }) => [name, turns])).toEqual([["s/1", 5]]);
  expect(await allOf(bob.sessions.eachTurn("s/1", { limit: 2 }))).toHaveLength(5);
  const [{ id } = { id: "" }] = odd.items;
  expect(await bob.memory.change(id, { answer: "Indeed." })).toMatchObject({ text: "Fact 5.\nIndeed." });
  await bob.memory.forget(id);
  const gone = await bob.memory.get(id).catch((error: unknown) => error);
  expect(gone).toMatchObject({ name: "MemorydError", code: "memory_not_found", status: 404 });
  expect(await bob.memory.forgetAll()).toMatchObject({ packets: 4 });
});

test("a wrong field is refused with its name", async () => {
  const wrong = client.prepare({ input: "Hello", user: "ada" } as { input: string });
  const error = await wrong.catch((thrown: unknown) => thrown as MemorydError);
  expect(error).toMatchObject({ status: 400, code: "unknown_field", details: { field: "user" } });
});

test("an export is read line by line, and goes in again; one that broke off is told", async () => {
  const lines = await allOf(client.admin.export({ user: "ada", embeddings: false }));
  expect(lines.map(({ type }) => type)).toEqual(["header", "brain", "packet", "end"]);
  const packets = (report: Awaited<ReturnType<typeof client.admin.import>>) => report.packets;
  expect(packets(await client.admin.import(lines))).toEqual({ stored: 0, skipped: 1 });
  await client.forUser("ada").memory.forgetAll();
  const asTexts = lines.map((line) => JSON.stringify(line));
  expect(packets(await client.admin.import(`${asTexts.join("\n")}\n`))).toEqual({ stored: 1, skipped: 0 });
  async function* cut(): AsyncGenerator<ExportLine> {
    yield* lines.slice(0, -1);
  }
  const error = await client.admin.import(cut()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 400, code: "invalid_request" });
});

test("health is told without an error", async () => {
  expect(await client.health.live()).toEqual({ status: "ok" });
  expect((await client.health.check()).status).toBeString();
  expect(await client.health.prometheus()).toContain("memoryd_");
});

test("the types are those of the service's document: `bun run types` writes them", async () => {
  const served = await (await fetch(`${url}/openapi.json`)).text();
  expect(await Bun.file(GENERATED).text()).toBe(await typesOf(served));
});
