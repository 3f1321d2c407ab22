import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");
const EXECUTABLE = join(ROOT, "dist/memoryd");
const README = readFileSync(join(ROOT, "README.md"), "utf8");

let dir = "";
let server: Bun.Subprocess<"ignore", "pipe", "ignore">;
let url = "";

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "memoryd-readme-"));
  server = Bun.spawn([EXECUTABLE, "serve", "--port", "0"], { cwd: dir, stdio: ["ignore", "pipe", "ignore"] });
  const reader = server.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  url = /http:\S+/.exec(line)?.[0] ?? "";
});

afterAll(async () => {
  server.kill();
  await server.exited;
  rmSync(dir, { recursive: true });
});

function shellAfter(marker: string): string {
  const block = new RegExp(`<!-- ${marker} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(README)?.[1];
  if (block === undefined) throw new Error(`the README has no block ${marker}`);
  return block;
}

test.skipIf(Bun.which("curl") === null)("the first conversation of the README works as it is pasted", async () => {
  const script = shellAfter("first-conversation").replace("http://127.0.0.1:8787", url);
  const shell = Bun.spawn(["bash", "-e", "-c", script], { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect([await shell.exited, errors]).toEqual([0, ""]);
  const [verified, recorded, prepared, memory] = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(verified).toMatchObject({ ok: true, contradiction: false });
  expect(recorded).toEqual({ ok: true });
  expect(prepared.sources[0].text).toBe("I live in Lisbon, and I like metric units.\nNoted: Lisbon, and metric units.");
  expect(prepared.messages[0].content).toContain("> I live in Lisbon, and I like metric units.");
  expect(memory.items).toHaveLength(1);
});

test("the operator's commands in the README are commands that there are", async () => {
  const commands = README.matchAll(/^(?:\.\/)?memoryd ((?:serve|keys|accounts|learn|version|embed)[^\n#]*)$/gm);
  const shown = [...commands].map((match) => match[1] ?? "");
  expect(shown.length).toBeGreaterThan(5);
  for (const command of shown) {
    const words = command.split(" ").filter((word) => !word.startsWith("-"));
    const help = Bun.spawnSync([EXECUTABLE, ...words.slice(0, 2).filter((word) => /^[a-z]+$/.test(word)), "--help"]);
    expect([command, help.exitCode]).toEqual([command, 0]);
    for (const [flag] of command.matchAll(/--[a-z-]+/g))
      expect([flag, help.stdout.toString()]).toEqual([flag, expect.stringContaining(flag)]);
  }
});
