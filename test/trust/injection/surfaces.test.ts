// What operators look at besides the API: metrics, the log, exports and the terminal. Hostile memory gives orders to none.
import { beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "../../e2e/executable.ts";
import { CHARACTER_TEXTS } from "./texts-of-characters.ts";
import { FORMAT_TEXTS } from "./texts-of-formats.ts";

/** In every text, so that one question finds them, and one search shows where they got to. */
const MARK = "quokka";
const TEXTS = [...CHARACTER_TEXTS, ...FORMAT_TEXTS.filter((_, at) => at % 2 === 0)].filter(
  ({ length }) => length < 1_500,
);
/** Each name may have 200 characters. */
const NAMES = CHARACTER_TEXTS.filter(({ length }, at) => length < 150 && at % 5 === 0);
/** A few of them are names of cores, keys and constitutions too. */
const NAMED_SHARE = 3;
const NAMED = NAMES.filter((_, at) => at % NAMED_SHARE === 0);

/** What a terminal obeys, what turns its writing round, and what ends a line besides a line feed. */
const ORDERS =
  /(?![\t\n])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
/** Python's splitlines, and whatever else is about. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const ANY_LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

const TURNED = "I prefer short\u202e answers.";

const lab = openLab({ model: "tiny" });
let server: Server;

/** As import: one write for all of them. */
async function plantMemory(): Promise<void> {
  const messages = TEXTS.flatMap((text) => [
    { role: "user", content: `${MARK} ${text}` },
    { role: "assistant", content: `${text} ${MARK}` },
  ]);
  const { status } = await server.ask("POST", "/admin/import?user=ada", { body: messages });
  expect(status).toBe(200);
}

beforeAll(async () => {
  server = await lab.start({ args: ["--log-level", "debug", "--log-slow-ms", "1"] });
  await server.ready();
  await plantMemory();
  const asked = { user: "ada" };
  // Said twice it becomes a rule, and what turns the writing round is in it still.
  for (const input of [TURNED, TURNED]) {
    const { body } = await server.ask<{ turn_token: string }>("POST", "/prepare", { user: "bob", body: { input } });
    await server.ask("POST", "/record", { user: "bob", body: { turn_token: body.turn_token, answer: "noted" } });
    // Its embedding is there when this answers.
    await server.ask("POST", "/recall", { user: "bob", body: { query: input } });
  }
  for (const [at, text] of NAMES.entries()) {
    const name = `${MARK} ${text}`;
    const session = [...name].slice(0, 128).join("");
    const turn = await server.ask<{ turn_token: string }>("POST", "/prepare", {
      ...asked,
      body: { input: name, session },
    });
    await server.ask("POST", "/record", { ...asked, body: { turn_token: turn.body.turn_token, answer: name } });
    await server.ask("POST", "/lessons", { ...asked, body: { text: name } });
    if (at % NAMED_SHARE !== 0) continue;
    await server.ask("POST", "/cores", { body: { slug: `core-${at}`, name, context: text } });
    await server.ask("POST", "/admin/keys", { body: { name, scope: "agent" } });
    await server.ask("PUT", `/admin/constitutions/${encodeURIComponent(name)}`, { body: { text: name } });
    // What is refused is told too, and hostile paths and ids are logged as little as others.
    await server.ask("GET", `/memory/${encodeURIComponent(name)}`, asked);
    await server.ask("POST", "/prepare", { body: { input: name, constitution: name } });
    await server.ask("POST", "/record", { body: { turn_token: name, answer: name } });
  }
});

test("each line of the metrics is one of ours, and no label holds a text", async () => {
  const response = await fetch(`${server.url}/prometheus`, { headers: { "X-API-Key": server.adminKey } });
  const exposition = await response.text();
  expect(exposition).not.toContain(MARK);
  expect(exposition).not.toContain("forged");
  const line = /^(#\s(HELP|TYPE)\s[a-z_0-9]+\s.*|[a-z_0-9]+(\{[a-z_]+="[^"\\]*"(,[a-z_]+="[^"\\]*")*\})?\s\S+|)$/;
  for (const each of exposition.split(ANY_LINE_END)) expect(each).toMatch(line);
});

test("each line of the log is one event of ours, and holds no text", () => {
  const { stderr } = server.written;
  expect(stderr).not.toContain(MARK);
  expect(stderr).not.toContain("forged");
  const lines = stderr.trimEnd().split(ANY_LINE_END);
  expect(lines.length).toBeGreaterThan(NAMES.length);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("level");
});

test("an export has as many lines for every reader as entries, and comes back whole", async () => {
  const file = join(lab.directory(), "all.jsonl");
  const { code, stderr } = await lab.run(["export", "--no-embeddings", "--data-dir", server.dataDir, file]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  const text = readFileSync(file, "utf8");
  const lines = text.trimEnd().split(ANY_LINE_END);
  expect(lines).toHaveLength(text.trimEnd().split("\n").length);
  const types = new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type));
  expect([...types].sort()).toEqual(["brain", "constitution", "core", "end", "header", "lesson", "packet"]);
  const inputs = lines.map((line) => JSON.parse(line) as { type: string; input?: string }).map(({ input }) => input);
  // A chat's texts are kept without white space at their ends.
  const said = new Set(inputs.map((input) => input?.trim()));
  expect(TEXTS.filter((each) => !said.has(`${MARK} ${each}`.trim()))).toEqual([]);
});

interface Shown {
  readonly args: readonly string[];
  /** Lines of the output, where each is an entry; tables have one of heads. */
  readonly lines?: number;
  /** How a text of memory stands there. */
  readonly shows?: string;
}

test.each<[string, Shown]>([
  ["recall", { args: ["recall", "--user", "ada", "--limit", "200", MARK] }],
  ["recall --json", { args: ["recall", "--user", "ada", "--limit", "200", "--json", MARK], lines: 1 }],
  ["learn --dry-run", { args: ["learn", "--dry-run", "--user", "bob"], shows: "short\\u202e answers" }],
  ["learn --dry-run --json", { args: ["learn", "--dry-run", "--user", "bob", "--json"], lines: 1, shows: "\\u202e" }],
  ["keys list", { args: ["keys", "list"], lines: 2 + NAMED.length }],
  ["keys list --json", { args: ["keys", "list", "--json"], lines: 1 }],
  ["cores list", { args: ["cores", "list"], lines: 2 + NAMED.length }],
  ["cores list --json", { args: ["cores", "list", "--json"], lines: 1 }],
  ["doctor", { args: ["doctor"] }],
  ["verify", { args: ["verify"] }],
  ["a failure", { args: ["keys", "revoke", "x\u001b[2J\u202ey"] }],
  ["a failure in JSON", { args: ["keys", "revoke", "--json", "x\u009b2Jy\u2028z"] }],
])("%s gives the terminal no orders", async (_, { args, lines, shows = "" }) => {
  const { stdout, stderr } = await lab.run([...args, "--data-dir", server.dataDir]);
  expect(stdout + stderr).not.toMatch(ORDERS);
  expect((stdout + stderr).length).toBeGreaterThan(10);
  expect(stdout).toContain(shows);
  if (lines === undefined) return;
  expect(stdout.trimEnd().split(ANY_LINE_END)).toHaveLength(lines);
});

test("JSON for programs still says what was there", async () => {
  const { stdout } = await lab.run(["keys", "list", "--json", "--data-dir", server.dataDir]);
  const names = (JSON.parse(stdout) as { items: { name: string }[] }).items.map(({ name }) => name);
  for (const text of NAMED) expect(names).toContain(`${MARK} ${text}`);
});
