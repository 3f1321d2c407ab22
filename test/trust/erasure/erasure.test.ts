// After an erasure nothing of it is in any file, in a new backup, or in what the service holds in memory.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { until } from "../../e2e/until.ts";
import { freshDataDir } from "../../support/fresh-data.ts";
import { makeTinyModel } from "../../support/tiny-model.ts";
import { eraseMany } from "./erase-many.ts";
import { findInFolder, findInProcess, type Needle, textNeedles, vectorNeedles } from "./find-bytes.ts";

const { directory, executable, run, start } = openLab({ model: "tiny" });
/** Each test says another, and has a user and a core of its own: they share one service. */
let said = 0;
const newWord = () => `erasuremark739${++said}x`;
const CANNOT_READ_MEMORY = !existsSync(`/proc/${process.pid}/mem`);

/** Says the word in every place that keeps words: turns, an open one, their metadata, a lesson, a plan, a question. */
async function tell(server: Server, word: string, user: string, core: string): Promise<void> {
  const at = { user, core };
  const metadata = { [word]: 1, said: `${word} itself` };
  for (const input of [`The word is ${word}.`, `No, it's ${word}, I meant ${word}.`, `My name is ${word}.`]) {
    const asked = { input, metadata };
    const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { ...at, body: asked });
    expect(
      (await server.ask("POST", "/record", { ...at, body: { turn_token: body.turn_token, answer: `${word}, then.` } }))
        .status,
    ).toBe(200);
  }
  await server.ask("POST", "/memory", { ...at, body: { input: `Remember ${word}.`, answer: word, metadata } });
  await server.ask("POST", "/lessons", { ...at, body: { text: `Always say ${word}.` } });
  await server.ask("POST", "/synthesize/prepare", { ...at, body: {} });
  await server.ask("POST", "/recall", { ...at, body: { query: `What of ${word}?` } });
  await server.ask("POST", "/prepare", { ...at, body: { input: `And ${word}?`, metadata } });
}

/** The vectors of the user, as they lie in the data. */
function vectorsOf(dataDir: string, user: string): Needle[] {
  const db = new Database(join(dataDir, "memoryd.db"), { readonly: true });
  try {
    return ["packet_embeddings", "input_embeddings", "lesson_embeddings"].flatMap((table) =>
      db
        .query<{ vector: Uint8Array }, [string]>(
          `SELECT vector FROM ${table} WHERE row / 268435456 IN (SELECT id FROM brains WHERE user = ?)`,
        )
        .all(user)
        .flatMap(({ vector }, at) => vectorNeedles(`${table} ${at}`, vector)),
    );
  } finally {
    db.close();
  }
}

async function stateOf(server: Server, user: string, core: string): Promise<unknown[]> {
  const at = { user, core };
  const paths = ["/memory?limit=100", "/lessons?limit=100", "/metrics"];
  const lists = await Promise.all(paths.map((path) => server.ask("GET", path, at)));
  return [...lists, await server.ask("POST", "/recall", { ...at, body: { query: "the harbour" } })].map(
    ({ body }) => body,
  );
}

let server: Server;
beforeAll(async () => {
  server = await start();
  await server.ready();
  await server.ask("PATCH", "/admin/settings", { body: { retrieval_mode: "hybrid" } });
  await server.ask("POST", "/cores", { body: { slug: "play", name: "play" } });
  const at = { user: "nora", core: "play" };
  const input = "The harbour of Tallinn is cold in winter.";
  const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { ...at, body: { input } });
  await server.ask("POST", "/record", { ...at, body: { turn_token: body.turn_token, answer: "Noted." } });
});

const ERASURES: [string, (user: string, core: string) => Promise<unknown>][] = [
  ["DELETE /memory", (user, core) => server.ask("DELETE", "/memory", { user, core })],
  ["DELETE /admin/users/{user}", (user) => server.ask("DELETE", `/admin/users/${user}`)],
  ["DELETE /cores/{slug}", (_, core) => server.ask("DELETE", `/cores/${core}`)],
  [
    "memoryd cores delete, beside the service",
    (_, core) => run(["cores", "delete", core, "--data-dir", server.dataDir]),
  ],
];

/** What was erased so far. */
const erased: Needle[] = [];

test.each(ERASURES)(
  "%s leaves nothing of it in any file or in a new backup, and others as they were",
  async (_, erase) => {
    const word = newWord();
    const [user, core] = [`victor-${said}`, `work-${said}`];
    await server.ask("POST", "/cores", { body: { slug: core, name: core } });
    await tell(server, word, user, core);
    // Answered once all embeddings are made.
    await until("embeddings", () => (vectorsOf(server.dataDir, user).length >= 36 ? true : undefined));
    const needles = [...textNeedles(word), ...vectorsOf(server.dataDir, user)];
    expect(Object.keys(findInFolder(server.dataDir, needles))).not.toEqual([]);
    const before = await stateOf(server, "nora", "play");
    await erase(user, core);
    expect(findInFolder(server.dataDir, needles)).toEqual({});
    expect(await stateOf(server, "nora", "play")).toEqual(before);
    const backup = join(server.dataDir, `new-${said}.backup`);
    expect((await run(["backup", backup, "--data-dir", server.dataDir])).code).toBe(0);
    expect(findInFolder(server.dataDir, needles)).toEqual({});
    erased.push(...needles);
  },
);

interface Item {
  readonly id: string;
}

/** Of each packet, one after another. */
const SINGLE: readonly (readonly [string, (path: string, at: { user: string }) => Promise<{ status: number }>])[] = [
  ["DELETE /memory/{id}", (path, at) => server.ask("DELETE", path, at)],
  [
    "PATCH /memory/{id}",
    (path, at) => server.ask("PATCH", path, { ...at, body: { input: "A harbour.", answer: "", metadata: {} } }),
  ],
];

test.each(SINGLE)("%s leaves nothing of what the packet held in any file", async (_, erase) => {
  const word = newWord();
  const at = { user: `vera-${said}` };
  const metadata = { [word]: 1, said: `${word} itself` };
  for (const input of [`The word is ${word}.`, `No, it's ${word}, I meant ${word}.`, `My name is ${word}.`]) {
    const body = { input, answer: `${word}, then.`, metadata };
    expect((await server.ask("POST", "/memory", { ...at, body })).status).toBe(201);
  }
  const plan = await server.ask<{ clusters: unknown[] }>("POST", "/synthesize/prepare", { ...at, body: {} });
  expect(plan.body.clusters).not.toEqual([]);
  await server.ask("POST", "/recall", { ...at, body: { query: `What of ${word}?` } });
  // Four needles a vector, two vectors a packet.
  const vectors = await until("embeddings", () => {
    const all = vectorsOf(server.dataDir, at.user);
    return all.length >= 24 ? all : undefined;
  });
  const needles = [...textNeedles(word), ...vectors];
  const { body } = await server.ask<{ items: Item[] }>("GET", "/memory", at);
  for (const { id } of body.items) expect((await erase(`/memory/${id}`, at)).status).toBe(200);
  expect(findInFolder(server.dataDir, needles)).toEqual({});
  erased.push(...needles);
});

/** Of a rule by hand that says the word. */
const RULES: readonly (readonly [string, (id: string, at: { user: string }) => Promise<{ status: number }>])[] = [
  ["DELETE /lessons/{id}?forget=false", (id, at) => server.ask("DELETE", `/lessons/${id}?forget=false`, at)],
  ["PATCH /lessons/{id}", (id, at) => server.ask("PATCH", `/lessons/${id}`, { ...at, body: { text: "Be brief." } })],
  [
    "a pass after the user took it back",
    async (_, at) => {
      const body = { input: "Forget what I said about bullet points.", answer: "Fine." };
      expect((await server.ask("POST", "/memory", { ...at, body })).status).toBe(201);
      return server.ask("POST", "/sync", { ...at, body: {} });
    },
  ],
];

test.each(RULES)("%s leaves nothing of what the rule said in any file", async (_, erase) => {
  const word = newWord();
  const at = { user: `vesna-${said}` };
  const body = { text: `Never use bullet points, says ${word}.` };
  const { body: rule } = await server.ask<Item>("POST", "/lessons", { ...at, body });
  const vectors = vectorsOf(server.dataDir, at.user);
  expect(vectors.length).toBeGreaterThan(0);
  const needles = [...textNeedles(word), ...vectors];
  expect(Object.keys(findInFolder(server.dataDir, needles))).not.toEqual([]);
  expect((await erase(rule.id, at)).status).toBe(200);
  expect(findInFolder(server.dataDir, needles)).toEqual({});
  erased.push(...needles);
});

test("a name that was changed is known from nowhere any more", async () => {
  const at = { user: "viktor" };
  const { body } = await server.ask<Item>("POST", "/memory", { ...at, body: { input: "My name is Melchior." } });
  await server.ask("POST", "/memory", { ...at, body: { input: "I work as a cooper." } });
  const verdict = async (answer: string) =>
    (await server.ask<{ contradiction: boolean }>("POST", "/verify", { ...at, body: { answer } })).body.contradiction;
  expect(await verdict("Your name is Balthasar.")).toBe(true);
  expect(JSON.stringify((await server.ask("GET", "/profile", at)).body)).toContain("Melchior");
  await server.ask("PATCH", `/memory/${body.id}`, { ...at, body: { input: "My name is Balthasar." } });
  expect(await verdict("Your name is Balthasar.")).toBe(false);
  expect(await verdict("Your name is Melchior.")).toBe(true);
  const profile = JSON.stringify((await server.ask("GET", "/profile", at)).body);
  expect([profile.includes("Melchior"), profile.includes("Balthasar"), profile.includes("cooper")]).toEqual([
    false,
    true,
    true,
  ]);
  await server.ask("PATCH", `/memory/${body.id}`, { ...at, body: { input: "The harbour is cold." } });
  expect(await verdict("Your name is Melchior.")).toBe(false);
});

test("erased bytes leave the log as soon as who reads it has gone", async () => {
  const word = newWord();
  const at = { user: "valeria", core: "default" };
  await tell(server, word, at.user, at.core);
  const reader = new Database(join(server.dataDir, "memoryd.db"), { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM packets").get();
  await server.ask("DELETE", "/memory", at);
  expect(Object.keys(findInFolder(server.dataDir, textNeedles(word)))).not.toEqual([]);
  reader.run("COMMIT");
  reader.close();
  await until("the log to be empty", () =>
    Object.keys(findInFolder(server.dataDir, textNeedles(word))).length === 0 ? true : undefined,
  );
});

test.skipIf(CANNOT_READ_MEMORY)(
  "no vector of the erased is held in the service's vectors, also when the shell erased it",
  async () => {
    // A service of its own, whose brains can be counted.
    const own = await start();
    await own.ready();
    await own.ask("POST", "/cores", { body: { slug: "work", name: "work" } });
    await tell(own, newWord(), "victor", "work");
    await until("embeddings", () => (vectorsOf(own.dataDir, "victor").length >= 36 ? true : undefined));
    await own.ask("POST", "/recall", { user: "victor", core: "work", body: { query: "the word" } });
    const metrics = async () => {
      const response = await fetch(`${own.url}/prometheus`, { headers: { "X-API-Key": own.adminKey } });
      return Number(/^memoryd_brains_in_memory (\d+)$/m.exec(await response.text())?.[1] ?? -1);
    };
    expect(await metrics()).toBe(1);
    await run(["cores", "delete", "work", "--data-dir", own.dataDir]);
    await until("the service to let go", async () => ((await metrics()) === 0 ? true : undefined));
    await own.stop();
  },
);

test("the search finds what is there: in files and in a process's own memory", async () => {
  const word = newWord();
  await tell(server, word, "viola", "default");
  expect(Object.keys(findInFolder(server.dataDir, textNeedles(word)))).not.toEqual([]);
  const held = Buffer.from(`held ${crypto.randomUUID()}`);
  const copy = Buffer.from(held);
  const found = findInProcess(process.pid, [{ name: "held", bytes: copy }]);
  expect(found === null || found.includes("held")).toBe(true);
  expect(held.length).toBeGreaterThan(0);
});

test("nor is anything of what was erased there when the service has stopped", async () => {
  expect(await server.stop()).toBe(0);
  expect(findInFolder(server.dataDir, erased)).toEqual({});
});

test.each([
  ["says in the log that it left a file of another make as it is", "true"],
  ["with erase_remains off looks at no page, and says nothing", "false"],
])("an erasure %s", async (_, remains) => {
  const dataDir = join(directory(), "data");
  cpSync(await foreignData(), dataDir, { recursive: true });
  const own = await start({ dataDir, env: { MEMORYD_ERASE_REMAINS: remains } });
  await own.ready();
  await tell(own, newWord(), "victor", "default");
  expect((await own.ask("DELETE", "/memory", { user: "victor" })).status).toBe(200);
  await own.stop();
  expect(own.written.stderr.includes('"event":"erase_remains_skipped"')).toBe(remains === "true");
});

let foreign: Promise<string> | null = null;

/** Data whose pages cannot be told from maps of pages, so that none is touched. */
function foreignData(): Promise<string> {
  foreign ??= (async () => {
    const dataDir = await freshDataDir(Date.now());
    const db = new Database(join(dataDir, "memoryd.db"));
    db.run("PRAGMA auto_vacuum = FULL");
    db.run("PRAGMA journal_mode = DELETE");
    db.run("VACUUM");
    db.close(true);
    return dataDir;
  })();
  return foreign;
}

afterAll(async () => {
  if (foreign !== null) rmSync(await foreign, { recursive: true });
});

test("the long form's work, on a few packets", async () => {
  const modelDir = join(directory(), "model");
  makeTinyModel(modelDir, { seed: 1 });
  const done = await eraseMany(executable, 600, { unlearned: true, modelDir });
  expect(done).toMatchObject({ erased: 601, left: {}, isUnharmed: true });
  expect(done.seconds).toBeGreaterThan(0);
});
