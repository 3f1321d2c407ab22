// Data as earlier versions left it opens: everything in it is there, and what it was before is kept.
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { converse, type MemoryPage, memoryTexts, prepare, record, type Turn } from "./turns.ts";

const lab = openLab();
const RELEASED = resolve(import.meta.dir, "../upgrades");
const VERSIONS = readdirSync(RELEASED)
  .map(Number)
  .filter((version) => version > 0)
  .sort((a, b) => a - b);
/** Where a kill falls in the start of a service that upgrades; any moment will do. */
const KILLS_AFTER_MS = [20, 60, 120, 180, 240, 320];

interface Expected {
  readonly schema: number;
  /** The token of a turn of bob that was prepared and not recorded. */
  readonly openTurn: string;
  /** Keys bound to a core that is there, to `default`, to one deleted and made anew, and to one that is gone. */
  readonly keys?: Readonly<Record<"live" | "default" | "remade" | "deleted", string>>;
  readonly brains: readonly {
    readonly user: string;
    readonly core?: string;
    readonly turns: number;
    readonly memory: readonly { readonly id: string; readonly text: string }[];
    readonly lessons: readonly { readonly id: string; readonly text: string }[];
  }[];
}

function expectedOf(version: number): Expected {
  return JSON.parse(readFileSync(join(RELEASED, String(version), "expected.json"), "utf8")) as Expected;
}

let key = "";

beforeAll(async () => {
  key = (await lab.run(["keys", "generate"])).stdout;
});

/** A working directory whose data an earlier version made, and an admin key to open it with. */
function directoryOf(version: number): string {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(join(RELEASED, String(version), "memoryd.db"), join(dataDir, "memoryd.db"));
  writeFileSync(join(dataDir, "admin.key"), key, { mode: 0o600 });
  return cwd;
}

async function expectMemory(server: Server, { brains }: Expected): Promise<void> {
  for (const { user, core, turns, memory, lessons } of brains) {
    const brain = { user, ...(core === undefined ? {} : { core }) };
    const page = await server.ask<MemoryPage>("GET", "/memory?limit=100", brain);
    expect(page.body.items.map(({ id, text }) => ({ id, text }))).toEqual([...memory]);
    const live = await server.ask<{ lessons: { id: string; response_text: string }[] }>("GET", "/lessons", brain);
    expect(live.body.lessons.map(({ id, response_text: text }) => ({ id, text }))).toEqual([...lessons]);
    expect((await server.ask<{ turns: number }>("GET", "/metrics", brain)).body.turns).toBe(turns);
    for (const { text } of memory) {
      // Found by its embedding: the question is its own input.
      const { sources } = await prepare(server, text.split("\n")[0] ?? "", brain);
      expect(sources.map((source) => source.text)).toContain(text);
    }
  }
}

test("the data of each version is of the schema that its folder says", () => {
  expect(VERSIONS).toEqual([1, 2, 3, 5, 7, 8, 9, 10, 11, 12]);
  for (const version of VERSIONS) {
    const db = new Database(join(RELEASED, String(version), "memoryd.db"), { readonly: true });
    expect(db.query("SELECT max(version) FROM migrations").values()).toEqual([[version]]);
    db.close();
  }
});

test.each(VERSIONS)("data of schema version %d opens with all its memory, and goes on", async (version) => {
  const expected = expectedOf(version);
  const cwd = directoryOf(version);
  const server = await lab.start({ cwd });
  await server.ready();
  await expectMemory(server, expected);
  const { messages } = await prepare(server, "When does the flour come?", { user: "ada", core: "work" });
  expect(messages[0]?.content).toContain("You help at the office of a small bakery.");
  expect((await server.ask("GET", "/admin/constitutions/careful")).body).toMatchObject({
    text: "Say when you are not sure.",
  });
  // A turn that the earlier version prepared is recorded by this one.
  expect((await record(server, expected.openTurn, "About 310 kilometres.", { user: "bob" })).status).toBe(200);
  expect(await memoryTexts(server, { user: "bob" })).toContain("How far is it to Riga?\nAbout 310 kilometres.");
  // Its sessions are found as such.
  const body = { input: "And now?", session: "s1", history: 2 };
  const talk = (await server.ask<Turn>("POST", "/prepare", { user: "ada", body })).body.messages;
  expect(talk.slice(1, -1).map(({ content }) => content)).toEqual([
    ...["The oven in the kitchen runs twenty degrees too hot.", "Then set it to 200 for a loaf that wants 220."],
    ...["No, it's fifteen degrees too hot, I measured it.", "Noted: fifteen degrees."],
  ]);
  await converse(server, "The oven was repaired yesterday.", "Good.", { user: "ada" });
  expect(await server.stop()).toBe(0);
  const kept = readdirSync(server.dataDir).filter((name) => name.includes(".before-schema-"));
  const isOld = server.written.stderr.includes('"event":"data_upgraded"');
  expect(kept).toEqual(isOld ? [`memoryd.db.before-schema-${version + 1}.backup`] : []);
  const { stdout } = await lab.run(["verify", "--json"], { cwd });
  expect((JSON.parse(stdout) as { ok: boolean }).ok).toBe(true);
});

test("keys that an earlier version left to a core made anew, or to none, are revoked by the upgrade", async () => {
  const { keys } = expectedOf(7);
  const server = await lab.start({ cwd: directoryOf(7) });
  const statusOf = async (key = "") => (await server.ask("GET", "/metrics", { key })).status;
  expect([await statusOf(keys?.live), await statusOf(keys?.default)]).toEqual([200, 200]);
  expect([await statusOf(keys?.remade), await statusOf(keys?.deleted)]).toEqual([401, 401]);
  const listed = await server.ask<{ items: { id: string; revoked_at: string | null }[] }>("GET", "/admin/keys");
  const revoked = listed.body.items.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id);
  const lost = [keys?.remade, keys?.deleted].map((key) => key?.slice(8, 16) ?? "");
  expect(revoked.sort()).toEqual(lost.sort());
  const audit = await server.ask<{ items: { action: string; actor: string; target: string }[] }>("GET", "/admin/audit");
  const entries = audit.body.items.filter(({ action }) => action === "key.revoked");
  expect(entries.map(({ target }) => target).sort()).toEqual(lost.map((id) => `key:${id}`).sort());
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(["service"]));
  expect(await server.stop()).toBe(0);
});

/** The schema, and all rows of each table, but for the statistics that SQLite keeps for itself. */
function contentOf(path: string) {
  const db = new Database(path);
  try {
    const master =
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name";
    const schema = db.query(master).values();
    const tables = schema.filter(([type]) => type === "table").map(([, name]) => String(name));
    const rows = Object.fromEntries(tables.map((name) => [name, db.query(`SELECT * FROM "${name}"`).values()]));
    return { schema, rows };
  } finally {
    db.close();
  }
}

test("the backup made before an upgrade brings the data back as it was", async () => {
  const cwd = directoryOf(1);
  const expected = expectedOf(1);
  const server = await lab.start({ cwd });
  expect((await record(server, expected.openTurn, "About 310 kilometres.", { user: "bob" })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const backup = join(server.dataDir, "memoryd.db.before-schema-2.backup");
  const { stdout } = await lab.run(["verify", "--json", backup]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, schema_version: 1 });
  const path = join(server.dataDir, "memoryd.db");
  const before = contentOf(join(RELEASED, "1", "memoryd.db"));
  expect(contentOf(path)).not.toEqual(before);
  expect((await lab.run(["restore", backup], { cwd })).code).toBe(0);
  expect(contentOf(path)).toEqual(before);
  expect(Object.values(before.rows).flat().length).toBeGreaterThan(expected.brains.length);
  // And it is upgraded once more, beside the backup of the first time.
  const again = await lab.start({ cwd });
  for (const { user, core, memory } of expected.brains) {
    const texts = await memoryTexts(again, core === undefined ? { user } : { user, core });
    expect(texts).toEqual(memory.map(({ text }) => text));
  }
  expect(await again.stop()).toBe(0);
});

test("killed at any moment of a start that upgrades, the next start has everything", async () => {
  const cwd = directoryOf(1);
  for (const ms of KILLS_AFTER_MS) {
    const child = Bun.spawn([lab.executable, "serve", "--port", "0"], {
      cwd,
      env: {},
      stdio: ["ignore", "ignore", "ignore"],
    });
    await Bun.sleep(ms);
    child.kill("SIGKILL");
    await child.exited;
  }
  const server = await lab.start({ cwd });
  await expectMemory(server, expectedOf(1));
  expect(await server.stop()).toBe(0);
  expect((await lab.run(["verify"], { cwd })).code).toBe(0);
  // No half-made backup is left.
  expect(readdirSync(server.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
});

test("commands refuse data that is still to be upgraded, and leave it as it is", async () => {
  const cwd = directoryOf(1);
  const path = join(cwd, "memoryd-data", "memoryd.db");
  const before = readFileSync(path);
  const { code, stderr } = await lab.run(["accounts", "list"], { cwd });
  expect(code).toBe(3);
  expect(stderr).toContain("the data is of an older version");
  expect(readFileSync(path).equals(before)).toBe(true);
  // It can be backed up and verified all the same.
  expect((await lab.run(["backup", "old.backup"], { cwd })).code).toBe(0);
  expect((await lab.run(["verify"], { cwd })).code).toBe(0);
});

/** A file system of its own, too small for an upgrade; afterwards it must hold the very file that was put there. */
function onSmallDisk(folder: string, file: string): string[] {
  const script = `mount -t tmpfs -o size=800k tmpfs ${folder} && chmod 700 ${folder} && cp ${file} ${folder}/memoryd.db
    "$@"; code=$?; cmp ${file} ${folder}/memoryd.db || exit 9; [ "$(ls ${folder})" = "$(printf 'memoryd.db\nmemoryd.lock')" ] || exit 8
    exit $code`;
  return ["unshare", "--mount", "sh", "-c", script, "sh"];
}

const canMount = Bun.which("unshare") !== null && Bun.spawnSync(["unshare", "--mount", "true"]).exitCode === 0;
if (!canMount) console.log("SKIPPED: without `unshare --mount` (root) there is no small disk to upgrade on.");

test.skipIf(!canMount)(
  "where the disk has no room for an upgrade, it is refused and the data stays as it was",
  async () => {
    const folder = lab.directory();
    const file = join(RELEASED, "1", "memoryd.db");
    const args = ["serve", "--port", "0", "--data-dir", folder];
    const { code, stderr } = await lab.run(args, { through: onSmallDisk(folder, file) });
    expect(stderr).toContain("the data is not upgraded, for it could not be backed up before: ");
    expect(stderr).toMatch(/the upgrade to schema version 2 needs \d+ MiB on the disk/);
    expect(code).toBe(3);
  },
);
