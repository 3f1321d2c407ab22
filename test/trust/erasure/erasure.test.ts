// After an erasure nothing of it is in any file, in a new backup, or in what the service holds in memory.
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { until } from "../../e2e/until.ts";
import { eraseMany } from "./erase-many.ts";
import { findInFolder, findInProcess, type Needle, textNeedles, vectorNeedles } from "./find-bytes.ts";

const { executable, run, start } = openLab({ model: "tiny" });
const WORD = "erasuremark7391";
const CANNOT_READ_MEMORY = !existsSync(`/proc/${process.pid}/mem`);

/** Says the word in every place that keeps words: turns, an open one, a lesson, a plan, a question. */
async function tell(server: Server, user: string, core: string): Promise<void> {
  const at = { user, core };
  for (const input of [`The word is ${WORD}.`, `No, it's ${WORD}, I meant ${WORD}.`, `My name is ${WORD}.`]) {
    const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { ...at, body: { input } });
    expect(
      (await server.ask("POST", "/record", { ...at, body: { turn_token: body.turn_token, answer: `${WORD}, then.` } }))
        .status,
    ).toBe(200);
  }
  await server.ask("POST", "/lessons", { ...at, body: { text: `Always say ${WORD}.` } });
  await server.ask("POST", "/synthesize/prepare", { ...at, body: {} });
  await server.ask("POST", "/recall", { ...at, body: { query: `What of ${WORD}?` } });
  await server.ask("POST", "/prepare", { ...at, body: { input: `And ${WORD}?` } });
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

const ERASURES: [string, (server: Server) => Promise<unknown>][] = [
  ["DELETE /memory", (server) => server.ask("DELETE", "/memory", { user: "victor", core: "work" })],
  ["DELETE /admin/users/{user}", (server) => server.ask("DELETE", "/admin/users/victor")],
  ["DELETE /cores/{slug}", (server) => server.ask("DELETE", "/cores/work")],
  [
    "memoryd cores delete, beside the service",
    (server) => run(["cores", "delete", "work", "--data-dir", server.dataDir]),
  ],
];

test.each(ERASURES)(
  "%s leaves nothing of it in any file or in a new backup, and others as they were",
  async (_, erase) => {
    const server = await start();
    await server.ready();
    await server.ask("PATCH", "/admin/settings", { body: { retrieval_mode: "hybrid" } });
    for (const slug of ["work", "play"]) await server.ask("POST", "/cores", { body: { slug, name: slug } });
    const harbour = "The harbour of Tallinn is cold in winter.";
    const other = await server.ask<{ turn_token: string }>("POST", "/prepare", {
      user: "nora",
      core: "play",
      body: { input: harbour },
    });
    await server.ask("POST", "/record", {
      user: "nora",
      core: "play",
      body: { turn_token: other.body.turn_token, answer: "Noted." },
    });
    await tell(server, "victor", "work");
    // Answered once all embeddings are made.
    await until("embeddings", () => (vectorsOf(server.dataDir, "victor").length >= 28 ? true : undefined));
    const needles = [...textNeedles(WORD), ...vectorsOf(server.dataDir, "victor")];
    expect(Object.keys(findInFolder(server.dataDir, needles))).not.toEqual([]);
    const before = await stateOf(server, "nora", "play");
    await erase(server);
    expect(findInFolder(server.dataDir, needles)).toEqual({});
    expect(await stateOf(server, "nora", "play")).toEqual(before);
    const backup = join(server.dataDir, "new.backup");
    expect((await run(["backup", backup, "--data-dir", server.dataDir])).code).toBe(0);
    expect(findInFolder(server.dataDir, needles)).toEqual({});
    await server.stop();
    expect(findInFolder(server.dataDir, needles)).toEqual({});
  },
);

test("erased bytes leave the log as soon as who reads it has gone", async () => {
  const server = await start();
  await server.ready();
  await server.ask("POST", "/cores", { body: { slug: "work", name: "work" } });
  await tell(server, "victor", "work");
  const reader = new Database(join(server.dataDir, "memoryd.db"), { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM packets").get();
  await server.ask("DELETE", "/memory", { user: "victor", core: "work" });
  expect(Object.keys(findInFolder(server.dataDir, textNeedles(WORD)))).not.toEqual([]);
  reader.run("COMMIT");
  reader.close();
  await until("the log to be empty", () =>
    Object.keys(findInFolder(server.dataDir, textNeedles(WORD))).length === 0 ? true : undefined,
  );
});

test.skipIf(CANNOT_READ_MEMORY)(
  "no vector of the erased is held in the service's vectors, also when the shell erased it",
  async () => {
    const server = await start();
    await server.ready();
    await server.ask("POST", "/cores", { body: { slug: "work", name: "work" } });
    await tell(server, "victor", "work");
    await until("embeddings", () => (vectorsOf(server.dataDir, "victor").length >= 28 ? true : undefined));
    await server.ask("POST", "/recall", { user: "victor", core: "work", body: { query: "the word" } });
    const metrics = async () => {
      const response = await fetch(`${server.url}/prometheus`, { headers: { "X-API-Key": server.adminKey } });
      return Number(/^memoryd_brains_in_memory (\d+)$/m.exec(await response.text())?.[1] ?? -1);
    };
    expect(await metrics()).toBe(1);
    await run(["cores", "delete", "work", "--data-dir", server.dataDir]);
    await until("the service to let go", async () => ((await metrics()) === 0 ? true : undefined));
  },
);

test.each([
  ["says in the log that it left a file of another make as it is", "true"],
  ["with erase_remains off looks at no page, and says nothing", "false"],
])("an erasure %s", async (_, remains) => {
  const first = await start();
  await first.ready();
  await first.stop();
  // Its pages cannot be told from maps of pages, so that none is touched.
  const db = new Database(join(first.dataDir, "memoryd.db"));
  db.run("PRAGMA auto_vacuum = FULL");
  db.run("PRAGMA journal_mode = DELETE");
  db.run("VACUUM");
  db.close(true);
  const server = await start({ dataDir: first.dataDir, env: { MEMORYD_ERASE_REMAINS: remains } });
  await server.ready();
  await tell(server, "victor", "default");
  expect((await server.ask("DELETE", "/memory", { user: "victor" })).status).toBe(200);
  await server.stop();
  expect(server.written.stderr.includes('"event":"erase_remains_skipped"')).toBe(remains === "true");
});

test("the long form's work, on a few packets", async () => {
  const done = await eraseMany(executable, 600, true);
  expect(done).toMatchObject({ erased: 601, left: {}, isUnharmed: true });
  expect(done.seconds).toBeGreaterThan(0);
});

test("the search finds what is there: in files and in a process's own memory", async () => {
  const server = await start();
  await server.ready();
  await tell(server, "victor", "default");
  expect(Object.keys(findInFolder(server.dataDir, textNeedles(WORD)))).not.toEqual([]);
  const held = Buffer.from(`held ${crypto.randomUUID()}`);
  const copy = Buffer.from(held);
  const found = findInProcess(process.pid, [{ name: "held", bytes: copy }]);
  expect(found === null || found.includes("held")).toBe(true);
  expect(held.length).toBeGreaterThan(0);
});
