// Makes the data of a released version: bun test/upgrades/make-data.ts EXECUTABLE, once, before the next migration.
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [executable] = process.argv.slice(2);
if (executable === undefined) throw new Error("Name the executable of the version.");
/** Lessons and open turns are to be found whenever a test runs. */
const FAR_FUTURE = Date.UTC(2100, 0, 1);

interface Brain {
  readonly user?: string;
  readonly core?: string;
}

const ADA = { user: "ada" };
const BOB = { user: "bob" };
const ADA_AT_WORK = { user: "ada", core: "work" };

const cwd = mkdtempSync(join(tmpdir(), "memoryd-data-"));
const dataDir = join(cwd, "memoryd-data");
const child = Bun.spawn([resolve(executable), "serve", "--port", "0"], {
  cwd,
  env: { MEMORYD_EMBEDDING_WORKERS: "1" },
  stdio: ["ignore", "pipe", "inherit"],
});
const url = await listeningUrl();
const key = readFileSync(join(dataDir, "admin.key"), "utf8").trim();

async function listeningUrl(): Promise<string> {
  const decoder = new TextDecoder();
  let written = "";
  for await (const chunk of child.stdout) {
    written += decoder.decode(chunk, { stream: true });
    const found = /listening on (\S+)/.exec(written)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error("The executable did not start.");
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any version.
async function ask(method: string, path: string, { user, core }: Brain, body?: object): Promise<any> {
  const headers = new Headers({ "X-API-Key": key, "Content-Type": "application/json" });
  if (user !== undefined) headers.set("X-Memory-User", user);
  if (core !== undefined) headers.set("X-Memory-Core", core);
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function converse(brain: Brain, input: string, answer: string, more: object = {}): Promise<void> {
  const { turn_token } = await ask("POST", "/prepare", brain, { input, ...more });
  await ask("POST", "/record", brain, { turn_token, answer });
}

while ((await fetch(`${url}/readyz`)).status !== 200) await Bun.sleep(20);
const context = "You help at the office of a small bakery.";
await ask("POST", "/cores", {}, { slug: "work", name: "Work", context });
await ask(
  "PUT",
  "/admin/constitutions/careful",
  {},
  {
    text: "Say when you are not sure.",
    gates: [{ pattern: "password", reason: "Secrets are not kept." }],
    prohibitions: [{ pattern: "guaranteed", reason: "Nothing is guaranteed." }],
  },
);
const first = { session: "s1", occurred_at: "2025-03-02T10:00:00Z" };
await converse(ADA, "My name is Ada and I bake sourdough on Sundays.", "Nice to meet you, Ada.", first);
const hot = "The oven in the kitchen runs twenty degrees too hot.";
await converse(ADA, hot, "Then set it to 200 for a loaf that wants 220.", { session: "s1" });
await converse(ADA, "No, it's fifteen degrees too hot, I measured it.", "Noted: fifteen degrees.", { session: "s1" });
const nuts = "Ich esse keine Nüsse, bitte nie ein Rezept mit Nüssen.";
await converse(ADA, nuts, "Verstanden, keine Nüsse.", { session: "s2" });
for (const at of [1, 2, 3]) {
  const input = `Please always give me distances in kilometres, not in miles (${at}).`;
  await converse(BOB, input, "In kilometres then.");
}
await converse(BOB, "I'm a nurse at the hospital of Tartu.", "That must be busy.");
await converse(ADA_AT_WORK, "The flour comes on Tuesdays from the mill in Split.", "I will remember the mill.");
await ask("POST", "/lessons", ADA, { text: "Give baking temperatures in Celsius." });
await ask("POST", "/lessons", ADA_AT_WORK, { text: "Address suppliers formally." });
await ask("POST", "/sync", BOB, {});
/** A key bound to a core. */
async function keyOf(core: string): Promise<string> {
  return (await ask("POST", "/admin/keys", {}, { name: core, scope: "agent", core })).key;
}
const makeCore = (slug: string) => ask("POST", "/cores", {}, { slug, name: slug });
const keys = { live: await keyOf("work"), default: await keyOf("default"), remade: "", deleted: "" };
for (const [kind, slug] of [
  ["remade", "shop"],
  ["deleted", "attic"],
] as const) {
  await makeCore(slug);
  keys[kind] = await keyOf(slug);
  await ask("DELETE", `/cores/${slug}`, {});
}
await makeCore("shop");
const open = await ask("POST", "/prepare", BOB, { input: "How far is it to Riga?" });
// Answered once all embeddings are made.
for (const brain of [ADA, ADA_AT_WORK]) await ask("POST", "/prepare", brain, { input: "Hello" });

const brains: object[] = [];
for (const brain of [ADA, BOB, ADA_AT_WORK]) {
  const { items } = (await ask("GET", "/memory?limit=100", brain)) as { items: { id: string; text: string }[] };
  const { lessons } = (await ask("GET", "/lessons", brain)) as { lessons: { id: string; response_text: string }[] };
  brains.push({
    ...brain,
    turns: (await ask("GET", "/metrics", brain)).turns,
    memory: items.map(({ id, text }) => ({ id, text })),
    lessons: lessons.map(({ id, response_text: text }) => ({ id, text })),
  });
}
child.kill("SIGTERM");
await child.exited;

const db = new Database(join(dataDir, "memoryd.db"));
db.run("UPDATE lessons SET expires_at = ?", [FAR_FUTURE]);
db.run("UPDATE turns SET expires_at = ? WHERE consumed_at IS NULL", [FAR_FUTURE]);
db.run("PRAGMA journal_mode = DELETE");
db.run("VACUUM");
const [[schema]] = db.query("SELECT max(version) FROM migrations").values() as [[number]];
db.close();
const folder = join(import.meta.dir, String(schema));
mkdirSync(folder, { recursive: true });
copyFileSync(join(dataDir, "memoryd.db"), join(folder, "memoryd.db"));
const expected = { schema, openTurn: open.turn_token, keys, brains };
writeFileSync(join(folder, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
rmSync(cwd, { recursive: true });
console.log(`${folder}: data of schema version ${schema}`);
