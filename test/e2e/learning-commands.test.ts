// memoryd learn, and the settings of learning: what they show, what they refuse, and that nothing is stored.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { flawOf } from "./sentences.ts";
import { converse } from "./turns.ts";

const lab = openLab();
const STOCK = "Sure, I'll keep that in mind.";
/** Two that belong together, a correction, and one that stays alone. */
const SAID = [
  "Please keep your answers short",
  "What is the tallest building in Rotterdam?",
  "Keep your answers short, please, I read them on my phone",
  "No, I live in Antwerp, not in Ghent",
];

/** What is said beside the wish stays in it. */
const KEPT_SHORT = "The user asks: “Keep your answers short, please, I read them on my phone”";

interface Preview {
  readonly packets_scanned: number;
  readonly clusters: readonly {
    readonly packets: readonly string[];
    readonly from_correction: boolean;
    readonly rule: string | null;
  }[];
}

/** In which each user has said the same: tests look at dana's brain, and teach the others. The last one stops it. */
let server: Server;

beforeAll(async () => {
  server = await lab.start({ args: ["--nightly-cron", ""] });
  for (const user of ["dana", "eve", "fay"]) for (const input of SAID) await converse(server, input, STOCK, { user });
  // A further look at the memory waits for the embeddings, which would be a change of their own.
  for (const user of ["dana", "eve", "fay"]) {
    await server.ask("POST", "/recall", { user, body: { query: "anything" } });
  }
});

/**
 * All that the tables hold, but for when keys were used last, which the service writes down now and then, and for the
 * statistics that SQLite keeps for itself.
 */
function fingerprint(dataDir: string): Record<string, string> {
  // Not read-only: SQLite's side files would then stay behind in the directory of a stopped server.
  const db = new Database(join(dataDir, "memoryd.db"));
  try {
    const named = db.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    const tables = named.all().filter(({ name }) => name !== "keys" && !name.startsWith("sqlite_"));
    expect(tables.length).toBeGreaterThan(10);
    return Object.fromEntries(
      tables.map(({ name }) => {
        const rows = db.query(`SELECT * FROM ${name}`).values();
        return [name, Bun.hash(JSON.stringify(rows.map((row) => row.map(String)).sort())).toString(16)];
      }),
    );
  } finally {
    db.close();
  }
}

async function learn(args: readonly string[]) {
  return lab.run(["learn", "--dry-run", "--data-dir", server.dataDir, ...args]);
}

async function expectPreview(): Promise<void> {
  const before = fingerprint(server.dataDir);
  const asJson = await learn(["--user", "dana", "--json"]);
  expect({ code: asJson.code, stderr: asJson.stderr }).toEqual({ code: 0, stderr: "" });
  const preview = JSON.parse(asJson.stdout) as Preview;
  expect(preview.packets_scanned).toBe(SAID.length);
  expect(preview.clusters).toEqual([
    { packets: [expect.any(String), expect.any(String)], from_correction: false, rule: KEPT_SHORT },
    {
      packets: [expect.any(String)],
      from_correction: true,
      rule: "Remember that the user lives in Antwerp, not in Ghent.",
    },
  ]);
  const asText = await learn(["--user", "dana"]);
  expect({ code: asText.code, stderr: asText.stderr }).toEqual({ code: 0, stderr: "" });
  expect(asText.stdout.trimEnd().split("\n")).toHaveLength(1 + preview.clusters.length);
  expect(asText.stdout).toMatch(/^4 new turns, 2 clusters/);
  for (const { rule } of preview.clusters) expect(asText.stdout).toContain(rule ?? "never");
  expect(fingerprint(server.dataDir)).toEqual(before);
}

test("a dry run beside a running server shows the rules, as text and as JSON, and stores nothing", async () => {
  await expectPreview();
  const { body } = await server.ask("GET", "/lessons", { user: "dana" });
  expect(body).toMatchObject({ lessons: [] });
});

test("a brain without anything new has nothing to show, and none is made", async () => {
  const before = fingerprint(server.dataDir);
  for (const args of [["--user", "nobody"], [], ["--core", "nowhere"], ["--account", "nobody"]]) {
    const { code, stdout } = await learn([...args, "--json"]);
    expect({ args, code, shown: code === 0 ? JSON.parse(stdout) : stdout }).toEqual({
      args,
      code: 0,
      shown: { packets_scanned: 0, packets_stale: 0, clusters: [] },
    });
  }
  expect((await learn(["--user", "nobody"])).stdout).toMatch(/^0 new turns, 0 clusters/);
  expect(fingerprint(server.dataDir)).toEqual(before);
});

test.each([
  { args: ["learn", "--url", "http://127.0.0.1:9"], culprit: "--key-file" },
  { args: ["learn", "--dry-run", "--url", "http://127.0.0.1:9", "--key-file", "k"], culprit: "--dry-run" },
  { args: ["learn", "--url", "nowhere", "--key-file", "k"], culprit: "--url" },
  { args: ["learn", "--account", "a", "--url", "http://127.0.0.1:9", "--key-file", "k"], culprit: "--account" },
  { args: ["learn", "--dry-run", "--user", "a::b"], culprit: "--user" },
  { args: ["learn", "--dry-run", "--core", "A B"], culprit: "--core" },
  { args: ["learn", "--dry-run", "extra"], culprit: "extra" },
])("wrong usage of learn exits 2 and stores nothing: %j", async ({ args, culprit }) => {
  const before = fingerprint(server.dataDir);
  const { code, stdout, stderr } = await lab.run(args, { cwd: server.cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(flawOf(stderr, culprit)).toBe("");
  expect(fingerprint(server.dataDir)).toEqual(before);
});

const RULES = ["Remember that the user lives in Antwerp, not in Ghent.", KEPT_SHORT];

async function rulesOf(of: Server, user: string): Promise<string[]> {
  const { body } = await of.ask<{ lessons: { response_text: string }[] }>("GET", "/lessons", { user });
  return body.lessons.map(({ response_text: text }) => text).sort();
}

describe("a pass from the shell", () => {
  test("beside a running server is refused, and says how it is asked", async () => {
    const { code, stderr } = await lab.run(["learn", "--user", "fay", "--data-dir", server.dataDir]);
    expect(code).toBe(3);
    expect(flawOf(stderr, "--url")).toBe("");
    expect(await rulesOf(server, "fay")).toEqual([]);
  });

  test("is run by the server that it is sent to, for the brain that it names alone", async () => {
    const args = ["learn", "--user", "eve", "--url", server.url, "--key-file", join(server.dataDir, "admin.key")];
    const asJson = await lab.run([...args, "--json"], {
      env: { HTTP_PROXY: "http://127.0.0.1:9", BUN_CONFIG_VERBOSE_FETCH: "curl" },
    });
    expect({ code: asJson.code, stderr: asJson.stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ ok: true, learned: 2 });
    expect(await rulesOf(server, "eve")).toEqual(RULES);
    expect((await lab.run(args)).stdout).toBe("0 rules learned\n");
    for (const user of ["dana", "fay"]) expect(await rulesOf(server, user)).toEqual([]);
  });

  test("of a key that may not, and where nobody answers, exits 1 with the reason", async () => {
    const cwd = lab.directory();
    writeFileSync(join(cwd, "wrong.key"), "mk_live_wrong");
    const send = (url: string, file: string) => lab.run(["learn", "--url", url, "--key-file", file], { cwd });
    const wrong = await send(server.url, "wrong.key");
    expect([wrong.code, flawOf(wrong.stderr, "key")]).toEqual([1, ""]);
    const nobody = await send("http://127.0.0.1:9", "wrong.key");
    expect([nobody.code, flawOf(nobody.stderr, "http://127.0.0.1:9")]).toEqual([1, ""]);
    const missing = await send(server.url, "none.key");
    expect([missing.code, flawOf(missing.stderr, "none.key")]).toEqual([1, ""]);
  });
});

test("without data there is nothing to look at: exit 1, and none is made", async () => {
  const cwd = lab.directory();
  const { code, stderr } = await lab.run(["learn", "--dry-run"], { cwd });
  expect(code).toBe(1);
  expect(flawOf(stderr, "memoryd-data")).toBe("");
  expect(readdirSync(cwd)).toEqual([]);
});

test("help of learn says what it does, with an example", async () => {
  const { code, stdout } = await lab.run(["learn", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--dry-run");
  expect(stdout).toMatch(/^Examples?:\n {2}\S/m);
});

test("the directory of a stopped server shows the same, and passes of the shell and of the next start learn just that", async () => {
  expect(await server.stop()).toBe(0);
  const files = readdirSync(server.dataDir).sort();
  await expectPreview();
  expect(readdirSync(server.dataDir).sort()).toEqual(files);
  const args = ["learn", "--user", "fay", "--data-dir", server.dataDir];
  const learned = await lab.run(args);
  expect(learned).toEqual({ code: 0, stdout: "2 rules learned\n", stderr: "" });
  expect(JSON.parse((await lab.run([...args, "--json"])).stdout)).toMatchObject({ ok: true, learned: 0 });
  const again = await lab.start({ cwd: server.cwd });
  expect(await rulesOf(again, "fay")).toEqual(RULES);
  expect((await again.ask("POST", "/sync", { user: "dana" })).body).toMatchObject({ ok: true, learned: 2 });
  expect(await rulesOf(again, "dana")).toEqual(RULES);
  const { stdout } = await learn(["--user", "dana", "--json"]);
  expect(JSON.parse(stdout)).toEqual({ packets_scanned: 0, packets_stale: 0, clusters: [] });
  expect(await again.stop()).toBe(0);
});

interface WrongSetting {
  readonly name: string;
  readonly value: string;
  /** Further settings, as variables. */
  readonly env?: Readonly<Record<string, string>>;
}

const WRONG_SETTINGS: readonly WrongSetting[] = [
  { name: "nightly_cron", value: "every night" },
  { name: "nightly_cron", value: "61 3 * * *" },
  { name: "nightly_cron", value: "0 0 30 2 *" },
  { name: "nightly_cron", value: "* * * * * *" },
  { name: "distiller_url", value: "http://models.example.com/v1" },
  { name: "distiller_url", value: "http://127.0.0.1:9/v1", env: { MEMORYD_DISTILLER_HOSTS: "models.lan" } },
  { name: "distiller_url", value: "http://127.0.0.1.example.com/v1" },
  { name: "distiller_url", value: "localhost:8080" },
  { name: "distiller_url", value: "file:///etc/passwd" },
  { name: "distiller_url", value: "http://user:geheim@127.0.0.1:9/v1" },
  { name: "distiller_timeout_ms", value: "99" },
];

const ways: readonly (readonly [string, (setting: WrongSetting, cwd: string) => readonly string[]])[] = [
  ["a flag", ({ name, value }) => [`--${name.replaceAll("_", "-")}`, value]],
  [
    "the settings file",
    ({ name, value }, cwd) => {
      const written = name.endsWith("_ms") ? value : JSON.stringify(value);
      writeFileSync(join(cwd, "settings.toml"), `${name} = ${written}\n`);
      return ["--config", "settings.toml"];
    },
  ],
];

/** A flag, a variable and a key of the file are one name. */
function spoken(name: string): RegExp {
  return new RegExp(name.replaceAll("_", "[_-]"), "i");
}

test.each(WRONG_SETTINGS)("serve with a wrong setting exits 2, names it, and makes no data: %j", async (setting) => {
  for (const [way, argumentsOf] of ways) {
    const cwd = lab.directory();
    const args = ["serve", "--port", "0", ...argumentsOf(setting, cwd)];
    const env = { MEMORYD_EMBEDDING_WORKERS: "1", ...setting.env };
    const { code, stdout, stderr } = await lab.run(args, { cwd, env });
    expect({
      way,
      code,
      stdout,
      flaw: flawOf(stderr),
      named: spoken(setting.name).test(stderr),
      data: existsSync(join(cwd, "memoryd-data")),
    }).toEqual({ way, code: 2, stdout: "", flaw: "", named: true, data: false });
    expect(stderr).not.toContain("geheim");
  }
});

test("no nightly pass and an endpoint on a listed host are good settings", async () => {
  const good = await lab.start({
    args: ["--nightly-cron", "", "--distiller-url", "http://models.lan:8080/v1"],
    env: { MEMORYD_DISTILLER_HOSTS: "other.lan, models.lan" },
  });
  expect(await good.stop()).toBe(0);
});

afterAll(() => server.stop());
