// What `config check` says of the places that settings name: what a start or a backup would fail with, and nothing is made.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateKey } from "../../src/accounts/key-format.ts";
import { checkPlaces } from "../../src/app/check-places.ts";
import { readSettings } from "../../src/config/read-settings.ts";
import { seededRandom } from "../support/chance.ts";

const dir = mkdtempSync(join(tmpdir(), "memoryd-places-"));
const path = (name: string) => join(dir, name);

beforeAll(() => {
  writeFileSync(path("file"), "a list of names\n");
  symlinkSync("nowhere", path("dangling"));
  mkdirSync(path("data"));
  writeFileSync(path("data/memoryd.db"), "");
  for (const [name, mode] of [
    ["good.key", 0o600],
    ["open.key", 0o602],
  ] as const) {
    writeFileSync(path(name), `${generateKey(seededRandom(1)).text}\n`);
    chmodSync(path(name), mode);
  }
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Names of settings with paths from the directory on. */
function check(places: Readonly<Record<string, string>>): string | null {
  const flags = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, path(place)]));
  const backups = flags.backup_dir === undefined ? {} : { backup_cron: "0 4 * * *" };
  const settings = readSettings({
    flags: { data_dir: path("fresh"), ...flags, ...backups },
    environment: {},
    file: null,
  });
  const before = readdirSync(dir, { recursive: true });
  try {
    checkPlaces(settings);
    return null;
  } catch (error) {
    return (error as Error).message.replaceAll(`${dir}/`, "");
  } finally {
    expect(readdirSync(dir, { recursive: true })).toEqual(before);
  }
}

test.each([
  { data_dir: "new/and/below" },
  { data_dir: "data" },
  { admin_key_file: "good.key" },
  { admin_key_file: "fresh/admin.key" },
  // Data that is there has its keys already: no file is made.
  { data_dir: "data", admin_key_file: "nowhere/at.key" },
  { backup_dir: "new/backups" },
  { backup_dir: "data" },
  { log_file: "new.log" },
  { log_file: "file" },
])("%p is in order", (places) => {
  expect(check(places as Record<string, string>)).toBeNull();
});

const NO_DIRECTORY = "it, or a part of its path, is not a directory";

test.each([
  [{ data_dir: "file" }, `the data directory file cannot be used: ${NO_DIRECTORY}`],
  [{ data_dir: "file/below/it" }, `the data directory file/below/it cannot be used: ${NO_DIRECTORY}`],
  [{ data_dir: "dangling" }, "the data directory dangling cannot be used: its directory does not exist"],
  [{ admin_key_file: "file" }, "the admin key file file does not hold a key: `memoryd keys generate` makes one"],
  [{ admin_key_file: "data" }, "the admin key file data cannot be read: it is a directory"],
  [
    { admin_key_file: "nowhere/at.key" },
    "the admin key file nowhere/at.key cannot be written: its directory does not exist",
  ],
  [
    { log_file: "nowhere/service.log" },
    "log_file: nowhere/service.log cannot be written: its directory does not exist",
  ],
  [{ log_file: "data" }, "log_file: data cannot be written: it is a directory"],
  [{ backup_dir: "file" }, `the folder of the backups file cannot be used: ${NO_DIRECTORY}`],
  [{ backup_dir: "file/below" }, `the folder of the backups file/below cannot be used: ${NO_DIRECTORY}`],
])("%p is told: %s", (places, words) => {
  expect(check(places as Record<string, string>)).toBe(words);
});

test("a key file that anybody may write is told", () => {
  expect(check({ admin_key_file: "open.key" })).toContain("may be written by anybody (mode 0602)");
});
