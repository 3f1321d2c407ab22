// Nothing that lies in the working directory is read, run or believed.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLab } from "./executable.ts";
import { converse, prepare } from "./turns.ts";

const lab = openLab();

/** Packages that the program has inside it, or that those try to load. */
const PACKAGES = [
  "@elysiajs/swagger",
  "@huggingface/tokenizers",
  "@huggingface/transformers",
  "@scalar/api-reference",
  "@sinclair/typebox",
  "commander",
  "drizzle-orm",
  "elysia",
  "onnxruntime-common",
  "onnxruntime-node",
  "onnxruntime-web",
  "pino",
  "pino-pretty",
  "re2js",
  "sharp",
  "sonic-boom",
  "stopword",
  "thread-stream",
];

/** A directory in which every file that a runtime might look for would leave a marker behind. */
function hostileDirectory(): { cwd: string; marker: string } {
  const cwd = lab.directory();
  const marker = join(cwd, "marker");
  const evil = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "taken over");`;
  const put = (path: string, text: string) => {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const variables = [
    "MEMORYD_PORT=1",
    "MEMORYD_DATA_DIR=/nonexistent",
    "MEMORYD_FOO=1",
    `NODE_OPTIONS=--require ${join(cwd, "evil.cjs")}`,
    `BUN_OPTIONS=--preload ${join(cwd, "evil.cjs")}`,
    "BUN_BE_BUN=1",
    "NODE_ENV=development",
  ].join("\n");
  for (const file of [".env", ".env.local", ".env.production", ".env.development"]) put(file, variables);
  put("evil.cjs", evil);
  put("bunfig.toml", 'preload = ["./evil.cjs"]\n[run]\nbun = true\n[serve.static]\nplugins = ["./evil.cjs"]\n');
  put(".bunfig.toml", 'preload = ["./evil.cjs"]\n');
  put("memoryd.toml", "port = 1\n");
  put("config.toml", "port = 1\n");
  put("package.json", '{"name": "hostile", "type": "commonjs", "main": "evil.cjs", "imports": {"#x": "./evil.cjs"}}');
  const paths = Object.fromEntries([["*", ["./evil.cjs"]], ...PACKAGES.map((name) => [name, ["./evil.cjs"]])]);
  put("tsconfig.json", JSON.stringify({ compilerOptions: { baseUrl: ".", paths } }));
  for (const name of PACKAGES) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "99.0.0", main: "index.js" }));
    put(`node_modules/${name}/index.js`, evil);
  }
  for (const file of [
    "index.ts",
    "main.ts",
    "src/main.ts",
    "embedding/worker.ts",
    "storage/writer-worker.ts",
    "vectors/scan-thread.ts",
  ]) {
    put(file, evil);
  }
  return { cwd, marker };
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
