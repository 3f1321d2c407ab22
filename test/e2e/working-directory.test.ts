// Nothing that lies in the working directory is read, run or believed.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { fillWithTraps, type HostileDirectory } from "./hostile-directory.ts";
import { converse, prepare } from "./turns.ts";

const lab = openLab();

function hostileDirectory(): HostileDirectory {
  return fillWithTraps(lab.directory());
}

test("the trap works: bun itself, started there, is taken over", async () => {
  const { cwd, marker } = hostileDirectory();
  writeFileSync(join(cwd, "harmless.ts"), "");
  await Bun.spawn([process.execPath, "run", "./harmless.ts"], { cwd, stdio: ["ignore", "ignore", "ignore"] }).exited;
  expect(existsSync(marker)).toBe(true);
});

test("a hostile .env, bunfig.toml, package.json, tsconfig.json and node_modules change nothing", async () => {
  const { cwd, marker } = hostileDirectory();
  const before = readdirSync(cwd).sort();
  const server = await lab.start({ cwd });
  await converse(server, "I like metric units", "Noted.");
  expect((await prepare(server, "Which units do I like?")).sources.length).toBe(1);
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(existsSync(marker)).toBe(false);
  expect(readdirSync(cwd).sort()).toEqual([...before, "memoryd-data"].sort());
});

test("the other commands are not changed by it either", async () => {
  const { cwd, marker } = hostileDirectory();
  for (const args of [["version"], ["--help"], ["keys", "generate"], ["keys", "list"], ["embed"]]) {
    const { code, stderr } = await lab.run(args, { cwd, stdin: "hello\n" });
    expect({ args, code }).toEqual({ args, code: args[1] === "list" ? 1 : 0 });
    expect(stderr).not.toContain("MEMORYD_");
  }
  expect(existsSync(marker)).toBe(false);
});
