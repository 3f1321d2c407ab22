// Files of other programs: mem0, basic-memory, chat messages.
import { afterAll, describe, expect, test } from "bun:test";
import type { ErrorAnswer } from "../support/bodies.ts";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/expectations.ts";
import { startTestService } from "../support/test-service.ts";

const t = await startTestService();
afterAll(() => t.close());

interface ImportBody {
  readonly format: string;
  readonly packets: { stored: number; skipped: number };
}

interface Item {
  readonly text: string;
  readonly packet_type: string;
  readonly confidence: number;
  readonly occurred_at: string | null;
  readonly session: string | null;
}

function send(client: Client, file: unknown, query = "") {
  const body = typeof file === "string" ? file : JSON.stringify(file);
  const headers = { ...client.headers(), "content-type": "application/json" };
  return client.send<ImportBody>(`/admin/import${query}`, { method: "POST", headers, body });
}

/** Everything that the brain remembers, oldest first. */
async function memoryOf(client: Client): Promise<Item[]> {
  const { items } = (await client.get<{ items: { id: string }[] }>("/memory?limit=1000")).body;
  const all: Item[] = [];
  for (const { id } of items.reverse()) all.push((await client.get<Item>(`/memory/${id}`)).body);
  return all;
}

const textsOf = async (client: Client) => (await memoryOf(client)).map(({ text }) => text);

async function takes(client: Client, file: unknown, format: string, stored: number, query = ""): Promise<void> {
  const { status, body } = await send(client, file, query);
  expect([status, body]).toEqual([200, expect.objectContaining({ format, packets: { stored, skipped: 0 } })]);
  // The same again adds nothing, whenever that is.
  t.clock.advance(1_000);
  expect((await send(client, file, query)).body).toMatchObject({ packets: { stored: 0, skipped: stored } });
}

describe("mem0", () => {
  const MEMORIES = [
    {
      id: "m2",
      memory: "Prefers metric units",
      user_id: "ada",
      created_at: "2025-03-02T10:00:00.5-07:00",
      updated_at: null,
    },
    {
      id: "m1",
      memory: "Lives in Lisbon",
      user_id: "ada",
      metadata: { a: 1 },
      created_at: "2025-03-01T10:00:00",
      hash: "x",
    },
    { id: "m3", memory: "Plays chess", user_id: "bob", run_id: "run 1", created_at: null, categories: ["hobby"] },
  ];

  test.each([
    ["a list", MEMORIES],
    ["what get_all answers", { results: MEMORIES, relations: [] }],
    ["a page of the platform", { count: 3, next: null, previous: null, results: MEMORIES }],
    ["JSON Lines", MEMORIES.map((memory) => JSON.stringify(memory)).join("\n")],
  ])("%s goes to its users, the oldest first, with its times", async (_, file) => {
    const { admin } = await t.account();
    await takes(admin, file, "mem0", 3);
    const ada = await memoryOf(admin.at({ user: "ada" }));
    expect(ada.map(({ text, occurred_at }) => [text, occurred_at])).toEqual([
      ["Lives in Lisbon", "2025-03-01T10:00:00.000Z"],
      ["Prefers metric units", "2025-03-02T17:00:00.500Z"],
    ]);
    expect(await memoryOf(admin.at({ user: "bob" }))).toMatchObject([
      { text: "Plays chess", session: "run 1", packet_type: "raw", confidence: 0.5 },
    ]);
  });

  test("OpenMemory's backup belongs to the user that it names; what was deleted there stays away", async () => {
    const { admin } = await t.account();
    const memory = (content: string, state: string) => ({
      id: content,
      user_id: "0b1e",
      content,
      state,
      metadata: {},
      created_at: "2025-01-01T00:00:00+00:00",
    });
    const file = {
      user: { id: "0b1e", user_id: "ada" },
      apps: [],
      memories: [memory("Likes tea", "active"), memory("Likes gin", "deleted")],
    };
    await takes(admin, file, "mem0", 1);
    expect(await textsOf(admin.at({ user: "ada" }))).toEqual(["Likes tea"]);
  });

  test("all of it can be given to one user and core", async () => {
    const { admin } = await t.account();
    await admin.post("/cores", { slug: "blue", name: "Blue" });
    await takes(admin, MEMORIES, "mem0", 3, "?core=blue&user=eve");
    expect(await textsOf(admin.at({ core: "blue", user: "eve" }))).toHaveLength(3);
  });

  test("an odd user, a wrong time or an empty text is told with its entry", async () => {
    const { admin } = await t.account();
    for (const wrong of [
      { user_id: "a b" },
      { created_at: "soon" },
      { created_at: 1e300 },
      { created_at: [] },
      { memory: "a\u0000b" },
    ]) {
      const answer = await send(admin, [...MEMORIES, { ...MEMORIES[0], ...wrong }]);
      expectError(answer, 400, "invalid_request");
      expect((answer.body as unknown as ErrorAnswer).details).toEqual({ entry: 4 });
    }
    expect((await admin.get<{ items: unknown[] }>("/admin/users")).body.items).toEqual([]);
    expectError(await send(admin, [{ memory: 5 }], "?format=mem0"), 400, "invalid_request");
  });
});

describe("chat messages", () => {
  const user = (content: unknown, more = {}) => ({ role: "user", content, ...more });
  const assistant = (content: unknown) => ({ role: "assistant", content });

  test("what was said and what was answered become one turn; the rest is left out", async () => {
    const { admin } = await t.account();
    const messages = [
      { role: "system", content: "You are kind." },
      assistant("Welcome!"),
      user("I live in", { timestamp: 1_740_000_000 }),
      user([
        { type: "text", text: "Lisbon." },
        { type: "image_url", image_url: {} },
      ]),
      assistant(null),
      assistant("Noted."),
      { role: "tool", content: "{}" },
      assistant("Lisbon it is."),
      user("Nobody answers this."),
    ];
    await takes(admin, messages, "chat", 2);
    expect(await memoryOf(admin)).toMatchObject([
      { text: "I live in\nLisbon.\nNoted.\nLisbon it is.", occurred_at: "2025-02-19T21:20:00.000Z", session: null },
      { text: "Nobody answers this.", occurred_at: null },
    ]);
  });

  test("JSON Lines of messages are one conversation", async () => {
    const { admin } = await t.account();
    const lines = [user("one"), assistant("two"), user("three"), assistant("four")];
    await takes(admin, lines.map((line) => JSON.stringify(line)).join("\r\n"), "chat", 2);
    expect(await textsOf(admin)).toEqual(["one\ntwo", "three\nfour"]);
  });

  test("each line of messages is a conversation of its own, with its user and a name", async () => {
    const { admin } = await t.account();
    const lines = [
      { id: "talk 1", user: "ada", messages: [user("one"), assistant("two")] },
      { messages: [user("three"), assistant("four"), user("five"), assistant("six")] },
      { messages: [user("seven")] },
    ];
    await takes(admin, lines.map((line) => JSON.stringify(line)).join("\n"), "chat", 4);
    expect(await memoryOf(admin.at({ user: "ada" }))).toMatchObject([{ text: "one\ntwo", session: "talk 1" }]);
    const sessions = (await memoryOf(admin)).map(({ session }) => session);
    expect(sessions[0]).toMatch(/^chat-[0-9a-f]{16}$/);
    expect(sessions[1]).toBe(sessions[0]!);
    expect(sessions[2]).not.toBe(sessions[0]!);
  });

  test("the same words twice are two turns", async () => {
    const { admin } = await t.account();
    await takes(admin, [user("ok"), assistant("ok"), user("ok"), assistant("ok")], "chat", 2);
  });

  test("corrections and self-attributes are read like those of recorded turns", async () => {
    const { admin } = await t.account();
    const turns = ["My name is Dana.", "My name is Diana.", "No, I like metric units.", "My name is Diana."];
    const messages = turns.flatMap((said) => [user(said), assistant("ok")]);
    await takes(admin, messages, "chat", 4);
    const recorded = await t.account();
    for (const said of turns) await recorded.admin.turn(said, "ok");
    const shape = ({ packet_type, confidence }: Item) => [packet_type, confidence];
    expect((await memoryOf(admin)).map(shape)).toEqual((await memoryOf(recorded.admin)).map(shape));
    const answer = { answer: "Your name is Dana." };
    const said = await admin.post<{ contradiction: boolean }>("/verify", answer);
    expect(said.body).toMatchObject({ contradiction: true });
    expect((await recorded.admin.post<object>("/verify", answer)).body).toMatchObject({ contradiction: true });
  });

  test("a value that the brain has confirmed makes another one a claim", async () => {
    const { admin } = await t.account();
    await admin.turn("My name is Dana.", "ok");
    await takes(admin, [user("My name is Diana."), assistant("ok")], "chat", 1);
    expect((await memoryOf(admin))[1]).toMatchObject({ confidence: 0.15 });
  });
});

describe("basic-memory", () => {
  const NOTE = `---
title: Coffee Brewing
type: note
permalink: notes/coffee-brewing
created: 2025-04-01
tags: [coffee]
---

# Coffee Brewing

I learnt this from Rosa.
She has a café.

## Observations
- [method] Pour over gives more clarity #brewing (own experience)
- [ ] buy filters

## Relations
- relates_to [[Coffee Beans]]

## History
It began in Ethiopia.
`;
  const FACTS = [
    "Coffee Brewing: I learnt this from Rosa. She has a café.",
    "Coffee Brewing (method): Pour over gives more clarity #brewing (own experience)",
    "Coffee Brewing: - [ ] buy filters",
    "Coffee Brewing relates to Coffee Beans",
    "Coffee Brewing, History: It began in Ethiopia.",
  ];

  test("each observation, relation and paragraph of a note is a fact under its title", async () => {
    const { admin } = await t.account();
    await takes(admin, NOTE, "basic-memory", 5);
    const all = await memoryOf(admin);
    expect(all.map(({ text }) => text)).toEqual(FACTS);
    expect(all[0]).toMatchObject({ occurred_at: "2025-04-01T00:00:00.000Z", session: "notes/coffee-brewing" });
  });

  test("notes as JSON", async () => {
    const { admin } = await t.account();
    const notes = [
      { title: "Coffee Brewing", permalink: "c", content: NOTE, file_path: "notes/c.md" },
      {
        title: "Tea",
        permalink: "tea",
        content: "- [taste] Green, not black",
        file_path: "tea.md",
        frontmatter: { created: "2024-01-01" },
      },
    ];
    await takes(admin, notes, "basic-memory", 6);
    expect(await textsOf(admin)).toEqual(["Tea (taste): Green, not black", ...FACTS]);
  });

  test("a page is cut into statements that are no longer than a paragraph", async () => {
    const { admin } = await t.account();
    const page = `# Long\n\n${"This is a sentence of the page. ".repeat(100)}`;
    expect((await send(admin, page)).status).toBe(200);
    const texts = await textsOf(admin);
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(text.length).toBeLessThan(1_020);
    expect(
      texts
        .join("")
        .replaceAll("Long: ", "")
        .match(/sentence/g),
    ).toHaveLength(100);
  });

  test("no piece of a page ends within a character", async () => {
    const { admin } = await t.account();
    expect((await send(admin, `# Long\n\na${"\u{1f600}".repeat(1_200)}`)).status).toBe(200);
    const said = (await textsOf(admin)).map((text) => text.replace("Long: ", "").trim()).join("");
    expect(said).toBe(`a${"\u{1f600}".repeat(1_200)}`);
  });

  test("a long title is cut: it stands before each fact", async () => {
    const { admin } = await t.account();
    expect((await send(admin, `# ${"very long ".repeat(100)}\n\nOne.\n\nTwo.`)).status).toBe(200);
    for (const text of await textsOf(admin)) expect(text).toMatch(/^(very long )*very long…: (One|Two)\.$/);
  });

  test("broken front matter is told, and such that is far too long", async () => {
    const { admin } = await t.account();
    expectError(await send(admin, "---\ntitle: [\n---\ntext"), 400, "invalid_request");
    expectError(await send(admin, `---\ntitle: ${"[".repeat(10_000)}\n---\ntext`), 400, "invalid_request");
    expectError(await send(admin, `---\n${"a: 1\n".repeat(5_000)}---\ntext`), 400, "invalid_request");
  });
});

test("values that no text can be made of, and depths that nobody writes, are told or left alone", async () => {
  const { admin } = await t.account();
  const memory = { memory: "Likes tea", state: { toString: 1, valueOf: 2 } };
  expect((await send(admin, [memory])).body.packets).toEqual({ stored: 1, skipped: 0 });
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  expect((await send(admin, `[{"memory":"Likes gin","state":${deep}}]`)).status).toBe(200);
  const chat = `{"messages":[{"role":"user","content":"one","more":${deep}}]}`;
  expectError(await send(admin, chat), 400, "invalid_request");
  expectError(await send(admin, deep), 400, "invalid_request");
});

test("what no program wrote is refused, unless its form is named", async () => {
  const { admin } = await t.account();
  expectError(await send(admin, "just some words"), 400, "invalid_request");
  expectError(await send(admin, [{ a: 1 }]), 400, "invalid_request");
  expectError(await send(admin, "{\n"), 400, "invalid_request");
  expectError(await send(admin, [{ role: "user", content: "x" }], "?format=mem0"), 400, "invalid_request");
  expect((await send(admin, "just some words", "?format=basic-memory")).status).toBe(200);
  expect(await textsOf(admin)).toEqual(["Note: just some words"]);
});
