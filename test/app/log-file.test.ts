import { afterAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../../src/app/log.ts";
import { LogFileError, openLogFile } from "../../src/app/log-file.ts";

const root = mkdtempSync(join(tmpdir(), "memoryd-log-"));
afterAll(() => rmSync(root, { recursive: true }));

let files = 0;
const newPath = () => join(root, `${++files}.log`);
const NEVER = { bytesMax: 0, keep: 1 };
const read = (path: string) => readFileSync(path, "utf8");

test("lines of the logger come into the file one after another, behind those that were there", () => {
  const path = newPath();
  for (const event of ["first", "second"]) createLogger("info", openLogFile(path, NEVER)).info({ event });
  const lines = read(path).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["first", "second"]);
  expect(statSync(path).mode & 0o137).toBe(0);
});

test("a file that has grown to its bound is moved aside, and the newest of those stay", () => {
  const path = newPath();
  const { write, bound } = openLogFile(path, { bytesMax: 8, keep: 2 });
  for (const line of ["one\n", "1234567\n", "two\n", "abcdefg\n", "three..\n", "four\n"]) write(line);
  expect([path, `${path}.1`, `${path}.2`].map(read)).toEqual(["four\n", "three..\n", "two\nabcdefg\n"]);
  expect(existsSync(`${path}.3`)).toBe(false);
  bound({ bytesMax: 4, keep: 1 });
  write("five\n");
  expect([path, `${path}.1`].map(read)).toEqual(["", "four\nfive\n"]);
  expect(existsSync(`${path}.2`)).toBe(false);
});

test("moved away by another program it is written on until it is opened anew; emptied, from its beginning", () => {
  const path = newPath();
  const { write, reopen } = openLogFile(path, { bytesMax: 12, keep: 1 });
  write("one\n");
  renameSync(path, `${path}.old`);
  write("two\n");
  reopen();
  write("three\n");
  expect([`${path}.old`, path].map(read)).toEqual(["one\ntwo\n", "three\n"]);
  truncateSync(path);
  write("four..\n");
  // It was emptied, so it has not grown to its bound.
  expect([read(path), existsSync(`${path}.1`)]).toEqual(["four..\n", false]);
});

test("where it cannot be moved aside, or not be opened anew, the file that is open is written on", () => {
  const path = join(root, "gone", "service.log");
  expect(() => openLogFile(path, NEVER)).toThrow(
    new LogFileError(`log_file: ${path} cannot be written: its directory does not exist`),
  );
  const moved = newPath();
  const { write, reopen } = openLogFile(moved, { bytesMax: 4, keep: 1 });
  renameSync(moved, `${moved}.old`);
  write("one\n");
  write("two\n");
  expect(read(`${moved}.old`)).toBe("one\ntwo\n");
  reopen();
  expect(read(moved)).toBe("");
});

test("a full disk costs lines and nothing else, and how many is told once there is room", () => {
  const path = newPath();
  symlinkSync("/dev/full", path);
  const { write, reopen } = openLogFile(path, NEVER);
  write("lost\n");
  write("lost\n");
  rmSync(path);
  reopen();
  write("kept\n");
  write("kept too\n");
  const [told = "", ...kept] = read(path).split("\n");
  expect(JSON.parse(told)).toMatchObject({ level: "warn", event: "log_lines_lost", lines: 2 });
  expect(kept).toEqual(["kept", "kept too", ""]);
});
