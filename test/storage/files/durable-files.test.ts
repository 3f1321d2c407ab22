// Files that are whole or not there, and what killed processes leave of them.
import { expect, test } from "bun:test";
import { closeSync, openSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeBroken, writeAll, writeWhole } from "../../../src/storage/files/durable-files.ts";
import { withTempDir } from "../sqlite/temp-data.ts";

test("what killed processes left of a file goes, also one of this process's number, and what runs is let alone", () =>
  withTempDir(async (dir) => {
    const gone = Bun.spawn(["true"]);
    await gone.exited;
    const old = `.a.txt.${process.pid}-0a1b2c3d.part`;
    const left = [old, `.a.txt.${gone.pid}-0a1b2c3d.part`, `.a.txt.${gone.pid}-0a1b2c3d.rows.part`];
    const others = [`.a.txt.${process.pid}-4e5f6a7b.part`, `.a.txt.${process.ppid}-0a1b2c3d.part`];
    const foreign = [`.b.txt.${gone.pid}-0a1b2c3d.part`, "a.txt"];
    for (const name of [...left, ...others, ...foreign]) writeFileSync(join(dir, name), "");
    utimesSync(join(dir, old), 0, 0);
    removeBroken(join(dir, "a.txt"));
    expect(readdirSync(dir).sort()).toEqual([...others, ...foreign].sort());
  }));

test("a file is taken over only where it may be, and nothing is left beside it", () =>
  withTempDir((dir) => {
    const path = join(dir, "a.txt");
    writeWhole(path, "one");
    expect(() => writeWhole(path, "two")).toThrow("exists already");
    expect(readFileSync(path, "utf8")).toBe("one");
    writeWhole(path, "two", { mayReplace: true });
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(readdirSync(dir)).toEqual(["a.txt"]);
  }));

test("a piece is written behind the last one, or where it belongs", () =>
  withTempDir((dir) => {
    const path = join(dir, "a.txt");
    const file = openSync(path, "wx");
    for (const piece of ["one ", "two ", "six"]) writeAll(file, Buffer.from(piece));
    writeAll(file, Buffer.from("ten"), 8);
    closeSync(file);
    expect(readFileSync(path, "utf8")).toBe("one two ten");
  }));
