// The package as it is published: what is in it, what its tools say of it, and whether each runtime loads it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { brokenLinks } from "../../../test/docs/check-pages.ts";
import { between, readPages } from "../../../test/docs/pages.ts";
import { openLab } from "../../../test/e2e/executable.ts";
import { buildPackage, COMPILE } from "../scripts/build.ts";
import { checkTypes } from "../scripts/check-types.ts";
import { openModel, pageAt, pageBlocks, QUICKSTARTS, README } from "./pages.ts";
import { NOTHING_THERE, openRaw, openToy } from "./toy-service.ts";

// Compilers and runtimes start here, on a machine that may be busy.
setDefaultTimeout(120_000);

const MODULES = resolve(import.meta.dir, "../node_modules");
const NODE = Bun.which("node");
const DENO = ["x64", "arm64"]
  .map((cpu) => join(MODULES, `@deno/linux-${cpu}-glibc/deno`))
  .find((path) => existsSync(path));
if (NODE === null) console.log("SKIPPED: without node nobody loads the package in Node.js.");
if (DENO === undefined) console.log("SKIPPED: without deno nobody loads the package in Deno.");

const lab = openLab({ model: "tiny" });
const server = lab.start();
const model = openModel();
const root = mkdtempSync(join(tmpdir(), "memoryd-client-"));
/** What stands at a wrong URL, and what a client is told there, in every runtime. */
const toy = openToy(({ path }) => {
  if (path.startsWith("/page/")) return new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } });
  if (path.startsWith("/moved/")) return Response.redirect("http://elsewhere.test/", 301);
  if (path.startsWith("/early/")) return new Response('{"a":', { headers: { "content-type": "application/json" } });
  if (path.startsWith("/silent/")) return new Promise(() => {});
  return Response.json({ status: "ok" });
});
const cut = openRaw('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"turns": 1');
const WRONG = {
  [NOTHING_THERE]: "connection_refused",
  "http://memoryd.invalid": "connection_refused",
  [`${toy.url}/page`]: "not_memoryd",
  [`${toy.url}/moved`]: "redirected",
  [`${toy.url}/early`]: "answer_cut",
  [`${toy.url}/silent`]: "timeout",
  [cut]: "answer_cut",
};
let tarball = "";

beforeAll(() => {
  tarball = buildPackage(join(root, "first"));
  // A project that has installed it, with the frameworks beside it.
  const modules = join(root, "project/node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(MODULES))
    if (!name.startsWith(".")) symlinkSync(join(MODULES, name), join(modules, name));
  // A real folder: from a link its peers would be looked for where it leads.
  cpSync(join(root, "first/package"), join(modules, "memoryd-client"), { recursive: true });
  writeFileSync(
    join(root, "project/load.mjs"),
    `import { createClient } from "memoryd-client";
const client = createClient({ url: "${toy.url}", key: "mk_live_of-a-test" });
const codes = {};
for (const url of ${JSON.stringify(Object.keys(WRONG))}) {
  const timeoutMs = url.endsWith("/silent") ? 50 : 60_000;
  codes[url] = await createClient({ url, key: "k", retries: 0, timeoutMs }).metrics().catch(({ code }) => code);
}
console.log(JSON.stringify([await client.health.live(), codes]));
await client.close();
`,
  );
  writeFileSync(
    join(root, "project/adapters.mjs"),
    `for (const name of ["ai-sdk", "langchain", "openai-agents"]) {
  console.log(Object.keys(await import("memoryd-client/" + name)).sort().join());
}
`,
  );
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("two builds are the same bytes", () => {
  const again = buildPackage(join(root, "second"));
  expect(Bun.SHA256.hash(readFileSync(again), "hex")).toBe(Bun.SHA256.hash(readFileSync(tarball), "hex"));
});

test("it holds what it needs, and nothing to install beside it", () => {
  const staged = join(root, "first/package");
  expect(readdirSync(staged).sort()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  const manifest = JSON.parse(readFileSync(join(staged, "package.json"), "utf8"));
  expect(Object.keys(manifest).filter((name) => /ependencies$|scripts/.test(name))).toEqual(["peerDependencies"]);
  expect(Object.keys(manifest.peerDependenciesMeta).sort()).toEqual(Object.keys(manifest.peerDependencies).sort());
  const imported = new Set<string>();
  for (const file of new Bun.Glob("dist/**/*.js").scanSync({ cwd: staged, absolute: true })) {
    for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/\bfrom "([^".][^"]*)"/g)) imported.add(from);
  }
  expect([...imported].sort()).toEqual(["@openai/agents", "langchain", "zod"]);
});

test("the versions in docs/clients.md are those that are tested, within the ranges that the package asks for", () => {
  const { peerDependencies: ranges, devDependencies: tested } = JSON.parse(
    readFileSync(resolve(import.meta.dir, "../package.json"), "utf8"),
  );
  const row = (name: string, versions: string) =>
    `| \`${name}\` | ${ranges[name].replaceAll("|", "\\|")} | ${versions} |\n`;
  const shown = between(pageAt("docs/clients.md"), "versions");
  expect(shown).toContain(row("ai", `${tested.ai6.replace("npm:ai@", "")}, ${tested.ai}`));
  expect(shown).toContain(row("langchain", tested.langchain));
  expect(shown).toContain(row("@openai/agents", tested["@openai/agents"]));
  expect(shown).toContain(`the machine's, ${tested.deno}, ${Bun.version} |`);
});

test("publint finds no fault", async () => {
  const { messages } = await publint({ pkgDir: join(root, "first/package"), pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("its types resolve as its code does", async () => {
  const attw = Bun.spawn(
    [process.execPath, join(MODULES, ".bin/attw"), tarball, "--profile", "esm-only", "--format", "json"],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const report = JSON.parse(await new Response(attw.stdout).text()) as { analysis: { entrypoints: object } };
  expect(await attw.exited).toBe(0);
  expect(Object.keys(report.analysis.entrypoints)).toEqual([".", "./ai-sdk", "./langchain", "./openai-agents"]);
});

test("sources and tests have the types that they claim, with each version of the AI SDK", async () => {
  expect(await checkTypes()).toBe("");
});

/** In the project that has installed the package. */
async function runProgram(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([...command], {
    cwd: join(root, "project"),
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", HOME: root, DENO_NO_UPDATE_CHECK: "1", ...env },
  });
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output, errors };
}

const RUN_DENO = DENO === undefined ? null : [DENO, "run", "--allow-all", "--no-remote", "--node-modules-dir=manual"];
const RUNTIMES: readonly [string, readonly string[] | null][] = [
  ["Node.js", NODE === null ? null : [NODE]],
  ["Deno", RUN_DENO],
];

for (const [name, command] of RUNTIMES) {
  test.skipIf(command === null)(`${name} loads it, and tells what is wrong with a URL`, async () => {
    const { output, ...ended } = await runProgram([...(command ?? []), "load.mjs"]);
    expect(ended).toEqual({ code: 0, errors: "" });
    expect(JSON.parse(output)).toEqual([{ status: "ok" }, WRONG]);
  });
}

// Node.js loads them for the quickstarts, and Bun for the README.
test.skipIf(RUN_DENO === null)("Deno loads the adapters", async () => {
  const { output, ...ended } = await runProgram([...(RUN_DENO ?? []), "adapters.mjs"]);
  expect(ended).toEqual({ code: 0, errors: "" });
  expect(output).toBe("memory,memoryTools\nmemory,memoryTools\nMemorydSession,memoryTools\n");
});

describe("programs run as they are pasted", () => {
  /** As pasted, but for addresses, in a file of the project; the types of it are looked at below. */
  function paste(name: string, program: string, url: string, model: string): string {
    const pasted = program.replaceAll("http://127.0.0.1:8787", url).replaceAll("http://127.0.0.1:11434", model);
    writeFileSync(join(root, "project", `${name}.mts`), pasted);
    writeFileSync(join(root, "project", `${name}.mjs`), pasted);
    return `./${name}.mjs`;
  }

  test("of the README, one after the other", async () => {
    const { url, adminKey } = await server;
    const files = pageBlocks(README).map((program, at) => paste(`readme-${at}`, program, url, model));
    expect(files.length).toBeGreaterThan(5);
    writeFileSync(join(root, "project/readme.mjs"), files.map((file) => `await import("${file}");`).join("\n"));
    const { code, errors } = await runProgram([process.execPath, "--no-install", "readme.mjs"], {
      MEMORYD_KEY: adminKey,
    });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });

  for (const page of QUICKSTARTS) {
    test(`of ${page}`, async () => {
      const { url, adminKey, ask } = await server;
      const [program, ...others] = pageBlocks(page);
      expect(others).toEqual([]);
      const file = paste(page.replaceAll("/", "-"), program ?? "", url, model);
      // They all call their user Ada.
      await ask("DELETE", "/memory", { user: "ada" });
      const runtime = NODE === null ? [process.execPath, "--no-install"] : [NODE];
      const { output, ...ended } = await runProgram([...runtime, file], { MEMORYD_KEY: adminKey });
      expect(ended).toEqual({ code: 0, errors: "" });
      expect(output).toEndWith("In Lisbon, as you told me.\n");
    });
  }
});

test("these programs have the types that the package declares", async () => {
  const known = "{ env: Record<string, string | undefined>; stdout: { write(text: string): void } }";
  writeFileSync(join(root, "project/process.d.mts"), `export {};\ndeclare global { const process: ${known}; }\n`);
  const programs = readdirSync(join(root, "project")).filter((name) => name.endsWith(".mts"));
  expect(programs.length).toBeGreaterThan(10);
  const flags = ["--noEmit", "--strict", "--noImplicitAny", "false", "--skipLibCheck", "--module", "nodenext"];
  const { output, code } = await runProgram([...COMPILE, ...flags, "--target", "es2023", ...programs]);
  expect({ output, code }).toEqual({ output: "", code: 0 });
});

test("links of the README and the quickstarts lead somewhere", () => {
  const pages = readPages();
  expect([README, ...QUICKSTARTS].flatMap((path) => brokenLinks(pageAt(path), pages))).toEqual([]);
});
