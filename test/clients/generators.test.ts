// Clients that generators make of the document: without a warning, and through each of them the loop of a turn.
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { openLab, type Server } from "../e2e/executable.ts";
import { FIXTURES, installGenerators } from "./install-generators.ts";

const ROOT = resolve(import.meta.dir, "../..");
const lab = openLab({ model: "tiny" });
/** Generous ends for what takes seconds: only a hang reaches them. */
setDefaultTimeout(300_000);

const installed = await installGenerators();
const python = Bun.which("openapi-python-client");
if (installed === null) console.log("SKIPPED: without its generators no TypeScript client is made of the document.");
if (python === null) console.log("SKIPPED: without openapi-python-client no Python client is made of the document.");

/** What each loop tells of itself. */
const TOLD = {
  roles: ["system", "user"],
  verified: true,
  recorded: true,
  recalled: true,
  added: { topic: "travel", year: 2026, verified: true },
  changed: ["I moved to Porto.", "Nice.", { topic: "home" }],
  listed: [true],
  forgotten: true,
  reworded: "Always answer in metric units.",
  lessons: [true],
  removed: true,
};
/** Of those that read an export and send it back. */
const MOVED = { exported: ["I like metric units."], imported: 1 };
const WARNING = /warn|error|fail|unsupported|deprecat|invalid|skip|missing/i;

let server: Server;
/** Holds the document, and what is made of it. */
let folder: string;

beforeAll(async () => {
  folder = lab.directory();
  server = await lab.start();
  await server.ready();
  await Bun.write(join(folder, "openapi.json"), await (await fetch(`${server.url}/openapi.json`)).text());
  cpSync(FIXTURES, folder, { recursive: true });
});

async function run(...command: readonly string[]): Promise<string> {
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", NODE_OPTIONS: "" };
  const child = Bun.spawn([...command], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${stdout}${stderr}`);
  return stdout + stderr;
}

describe.skipIf(installed === null)("TypeScript", () => {
  const tool = (name: string) => join(installed ?? "", "node_modules/.bin", name);

  beforeAll(() => symlinkSync(join(installed ?? "", "node_modules"), join(folder, "node_modules")));

  test("openapi-typescript and @hey-api/openapi-ts take the document without a warning, and what they make is sound", async () => {
    const [types, client] = await Promise.all([
      run(tool("openapi-typescript"), "openapi.json", "--output", "types.ts"),
      run(tool("openapi-ts"), "--input", "openapi.json", "--output", "hey-api", "--no-log-file"),
    ]);
    expect(types).not.toMatch(WARNING);
    expect(client).not.toMatch(WARNING);
    expect(await run(join(ROOT, "node_modules/.bin/tsc"), "-p", "tsconfig.json")).toBe("");
  });

  test.each([
    ["openapi-fetch-loop.ts", TOLD],
    ["hey-api-loop.ts", { ...TOLD, ...MOVED }],
  ])("%s goes through the loop of a turn", async (loop, told) => {
    expect(JSON.parse(await run(process.execPath, loop, server.url, server.adminKey))).toEqual(told);
  });
});

test.skipIf(python === null)(
  "openapi-python-client takes the document without a warning, and its client goes through the loop of a turn",
  async () => {
    const config = ["--config", "python-client.json", "--fail-on-warning"];
    const said = await run(
      python ?? "",
      "generate",
      ...config,
      "--path",
      "openapi.json",
      "--meta",
      "none",
      "--output-path",
      "generated",
    );
    expect(said).not.toMatch(WARNING);
    const interpreter = join(dirname(realpathSync(python ?? "")), "python");
    expect(JSON.parse(await run(interpreter, "python_loop.py", server.url, server.adminKey))).toEqual({
      ...TOLD,
      ...MOVED,
    });
  },
);
