// What the command import reads of a folder, and what it leaves alone.
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ImportSource, openImportSource } from "../../src/commands/import-source.ts";
import { withTempDir } from "../storage/sqlite/temp-data.ts";

interface Note {
  readonly permalink: string;
  readonly content: string;
}

async function textOf(source: ImportSource): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.read()) pieces.push(piece.slice());
  return Buffer.concat(pieces).toString();
}

async function read(path: string, onLooked?: (path: string) => void) {
  const leftOut: Record<string, string> = {};
  const source = openImportSource(path, (left, reason) => (leftOut[left] = reason), onLooked);
  try {
    const first = await textOf(source);
    expect(await textOf(source)).toBe(first);
    const notes = JSON.parse(first) as Note[];
    return { leftOut, notes: Object.fromEntries(notes.map(({ permalink, content }) => [permalink, content])) };
  } finally {
    await source.close();
  }
}

function pipeAt(path: string): void {
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
}

const withNotes = (use: (notes: string, dir: string) => Promise<void>) =>
  withTempDir(async (dir) => {
    const notes = join(dir, "notes");
    mkdirSync(join(notes, "deep"), { recursive: true });
    writeFileSync(join(notes, "tea.md"), "tea");
    writeFileSync(join(notes, "deep", "coffee.md"), "coffee");
    writeFileSync(join(dir, "secret.md"), "secret");
    await use(notes, dir);
  });

describe("a folder", () => {
  test("gives its regular Markdown files; links, pipes and what is hidden are named and left out", () =>
    withNotes(async (notes, dir) => {
      symlinkSync(join(dir, "secret.md"), join(notes, "file.md"));
      symlinkSync(dir, join(notes, "folder"));
      symlinkSync(notes, join(notes, "deep", "loop"));
      symlinkSync("self.md", join(notes, "self.md"));
      symlinkSync("nowhere", join(notes, "dangling.md"));
      pipeAt(join(notes, "pipe.md"));
      mkdirSync(join(notes, ".trash"));
      writeFileSync(join(notes, ".trash", "old.md"), "old");
      writeFileSync(join(notes, ".draft.md"), "draft");
      writeFileSync(join(notes, "latin.md"), Buffer.from([0x63, 0xe9]));
      writeFileSync(join(notes, "picture.png"), "no note");
      expect(await read(notes)).toEqual({
        notes: { tea: "tea", "deep/coffee": "coffee" },
        leftOut: {
          "file.md": "it is a link",
          folder: "it is a link",
          "deep/loop": "it is a link",
          "self.md": "it is a link",
          "dangling.md": "it is a link",
          "pipe.md": "it is a pipe, no file",
          ".trash": "it is hidden",
          ".draft.md": "it is hidden",
          "latin.md": "it is not valid UTF-8",
        },
      });
    }));

  test("that is a link itself is what the operator named", () =>
    withNotes(async (notes, dir) => {
      symlinkSync(notes, join(dir, "link"));
      expect(await read(join(dir, "link"))).toEqual({ notes: { tea: "tea", "deep/coffee": "coffee" }, leftOut: {} });
    }));

  test("in which a file becomes a link, a pipe or a folder once it was looked at", () =>
    withNotes(async (notes, dir) => {
      const swaps: Record<string, () => void> = {
        link: () => symlinkSync(join(dir, "secret.md"), join(notes, "tea.md")),
        pipe: () => pipeAt(join(notes, "tea.md")),
        folder: () => mkdirSync(join(notes, "tea.md")),
      };
      for (const [name, swap] of Object.entries(swaps)) {
        const found = await read(notes, (looked) => {
          if (looked !== "tea.md") return;
          rmSync(join(notes, "tea.md"));
          swap();
        });
        expect([name, found.notes]).toEqual([name, { "deep/coffee": "coffee" }]);
        rmSync(join(notes, "tea.md"), { recursive: true });
        writeFileSync(join(notes, "tea.md"), "tea");
      }
    }));

  test("in which a folder becomes a link once it was looked at", () =>
    withNotes(async (notes, dir) => {
      const exchange = () => {
        renameSync(join(notes, "deep"), join(dir, "moved"));
        symlinkSync(dir, join(notes, "deep"));
      };
      const found = await read(notes, (looked) => looked === "deep" && exchange());
      expect(found).toEqual({ notes: { tea: "tea" }, leftOut: { deep: "it has become a link" } });
    }));

  test.skipIf(process.platform !== "linux")("in which a folder becomes a link while it is read", () =>
    withNotes(async (notes, dir) => {
      writeFileSync(join(dir, "coffee.md"), "secret");
      const found = await read(notes, (looked) => {
        if (looked !== "deep/coffee.md") return;
        renameSync(join(notes, "deep"), join(dir, "moved"));
        symlinkSync(dir, join(notes, "deep"));
      });
      expect(found).toEqual({ notes: { tea: "tea", "deep/coffee": "coffee" }, leftOut: {} });
    }),
  );

  test("of more than an import may have is refused with the name of what was too much, unread", () =>
    withNotes(async (notes) => {
      writeFileSync(join(notes, "huge.md"), "");
      truncateSync(join(notes, "huge.md"), 1024 ** 4);
      expect(() => openImportSource(notes, () => {})).toThrow("with huge.md its notes have more than 67108864 bytes");
      rmSync(join(notes, "huge.md"));
      // Little on disk, and six times as much as JSON.
      for (const name of ["a", "b"]) writeFileSync(join(notes, `${name}.md`), "\u0001".repeat(6_000_000));
      expect(() => openImportSource(notes, () => {})).toThrow("with b.md its notes");
    }));

  test("of folders in folders is read to a depth that descriptors suffice for", () =>
    withNotes(async (notes) => {
      const deep = (levels: number) => join(notes, ...Array.from({ length: levels }, () => "d"));
      mkdirSync(deep(80), { recursive: true });
      writeFileSync(join(deep(60), "in.md"), "in");
      writeFileSync(join(deep(80), "out.md"), "out");
      const { notes: found, leftOut } = await read(notes);
      expect(Object.values(found).sort()).toEqual(["coffee", "in", "tea"]);
      expect(Object.values(leftOut)).toEqual(["it lies deeper than 64 folders"]);
    }));

  test("without a note is told", () =>
    withTempDir(async (dir) => {
      expect(() => openImportSource(dir, () => {})).toThrow("there is no Markdown file to read in");
    }));
});

describe("a file", () => {
  test("is the one that its name led to when it was opened, links and all", () =>
    withNotes(async (notes, dir) => {
      symlinkSync(join(notes, "tea.md"), join(dir, "latest"));
      const source = openImportSource(join(dir, "latest"), () => {});
      rmSync(join(dir, "latest"));
      symlinkSync(join(dir, "secret.md"), join(dir, "latest"));
      expect([await textOf(source), await textOf(source), source.size]).toEqual(["tea", "tea", 3]);
      await source.close();
      await source.close();
    }));

  test("of many pieces is read whole", () =>
    withTempDir(async (dir) => {
      const text = "0123456789".repeat(100_000);
      writeFileSync(join(dir, "long"), text);
      linkSync(join(dir, "long"), join(dir, "other"));
      const source = openImportSource(join(dir, "other"), () => {});
      expect((await textOf(source)) === text).toBe(true);
      await source.close();
      expect(readFileSync(join(dir, "long"), "utf8") === text).toBe(true);
    }));

  test("that is a pipe, a device, a loop of links or nothing is refused in one line, and nothing waits", () =>
    withTempDir(async (dir) => {
      pipeAt(join(dir, "pipe"));
      symlinkSync("loop", join(dir, "loop"));
      symlinkSync("pipe", join(dir, "to-pipe"));
      for (const [path, told] of [
        [join(dir, "pipe"), "is a pipe, no file and no folder: name - "],
        [join(dir, "to-pipe"), "is a pipe, no file and no folder: name - "],
        ["/dev/zero", "is a device, no file and no folder: name - "],
        [join(dir, "loop"), "cannot be read: its links lead to each other"],
        [join(dir, "nothing"), "cannot be read: it is not there"],
      ] as const) {
        expect(() => openImportSource(path, () => {})).toThrow(`${path} ${told}`);
      }
    }));
});
