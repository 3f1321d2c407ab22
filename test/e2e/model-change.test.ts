// The executable on data that another model made: it serves at once, survives kills, and comes to an end.
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { secondModels } from "../support/second-models.ts";
import { makeTinyModel } from "../support/tiny-model.ts";
import { buildWith } from "./build-with.ts";
import { openLab, type Server } from "./executable.ts";
import { converse, prepare, record, tokenOf } from "./turns.ts";
import { until } from "./until.ts";

const ROOT = resolve(import.meta.dir, "../..");
const lab = openLab();
const models = lab.directory();
const WORDS = [
  "my",
  "sister",
  "brother",
  "lives",
  "in",
  "porto",
  "where",
  "does",
  "live",
  "turn",
  "the",
  "number",
  "noted",
  "green",
  "tea",
];

const first = join(models, "first");
const second = join(models, "second");
beforeAll(() => {
  makeTinyModel(first, { seed: 11, words: WORDS });
  // Other prefixes too, so that inputs have an embedding of their own in the role of a question.
  makeTinyModel(second, { seed: 12, words: WORDS, spec: { query_prefix: "query: ", passage_prefix: "passage: " } });
});

const withModel = (folder: string) => ["--model-dir", folder];

async function finished(server: Server): Promise<void> {
  await until(
    "the end of the re-embedding",
    () => server.written.stderr.includes('"event":"reembedding_done"') || undefined,
  );
}

interface Row {
  readonly row: number;
  readonly model: number;
  readonly vector: string;
}

/** What is stored, read beside the running server. */
function rowsOf(dataDir: string, table: string): Row[] {
  const db = new Database(join(dataDir, "memoryd.db"), { readonly: true });
  try {
    return db.query<Row, []>(`SELECT row, model, hex(vector) AS vector FROM ${table} ORDER BY row`).all();
  } finally {
    db.close();
  }
}

const TABLES = ["packet_embeddings", "input_embeddings", "lesson_embeddings"] as const;
const TURNS = 40;
const LAST = "the last of them are embedded now";

const NOBODY_S = ["My sister lives in Porto", "green tea", "green tea"];
const ALL_TURNS = TURNS + NOBODY_S.length;

/** The same turns of two users, and a rule; some of nobody. */
async function fill(server: Server): Promise<void> {
  await server.ask("POST", "/lessons", { user: "ann", body: { text: "Offer green tea" } });
  for (const text of NOBODY_S) await converse(server, text, "Noted.");
  for (let at = 0; at < TURNS; at++) {
    await converse(server, `This is the turn number ${at}`, "Noted.", { user: at % 2 === 0 ? "ann" : "bob" });
  }
  for (const brain of [{}, { user: "ann" }, { user: "bob" }]) await prepare(server, LAST, brain);
}

/** What the first model made, and the token of a turn of ann that is still open. */
let filled = "";
let token = "";

beforeAll(async () => {
  const server = await lab.start({ args: withModel(first) });
  await fill(server);
  token = await tokenOf(server, "My brother lives in Porto", { user: "ann" });
  expect(await server.stop()).toBe(0);
  filled = server.dataDir;
});

/** A working directory with a copy of it. */
function copyOfFilled(): { cwd: string; dataDir: string } {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  cpSync(filled, dataDir, { recursive: true });
  return { cwd, dataDir };
}

test("killed again and again it goes on, no row is of neither model, and in the end all is as if it were made anew", async () => {
  const { dataDir } = copyOfFilled();
  const twin = await lab.start({ args: withModel(second) });
  await fill(twin);
  expect(await twin.stop()).toBe(0);
  const before = TABLES.map((table) => new Map(rowsOf(dataDir, table).map(({ row, vector }) => [row, vector])));
  const expected = TABLES.map((table) => new Map(rowsOf(twin.dataDir, table).map(({ row, vector }) => [row, vector])));

  let kills = 0;
  for (let done = false; !done; kills++) {
    const server = await lab.start({ dataDir, args: withModel(second) });
    const made = () => rowsOf(dataDir, "packet_embeddings").filter(({ model }) => model === 2).length;
    const start = made();
    await until("some more of it", () => made() >= Math.min(ALL_TURNS, start + 1 + 7 * kills) || undefined);
    server.kill("SIGKILL");
    await server.exited;
    for (const [at, table] of TABLES.entries()) {
      for (const { row, model, vector } of rowsOf(dataDir, table)) {
        expect(vector === (model === 2 ? expected[at] : before[at])?.get(row), `${table} ${row} of ${model}`).toBe(
          true,
        );
      }
    }
    done = made() === ALL_TURNS;
  }
  const server = await lab.start({ dataDir, args: withModel(second) });
  await until(
    "the last of it",
    () => TABLES.every((table) => rowsOf(dataDir, table).every(({ model }) => model === 2)) || undefined,
  );
  for (const [at, table] of TABLES.entries()) {
    expect(new Map(rowsOf(dataDir, table).map(({ row, vector }) => [row, vector]))).toEqual(expected[at]!);
  }
  expect(await server.stop()).toBe(0);
});

test("it serves at once, is ready, says how far it is, and what was prepared before is recorded after", async () => {
  const { dataDir } = copyOfFilled();
  const after = await lab.start({ dataDir, args: withModel(second) });
  const asked = await prepare(after, "turn number 158", { user: "ann" });
  // Which stands first depends on how far the change is: two models do not score alike.
  expect(asked.sources.length).toBeGreaterThan(0);
  for (const { text } of asked.sources) expect(text).toMatch(/^This is the turn number \d*[02468]\n/);
  await after.ready();
  expect((await record(after, token, "In Porto!", { user: "ann" })).status).toBe(200);
  const [source] = (await prepare(after, "where does my brother live", { user: "ann" })).sources;
  expect(source?.text).toContain("Porto");
  await finished(after);
  const started = after.written.stderr.split("\n").find((line) => line.includes('"event":"reembedding_started"'));
  expect(JSON.parse(started ?? "{}")).toMatchObject({ model: "tiny-12", total: ALL_TURNS, done: 0 });
  const metrics = await fetch(`${after.url}/prometheus`, { headers: { "X-API-Key": after.adminKey } });
  expect(await metrics.text()).toMatch(/^memoryd_reembedding_left 0$/m);
  expect(await after.stop()).toBe(0);
  // And back again.
  const back = await lab.start({ dataDir, args: withModel(first) });
  await finished(back);
  expect(new Set(rowsOf(dataDir, "packet_embeddings").map(({ model }) => model))).toEqual(new Set([1]));
  expect(await back.stop()).toBe(0);
});

test("recall and learn --dry-run say what they can do on data of another model, and change nothing", async () => {
  const { cwd, dataDir } = copyOfFilled();
  const rows = TABLES.map((table) => rowsOf(dataDir, table));
  const recalled = await lab.run(["recall", ...withModel(second), "Where does my sister live?"], { cwd });
  expect(recalled).toMatchObject({ code: 0, stderr: "" });
  expect(recalled.stdout).toStartWith("3 turns wait for their embedding and are found by their words alone\n");
  expect(recalled.stdout).toContain("My sister lives in Porto");
  const json = await lab.run(["recall", ...withModel(second), "--json", "Where does my sister live?"], { cwd });
  const { waiting, sources } = JSON.parse(json.stdout);
  expect({ waiting, ...sources[0]?.explain }).toMatchObject({ waiting: 3, cosine: 0, entered_by: "words" });
  const learned = await lab.run(["learn", "--dry-run", ...withModel(second)], { cwd });
  expect(learned).toMatchObject({ code: 0, stderr: "" });
  expect(learned.stdout).toStartWith(
    "3 new turns, 0 clusters worth a rule\n3 turns have no embedding by this model yet",
  );
  const own = await lab.run(["learn", "--dry-run", "--json", ...withModel(first)], { cwd });
  expect(JSON.parse(own.stdout)).toMatchObject({
    packets_scanned: 3,
    packets_stale: 0,
    clusters: [{ from_correction: false }],
  });
  expect(TABLES.map((table) => rowsOf(dataDir, table))).toEqual(rows);
});

describe.each(secondModels(models))("$name", ({ folder, id, reference }) => {
  test("takes over what the model inside made, and the other way round", async () => {
    const server = await lab.start();
    await converse(server, "My sister lives in Porto", "My sister lives in Porto");
    await prepare(server, "it is embedded now");
    expect(await server.stop()).toBe(0);
    const { dataDir } = server;
    for (const args of [withModel(folder), []]) {
      const next = await lab.start({ dataDir, args });
      await finished(next);
      const [source] = (await prepare(next, "My sister lives in Porto")).sources;
      expect(source?.text).toContain("Porto");
      expect(await next.stop()).toBe(0);
    }
  });

  test("is carried by an executable built with it, which no longer needs the folder and embeds to its reference", async () => {
    const dir = lab.directory();
    const outfile = join(dir, "built");
    const source = join(dir, "model");
    cpSync(folder, source, { recursive: true });
    const built = await buildWith(source, outfile);
    expect(built).toEqual({ code: 0, stdout: expect.stringContaining(`with ${id} for`), stderr: "" });
    renameSync(source, join(dir, "gone"));
    const shipped = JSON.parse(readFileSync(join(ROOT, "src/embedding/model/model.json"), "utf8")) as { id: string };
    expect((await lab.run(["version"])).stdout).toContain(`model ${shipped.id}\n`);
    const passages = reference.filter(({ prefix }) => prefix === "passage: ");
    expect(passages.length).toBeGreaterThan(0);
    const lines = passages.map(({ text }) => JSON.stringify(text)).join("\n");
    const run = (command: string, stdin: string) =>
      Bun.$`${outfile} ${command} < ${new Response(stdin)}`
        .cwd(dir)
        .env({ PATH: process.env.PATH ?? "" })
        .text();
    expect(await run("version", "")).toContain(`model ${id}\n`);
    const embedded = (await run("embed", lines)).trimEnd().split("\n");
    expect(embedded).toHaveLength(passages.length);
    for (const [at, line] of embedded.entries()) {
      const { embedding } = JSON.parse(line) as { embedding: number[] };
      const expected = passages[at]?.embedding ?? [];
      const cosine = embedding.reduce((sum, value, index) => sum + value * (expected[index] ?? 0), 0);
      expect(cosine, passages[at]?.text).toBeGreaterThan(0.99);
    }
  });
});
