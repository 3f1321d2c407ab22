// A trigger that keeps what users say, put into the data or into a backup: every command refuses it and names it.
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { auditKeysAt } from "../../src/storage/files/audit-keys.ts";
import { forge, forgeDatabase } from "../storage/sqlite/forge-backup.ts";
import { openLab } from "./executable.ts";
import { converse } from "./turns.ts";

const lab = openLab({ model: "tiny" });

const KEEP = [
  "CREATE TABLE kept (words TEXT)",
  "CREATE TRIGGER keep AFTER INSERT ON turns BEGIN INSERT INTO kept VALUES (new.input); END",
];
const TOLD = "the table kept is none of memoryd's";

let used = "";

beforeAll(async () => {
  const server = await lab.start();
  await converse(server, "My card ends in 4711.", "Noted.");
  expect(await server.stop()).toBe(0);
  used = server.dataDir;
});

/** A working directory with a copy of what a stopped service left. */
function copyOfUsed(): { cwd: string; dataDir: string } {
  const cwd = lab.directory();
  const dataDir = join(cwd, "memoryd-data");
  cpSync(used, dataDir, { recursive: true });
  return { cwd, dataDir };
}

test("such data is not served, not worked on, not backed up and not called sound; not a byte of it changes", async () => {
  const server = copyOfUsed();
  const path = join(server.dataDir, "memoryd.db");
  const db = new Database(path);
  for (const statement of KEEP) db.run(statement);
  db.close();
  const before = readFileSync(path);
  const data = ["--data-dir", server.dataDir];
  const refused = `memoryd: the schema of the data was changed past memoryd: ${TOLD} (and 1 more)\n`;
  for (const args of [
    // A model in a folder would be opened before the data, with a line of the log.
    ["serve", "--port", "0", "--model-dir", "", ...data],
    ["keys", "list", ...data],
    ["export", ...data, join(server.cwd, "out.jsonl")],
    ["recall", ...data, "card"],
    ["audit", "list", ...data],
    ["audit", "verify", ...data],
    ["audit", "verify", path],
    ["backup", ...data, join(server.cwd, "a.backup")],
  ]) {
    const { code, stdout, stderr } = await lab.run(args, { cwd: server.cwd });
    expect({ args, code, stdout, stderr }).toEqual({ args, code: 3, stdout: "", stderr: refused });
  }
  expect(existsSync(join(server.cwd, "a.backup"))).toBe(false);
  expect(await lab.run(["verify", ...data])).toEqual({
    code: 1,
    stdout: [TOLD, "the trigger keep on turns is none of memoryd's"]
      .map((told) => `schema_foreign: The schema of the data was changed past memoryd: ${told}.\n`)
      .join(""),
    stderr: `memoryd: 2 faults in ${server.dataDir}\n`,
  });
  const doctor = await lab.run(["doctor", ...data]);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toContain(`error    schema_foreign: The schema of the data was changed past memoryd: ${TOLD}.`);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("such a backup is neither sound nor restored; who signed one is said, in words and in JSON", async () => {
  const server = copyOfUsed();
  const file = join(server.cwd, "a.backup");
  const data = ["--data-dir", server.dataDir];
  const elsewhere = ["--data-dir", join(server.cwd, "new")];
  const key = ["--public-key", join(server.dataDir, "audit.key")];
  expect((await lab.run(["backup", ...data, file])).stdout).toEndWith(", signed and checked\n");
  const verify = async (...args: string[]) => {
    const [words, json] = [
      await lab.run(["verify", file, ...args]),
      await lab.run(["verify", file, "--json", ...args]),
    ];
    return { code: words.code, words: words.stdout, json: JSON.parse(json.stdout) as Record<string, unknown> };
  };
  const { publicKey } = auditKeysAt(server.dataDir);
  const unknown = await verify(...elsewhere);
  expect(unknown).toMatchObject({ code: 0, json: { ok: true, signature: "unknown_key" } });
  expect(unknown.json.manifest).toMatchObject({ public_key: publicKey });
  expect(unknown.words).toContain(`\nsignature not checked: the key ${publicKey} is unknown here; `);
  for (const known of [data, [...elsewhere, ...key]]) {
    const valid = await verify(...known);
    expect(valid).toMatchObject({ code: 0, json: { ok: true, signature: "valid" } });
    expect(valid.words).toContain("\nsignature valid: ");
  }
  forge(file, (said) => said);
  const stripped = await verify(...data);
  expect(stripped).toMatchObject({ code: 0, json: { ok: true, signature: "none" } });
  expect(stripped.words).toContain("\nWARNING: it bears no signature. ");
  expect(await verify(...data, ...key)).toMatchObject({ code: 1, json: { ok: false, signature: null } });
  expect((await lab.run(["restore", ...elsewhere, ...key, file])).code).toBe(3);
  expect((await lab.run(["restore", ...elsewhere, "--dry-run", file])).stdout).toContain("\nWARNING: it bears no ");

  forgeDatabase(file, KEEP);
  for (const where of [data, elsewhere]) {
    const foreign = await verify(...where);
    expect(foreign).toMatchObject({ code: 1, json: { ok: false } });
    expect(foreign.words).toStartWith(`backup: the schema of the data was changed past memoryd: ${TOLD}`);
    const { code, stderr } = await lab.run(["restore", ...where, file]);
    expect({ code, told: stderr.includes(TOLD) }).toEqual({ code: 3, told: true });
  }
  expect(existsSync(join(server.cwd, "new"))).toBe(false);
  expect((await lab.run(["verify", ...data, ...key])).code).toBe(2);
});
