// The house rules that a program can check: who may import whom, and what is banned because it bit others.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");

/** Nouns, ports, and machinery without a subject: every room but these themselves may import them. */
const GROUND = ["base", "domain", "domain/ports"] as const;

/** Room -> rooms it may import besides itself and the ground. A room within a room has a row of its own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | "everything">> = {
  base: [],
  domain: [],
  "domain/ports": [],
  matching: [],
  redaction: ["matching"],
  statements: ["matching"],
  understanding: ["matching", "statements"],
  indexing: [],
  retrieval: ["indexing"],
  turns: ["retrieval", "indexing", "redaction"],
  learning: ["redaction"],
  accounts: ["indexing"],
  portability: ["accounts", "redaction"],
  reading: ["lexical", "portability", "redaction", "statements", "understanding"],
  distilling: [],
  telemetry: [],
  "storage/files": [],
  "storage/sealing": ["storage/files"],
  "storage/both": ["storage/files"],
  "storage/sqlite": ["storage/both", "storage/files", "storage/sealing"],
  "storage/postgres": ["storage/both", "storage/files"],
  "storage/moving": ["storage/files", "storage/sqlite", "storage/postgres"],
  embedding: [],
  vectors: [],
  lexical: [],
  doctor: [],
  config: [],
  http: ["accounts", "learning", "portability", "turns"],
  mcp: [],
  cli: ["accounts", "learning", "portability", "turns"],
  commands: "everything",
  app: "everything",
  "main.ts": ["config"],
  build: ["config", "embedding"],
  ui: [],
};

/** Nobody above them but those named may import these: they put the others together. */
const IMPORTED_BY: Readonly<Record<string, readonly string[]>> = {
  app: ["commands"],
  commands: ["main.ts"],
  cli: ["commands", "main.ts"],
  build: ["commands"],
  ui: [],
  "main.ts": [],
};

/** Room -> packages it may use; `node:` and `bun:` modules are listed where they are needed. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  base: ["node:crypto"],
  matching: ["@eslint-community/regexpp", "re2js"],
  statements: ["stopword", "wink-porter2-stemmer"],
  understanding: ["chrono-node", "re2js"],
  accounts: ["node:crypto", "node:zlib"],
  learning: ["node:crypto"],
  portability: ["node:crypto"],
  reading: ["node:timers"],
  telemetry: ["prom-client", "node:async_hooks"],
  doctor: ["node:fs", "node:os", "node:path"],
  "storage/files": ["bun:sqlite", "node:crypto", "node:fs", "node:os", "node:path", "node:url"],
  "storage/sealing": ["age-encryption", "node:crypto", "node:fs"],
  "storage/sqlite": ["bun:sqlite", "drizzle-orm", "node:crypto", "node:fs", "node:path", "node:url"],
  "storage/postgres": ["bun", "drizzle-orm", "node:crypto", "node:fs", "node:net"],
  "storage/moving": ["bun", "bun:sqlite", "drizzle-orm", "node:crypto", "node:fs", "node:path"],
  embedding: ["@huggingface/tokenizers", "onnxruntime-web", "node:crypto", "node:fs", "node:path"],
  lexical: ["@orama/stemmers", "stopword", "wink-porter2-stemmer"],
  config: ["node:fs", "node:net", "node:os", "node:path"],
  http: [
    "elysia",
    "@elysiajs/swagger",
    "node:net",
    "node:util",
    "node:zlib",
    "@scalar/api-reference",
    "@sinclair/typebox",
  ],
  mcp: ["@modelcontextprotocol/server"],
  cli: ["commander"],
  commands: ["bun:sqlite", "croner", "node:crypto", "node:fs", "node:path", "node:tty"],
  app: ["bun", "bun:ffi", "croner", "node:crypto", "node:fs", "node:os", "node:path", "node:tls", "pino"],
  "main.ts": ["commander"],
  ui: ["@tanstack/virtual-core", "openapi-fetch", "preact", "uplot"],
  build: ["bun", "bun:sqlite", "node:crypto", "node:fs", "node:os", "node:path", "node:util"],
};

/** The pages run in a browser, and know of the service what every caller knows. */
const API_TYPES = "clients/typescript/src/generated/api.ts";

/** What must not stand in a file, and where it may all the same. */
const BANNED: readonly { readonly what: string; readonly pattern: RegExp; readonly allowed?: RegExp }[] = [
  { what: "an async callback of a transaction commits early", pattern: /async \(tx\b/ },
  {
    what: "the environment is read in config alone",
    pattern: /process\.env\b|Bun\.env\b/,
    allowed: /^src\/(config|build)\/|^test\/|^clients\/typescript\/test\//,
  },
  { what: "`as any` hides what the compiler would find", pattern: /\bas any\b/ },
  { what: "a bare @ts-ignore hides every error of its line", pattern: /@ts-ignore/ },
  {
    what: "a database file is opened in open-database alone, which trusts no schema",
    pattern: /new Database\((?!":memory:"\))/,
    // The lock's file holds nothing; the doctor may not change a byte.
    allowed:
      /^src\/storage\/postgres\/|^src\/storage\/(sqlite\/engine\/open-(database|unwritable)|sqlite\/checks\/open-untouched|files\/(data-directory|look-at-lock))\.ts$|^test\//,
  },
  { what: "a default export has no name of its own", pattern: /^export default\b/m },
  { what: "a test that runs alone hides the others", pattern: /\b(test|describe|it)\.only\(/ },
];

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

const SRC = sourcesBelow("src");
const TEST = sourcesBelow("test").filter((file) => file !== "test/tidy.test.ts");
const WASM = sourcesBelow("wasm");
/** The package for callers, but for what is generated. */
const CLIENT = ["src", "test", "scripts"]
  .flatMap((folder) => sourcesBelow(`clients/typescript/${folder}`))
  .filter((file) => !file.includes("/generated/"));

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found = source.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

/** The innermost room that has a row; null outside src. */
function roomOf(file: string): string | null {
  const [src, first = "", second = "", ...more] = file.split("/");
  if (src !== "src") return null;
  const inner = `${first}/${second}`;
  return inner in MAY_IMPORT && more.length > 0 ? inner : first;
}

function targetOf(file: string, imported: string): string {
  return relative(ROOT, resolve(ROOT, dirname(file), imported));
}

/** What is wrong with one import, or null. */
function breach(file: string, imported: string): string | null {
  const room = roomOf(file);
  if (room === null) return null;
  if (!imported.startsWith(".")) {
    const known = PACKAGES[room]?.some((name) => imported === name || imported.startsWith(`${name}/`)) ?? false;
    return known ? null : `${file} uses the package ${imported}`;
  }
  const target = targetOf(file, imported);
  const other = roomOf(target);
  if (room === "ui" && other !== "ui") return target === API_TYPES ? null : `${file} imports ${target}`;
  if (other === null || other === room) return null;
  return mayImport(room, other) ? null : `${file} imports ${target}`;
}

function mayImport(room: string, other: string): boolean {
  if (IMPORTED_BY[other] !== undefined) return IMPORTED_BY[other].includes(room);
  if (room === "domain/ports") return other === "domain";
  const granted = MAY_IMPORT[room] ?? [];
  const isGround = GROUND.some((each) => each === room);
  return granted === "everything" || granted.includes(other) || (!isGround && GROUND.some((each) => each === other));
}

/** Files that import each other in a loop: each strongly connected set of more than one, in Tarjan's order. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return found;
}

test("every room below src is in the table", () => {
  const rooms = new Set(SRC.map(roomOf).filter((room) => room !== null));
  expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  expect(Object.keys(MAY_IMPORT).filter((room) => !rooms.has(room))).toEqual([]);
});

test("no room imports what the table does not allow", () => {
  expect(SRC.flatMap((file) => importsOf(file).flatMap((imported) => breach(file, imported) ?? []))).toEqual([]);
});

test("the check of imports notices a breach", () => {
  expect(breach("src/domain/packet.ts", "../storage/sqlite/schema.ts")).toBe(
    "src/domain/packet.ts imports src/storage/sqlite/schema.ts",
  );
  expect(breach("src/domain/packet.ts", "./ports/packet-store.ts")).toBe(
    "src/domain/packet.ts imports src/domain/ports/packet-store.ts",
  );
  expect(breach("src/turns/record-turn.ts", "drizzle-orm")).toBe(
    "src/turns/record-turn.ts uses the package drizzle-orm",
  );
  expect(breach("src/http/app.ts", "../main.ts")).toBe("src/http/app.ts imports src/main.ts");
  expect(breach("src/http/app.ts", "../app/service.ts")).toBe("src/http/app.ts imports src/app/service.ts");
  expect(breach("src/app/service.ts", "../commands/learn.ts")).toBe("src/app/service.ts imports src/commands/learn.ts");
  expect(breach("src/http/app.ts", "../turns/record-turn.ts")).toBeNull();
  expect(breach("src/ui/api.ts", "../domain/errors.ts")).toBe("src/ui/api.ts imports src/domain/errors.ts");
  expect(breach("src/ui/api.ts", "../../clients/typescript/src/generated/api.ts")).toBeNull();
});

test("no files import each other in a circle", () => {
  const imports = SRC.map((file): [string, string[]] => [
    file,
    importsOf(file).flatMap((imported) => (imported.startsWith(".") ? [targetOf(file, imported)] : [])),
  ]);
  expect(circles(new Map(imports))).toEqual([]);
});

test("the check for circles notices one", () => {
  const imports = new Map([
    ["a", ["b", "d"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  expect(circles(imports)).toEqual([["a", "b", "c"]]);
});

test("the contract of the store knows no engine, but for the files that hand it one", () => {
  const isEngine = (imported: string) => imported.includes("/storage/") || imported === "bun:sqlite";
  const knowing = TEST.filter((file) => file.startsWith("test/store/") && importsOf(file).some(isEngine));
  expect(knowing).toEqual(["test/store/postgres.test.ts", "test/store/sqlite.test.ts"]);
});

test("the kernels import nothing but each other", () => {
  const inWasm = (file: string, imported: string) =>
    imported.startsWith(".") && !relative(join(ROOT, "wasm"), resolve(ROOT, dirname(file), imported)).startsWith("..");
  const outside = WASM.flatMap((file) => importsOf(file).filter((imported) => !inWasm(file, imported)));
  expect(outside).toEqual([]);
});

test("nothing banned stands in a file", () => {
  const found = [...SRC, ...TEST, ...CLIENT].flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return BANNED.filter(({ pattern, allowed }) => !allowed?.test(file) && pattern.test(source)).map(
      ({ what }) => `${file}: ${what}`,
    );
  });
  expect(found).toEqual([]);
});

test("no file is a barrel or a drawer of utilities", () => {
  const bad = [...SRC, ...TEST, ...CLIENT].filter((file) => {
    const isDrawer = /\/(utils?|helpers?|misc|index)\.ts$/.test(file);
    const source = readFileSync(join(ROOT, file), "utf8");
    const statements = source.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
    const isBarrel = statements.length > 0 && statements.every((line) => /^export .* from "/.test(line));
    return isDrawer || isBarrel;
  });
  expect(bad).toEqual([]);
});

test("files are named in kebab-case and stay below 400 lines", () => {
  const all = [...SRC, ...TEST, ...WASM, ...CLIENT];
  const named = all.filter((file) => !/^[a-z0-9/.-]+$/.test(file));
  const long = all.filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > 400);
  expect({ named, long }).toEqual({ named: [], long: [] });
});

test("the client knows of memoryd nothing but its API, and of its runtime nothing but what all have", () => {
  const imports = CLIENT.filter((file) => file.startsWith("clients/typescript/src/")).flatMap(importsOf);
  expect(imports.length).toBeGreaterThan(30);
  const frameworks = ["@openai/agents", "ai", "langchain", "zod"];
  expect(
    imports.filter((imported) => !/^\.{1,2}\/(?!.*\.\.\/)/.test(imported) && !frameworks.includes(imported)),
  ).toEqual([]);
});

test("every file of src says in its first line what it is for", () => {
  expect([...SRC, ...CLIENT].filter((file) => !readFileSync(join(ROOT, file), "utf8").startsWith("// "))).toEqual([]);
});

test("the top level holds only what the project and its tools need", () => {
  const known = new Set(
    ".ci .git .gitignore LICENSE NOTICE README.md biome.json bun.lock bunfig.toml clients dist docs node_modules package.json src test tsconfig.json wasm".split(
      " ",
    ),
  );
  expect(readdirSync(ROOT).filter((name) => !known.has(name) && name !== "memoryd-data")).toEqual([]);
});
