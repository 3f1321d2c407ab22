// The archives that packages are made of, as tar reads them.
import { expect, test } from "bun:test";
import { tarOf } from "../../src/build/tar.ts";

const bytes = new TextEncoder().encode("text");
const ENTRIES = [
  { path: "b/file", bytes },
  { path: "a", mode: 0o700, owner: 7 },
  { path: "b/program", bytes, mode: 0o755 },
];

function listed(archive: Uint8Array): string[] {
  const cmd = ["tar", "--list", "--verbose", "--numeric-owner", "--utc", "--full-time"];
  const { stdout, stderr } = Bun.spawnSync(cmd, { stdin: archive });
  expect(stderr.toString()).toBe("");
  return stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.replace(/ +/g, " "));
}

test("entries are sorted, folders on the way are made, and every time is the given one", () => {
  expect(listed(tarOf(ENTRIES, { at: 86_400 }))).toEqual([
    "drwx------ 7/7 0 1970-01-02 00:00:00 a/",
    "drwxr-xr-x 0/0 0 1970-01-02 00:00:00 b/",
    "-rw-r--r-- 0/0 4 1970-01-02 00:00:00 b/file",
    "-rwxr-xr-x 0/0 4 1970-01-02 00:00:00 b/program",
  ]);
  expect(listed(tarOf(ENTRIES, { at: 0, prefix: "./" }))[0]).toBe("drwxr-xr-x 0/0 0 1970-01-01 00:00:00 ./");
});

test("the order in which they are given changes nothing", () => {
  expect(tarOf(ENTRIES.toReversed(), { at: 1 })).toEqual(tarOf(ENTRIES, { at: 1 }));
});

test("a path that the form cannot hold is refused", () => {
  expect(() => tarOf([{ path: "x".repeat(101), bytes }], { at: 0 })).toThrow("too long for an archive");
});
