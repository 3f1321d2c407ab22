// memoryd restore, as an operator runs it; the restored service answers as the one did that the backup was made of.
import { beforeAll, expect, test } from "bun:test";
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openLab, type Server } from "./executable.ts";
import { converse, memoryTexts, type Turn } from "./turns.ts";

const lab = openLab({ model: "tiny" });

const USERS = ["ada", "bob"];
const PLACES = ["Porto", "Gdansk", "Bergen", "Nairobi", "Utrecht", "Split"];
const THINGS = ["boiler", "bicycle", "violin", "kettle", "ladder", "passport"];
/** So many that brains are larger than what a brief holds. */
const TURNS_OF_USER = 24;

/** The n-th of each list, in step with nothing else. */
function pick(from: readonly string[], at: number): string {
  return from[at % from.length] ?? "";
}

const SAID = USERS.flatMap((user, who) =>
  Array.from({ length: TURNS_OF_USER }, (_, turn) => {
    const [thing, place] = [pick(THINGS, turn + who), pick(PLACES, turn * 5 + who)];
    return turn % 3 === 0
      ? { user, input: `The ${thing} number ${turn * 7} stands in ${place} now.`, answer: `Noted, ${place}.` }
      : { user, input: `I paid ${turn * 50} euros for the ${thing}.`, answer: `That is a fair price for a ${thing}.` };
  }),
);

const QUESTIONS = USERS.flatMap((user) =>
  [...THINGS, ...PLACES].flatMap((word) => [
    { user, input: `Where is the ${word}?` },
    { user, input: `What did I say about ${word} and 350 euros?` },
  ]),
);

const MODES = ["cosine", "hybrid"] as const;

/** Every answer in both modes, without what is new each time. */
async function askAll(server: Server): Promise<string[]> {
  const answers: string[] = [];
  for (const mode of MODES) {
    const { status } = await server.ask("PATCH", "/admin/settings", { body: { retrieval_mode: mode } });
    expect(status).toBe(200);
    for (const { user, input } of QUESTIONS) {
      const body = { input, occurred_at: "2026-01-15T12:00:00Z" };
      const { body: turn } = await server.ask<Turn>("POST", "/prepare", { user, body });
      const { turn_token, ...rest } = turn;
      expect(turn_token).not.toBeNull();
      answers.push(JSON.stringify(rest));
    }
  }
  return answers;
}

let file = "";
/** Of the server that the backup is of. */
let auditKey = "";
let key = "";
let first: readonly string[] = [];

beforeAll(async () => {
  const server = await lab.start();
  for (const { user, input, answer } of SAID) await converse(server, input, answer, { user });
  await server.ask("POST", "/lessons", { user: "ada", body: { text: "Give prices in euros." } });
  first = await askAll(server);
  file = join(server.cwd, "a.backup");
  key = server.adminKey;
  auditKey = join(server.dataDir, "audit.key");
  expect(await lab.run(["backup", "--data-dir", server.dataDir, file])).toMatchObject({ code: 0, stderr: "" });
  expect(await server.stop()).toBe(0);
});

/** A directory with the admin key of the server that the backup is of. */
function directoryWithKey(): { cwd: string; dataDir: string } {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, "admin.key"), `${key}\n`, { mode: 0o600 });
  return { cwd, dataDir };
}

test("the questions are worth asking: nearly all have sources, and the answers differ", () => {
  const turns = first.map((answer) => JSON.parse(answer) as Turn);
  expect(turns.filter(({ sources }) => sources.length > 0).length).toBeGreaterThan(turns.length * 0.8);
  expect(new Set(first).size).toBeGreaterThan(first.length / 2);
});

test("a restored backup answers every question byte for byte as the original did, in both modes", async () => {
  const { cwd, dataDir } = directoryWithKey();
  expect(await lab.run(["restore", "--data-dir", dataDir, file])).toMatchObject({ code: 0, stderr: "" });
  const server = await lab.start({ cwd });
  const again = await askAll(server);
  const different = again.flatMap((answer, at) => (answer === first[at] ? [] : [[first[at], answer]]));
  expect(different.slice(0, 1)).toEqual([]);
  expect(again).toHaveLength(first.length);
  expect(await server.stop()).toBe(0);
});

interface Restored {
  readonly dry_run: boolean;
  readonly data_dir: string;
  readonly moved_aside: readonly string[];
  readonly has_key_file: boolean;
  readonly signature: string;
  readonly manifest: { readonly rows: Readonly<Record<string, number>> };
}

test("a running server's data is not replaced; a stopped one's is moved aside, after a dry run that changes nothing", async () => {
  const server = await lab.start();
  await converse(server, "This came later.", "Noted.");
  // It is another server's backup: without the name of that one's key it is refused.
  const stranger = await lab.run(["restore", "--data-dir", server.dataDir, "--dry-run", file]);
  expect(stranger).toMatchObject({ code: 3, stdout: "" });
  expect(stranger.stderr).toContain("it is signed with another key than that of");
  const restore = ["restore", "--data-dir", server.dataDir, "--public-key", auditKey];
  for (const args of [[file], ["--dry-run", file]]) {
    const refused = await lab.run([...restore, ...args]);
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain("another memoryd is running on the data directory");
  }
  expect(await memoryTexts(server)).toEqual(["This came later.\nNoted."]);
  expect(await server.stop()).toBe(0);

  const before = readdirSync(server.dataDir).sort();
  const dry = JSON.parse((await lab.run([...restore, "--dry-run", "--json", file])).stdout) as Restored;
  expect(dry).toMatchObject({ dry_run: true, data_dir: server.dataDir, has_key_file: true, signature: "valid" });
  expect(dry.manifest.rows.packets).toBe(SAID.length);
  expect(readdirSync(server.dataDir).sort()).toEqual(before);

  const done = JSON.parse((await lab.run([...restore, "--json", file])).stdout) as Restored;
  expect(done.dry_run).toBe(false);
  const [aside] = done.moved_aside;
  expect(done.moved_aside).toHaveLength(1);
  expect(aside).toMatch(/^memoryd\.db\.before-restore-\d{8}T\d{6}Z$/);
  expect(readdirSync(server.dataDir).sort()).toEqual([...before, aside ?? ""].sort());

  // The key of the directory is kept: it was none of the backup's, so that the next start takes it in.
  const again = await lab.start({ cwd: server.cwd });
  expect(again.adminKey).toBe(server.adminKey);
  expect(await memoryTexts(again, { user: "ada" })).toHaveLength(TURNS_OF_USER);
  expect(await memoryTexts(again)).toEqual([]);
  expect(await again.stop()).toBe(0);

  // What was moved aside is data like any other.
  const old = directoryWithKey();
  copyFileSync(join(server.dataDir, aside ?? ""), join(old.dataDir, "memoryd.db"));
  copyFileSync(join(server.dataDir, "admin.key"), join(old.dataDir, "admin.key"));
  const told = await lab.run(["export", "--json", "old.jsonl"], { cwd: old.cwd });
  expect(JSON.parse(told.stdout)).toMatchObject({ brains: 1, packets: 1 });
  const exported = readFileSync(join(old.cwd, "old.jsonl"), "utf8");
  expect(exported.split("\n").filter((line) => line.includes('"This came later."'))).toHaveLength(1);
});

test("what it does is told in words", async () => {
  const { dataDir } = directoryWithKey();
  const fresh = join(dirname(dataDir), "fresh");
  const [dry, done] = [
    await lab.run(["restore", "--data-dir", fresh, "--dry-run", file]),
    await lab.run(["restore", "--data-dir", fresh, file]),
  ];
  const held = new RegExp(`${SAID.length} packets, 1 lesson, ${USERS.length} brains as of \\S+Z into ${fresh}\n`);
  expect(dry.stdout).toMatch(held);
  expect(dry.stdout).toStartWith("would restore ");
  expect(done.stdout).toMatch(held);
  expect(done.stdout).toStartWith("restored ");
  expect(done.stdout).toContain("no admin.key stands there");
  for (const { stdout } of [dry, done]) expect(stdout).toContain("no audit.key stands there, which no backup holds");
  expect(done.stdout).toMatch(/\nsignature not checked: the key \S+ is unknown here; /);
});

test("a flipped bit, another file and a file that is not there are refused, and nothing is touched", async () => {
  const { cwd, dataDir } = directoryWithKey();
  const before = readdirSync(dataDir);
  const broken = join(cwd, "broken.backup");
  const bytes = readFileSync(file);
  for (const place of [0, 100, 50_000, bytes.length - 700, bytes.length - 2]) {
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ 1;
    writeFileSync(broken, copy);
    const { code, stderr } = await lab.run(["restore", "--data-dir", dataDir, broken]);
    expect({ place, code }).toEqual({ place, code: 3 });
    expect(stderr).toStartWith(`memoryd: the backup ${broken} is not restored: `);
  }
  expect((await lab.run(["restore", "--data-dir", dataDir, join(dataDir, "admin.key")])).code).toBe(3);
  expect((await lab.run(["restore", "--data-dir", dataDir, join(cwd, "nowhere")])).code).toBe(1);
  expect(readdirSync(dataDir)).toEqual(before);
  expect(existsSync(join(dataDir, "memoryd.db"))).toBe(false);
});

const NOBODY = 65_534;
const mayDrop = process.getuid?.() === 0 && Bun.which("setpriv") !== null;
if (!mayDrop) console.log("SKIPPED: only root, with setpriv, can restore over the directory of another owner.");

test.skipIf(!mayDrop)(
  "what root restores in the directory of another owner is that owner's, who can serve it",
  async () => {
    const through = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    const cwd = lab.directory();
    chownSync(cwd, NOBODY, NOBODY);
    const server = await lab.start({ cwd, through });
    const { dataDir } = server;
    const backup = join(lab.directory(), "a.backup");
    expect((await lab.run(["backup", backup], { cwd })).code).toBe(0);
    expect(await server.stop()).toBe(0);
    for (const trace of ["memoryd.id", "memoryd.lock", "audit.key"]) rmSync(join(dataDir, trace));
    expect((await lab.run(["restore", backup], { cwd })).code).toBe(0);
    for (const name of readdirSync(dataDir)) expect([name, statSync(join(dataDir, name)).uid]).toEqual([name, NOBODY]);
    const again = await lab.start({ cwd, through });
    expect(await again.stop()).toBe(0);
    // As an older version left it.
    chownSync(join(dataDir, "memoryd.db"), 0, 0);
    const { code, stderr } = await lab.run(["serve", "--port", "0"], { cwd, through });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "no permission to read and write it: it belongs to uid 0 (mode 0600), and this is uid",
      ),
    });
  },
);
