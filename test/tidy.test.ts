// The house rules that a program can check: who may import whom, and what is banned because it bit others.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");

/** Room -> rooms it may import besides itself and its own libraries. The files right in src/ are the composition root. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  matching: [],
  memory: ["domain", "matching"],
  accounts: ["domain"],
  learning: ["domain"],
  portability: ["domain"],
  distilling: ["domain"],
  scheduling: [],
  telemetry: ["domain"],
  doctor: ["domain"],
  storage: ["domain"],
  embedding: ["domain"],
  vectors: ["domain"],
  lexical: ["domain"],
  redaction: ["domain", "matching"],
  text: ["domain", "matching"],
  reading: ["domain", "lexical", "portability", "redaction", "text"],
  config: ["domain"],
  http: ["domain", "memory", "accounts", "learning", "portability"],
  cli: ["domain", "memory", "accounts", "learning", "portability"],
  build: ["embedding"],
};

/** Room -> packages it may use; `node:` and `bun:` modules are listed where they are needed. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  matching: ["@eslint-community/regexpp", "re2js"],
  memory: ["node:crypto"],
  accounts: ["node:crypto", "node:zlib"],
  learning: ["node:crypto"],
  portability: ["node:crypto"],
  distilling: [],
  scheduling: ["croner"],
  telemetry: ["prom-client", "node:async_hooks"],
  doctor: ["bun:sqlite", "node:fs", "node:os", "node:path", "node:url"],
  storage: ["bun:sqlite", "drizzle-orm", "node:crypto", "node:fs", "node:path"],
  embedding: ["@huggingface/tokenizers", "onnxruntime-web", "node:crypto", "node:path"],
  vectors: [],
  lexical: ["@orama/stemmers", "stopword", "wink-porter2-stemmer"],
  redaction: [],
  reading: ["node:timers"],
  text: ["chrono-node", "re2js", "stopword", "wink-porter2-stemmer"],
  config: ["node:fs", "node:os"],
  http: [
    "elysia",
    "@elysiajs/swagger",
    "node:net",
    "node:util",
    "node:zlib",
    "@scalar/api-reference",
    "@sinclair/typebox",
  ],
  cli: ["commander"],
  build: ["bun", "bun:sqlite", "node:crypto", "node:fs", "node:path", "node:util"],
};

/** What must not stand in a file, and where it may all the same. */
const BANNED: readonly { readonly what: string; readonly pattern: RegExp; readonly allowed?: RegExp }[] = [
  { what: "an async callback of a transaction commits early", pattern: /async \(tx\b/ },
  {
    what: "the environment is read in config alone",
    pattern: /process\.env\b|Bun\.env\b/,
    allowed: /^src\/(config|build)\/|^test\//,
  },
  { what: "`as any` hides what the compiler would find", pattern: /\bas any\b/ },
  { what: "a bare @ts-ignore hides every error of its line", pattern: /@ts-ignore/ },
  {
    what: "a database file is opened in open-database alone, which trusts no schema",
    pattern: /new Database\((?!":memory:"\))/,
    // The lock's file holds nothing; the doctor may not change a byte.
    allowed: /^src\/(storage\/(open-database|data-directory)|doctor\/(open-untouched|look-at-lock))\.ts$|^test\//,
  },
  { what: "a default export has no name of its own", pattern: /^export default\b/m },
  { what: "a test that runs alone hides the others", pattern: /\b(test|describe|it)\.only\(/ },
];

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();
}

const SRC = sourcesBelow("src");
const TEST = sourcesBelow("test").filter((file) => file !== "test/tidy.test.ts");
const WASM = sourcesBelow("wasm");

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found = source.matchAll(
    /^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

function roomOf(file: string): string | null {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** What is wrong with one import, or null. */
function breach(file: string, imported: string): string | null {
  const room = roomOf(file);
  if (room === null) return null;
  if (!imported.startsWith(".")) {
    const known = PACKAGES[room]?.some((name) => imported === name || imported.startsWith(`${name}/`)) ?? false;
    return known ? null : `${file} uses the package ${imported}`;
  }
  const target = relative(ROOT, resolve(ROOT, dirname(file), imported));
  const other = roomOf(target);
  if (other === null) return target.startsWith("src/") ? `${file} imports the composition root` : null;
  const may = other === room || (MAY_IMPORT[room]?.includes(other) ?? false);
  return may ? null : `${file} imports ${target}`;
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
  expect(breach("src/domain/packet.ts", "../storage/schema.ts")).toBe(
    "src/domain/packet.ts imports src/storage/schema.ts",
  );
  expect(breach("src/memory/record-turn.ts", "drizzle-orm")).toBe(
    "src/memory/record-turn.ts uses the package drizzle-orm",
  );
  expect(breach("src/http/app.ts", "../main.ts")).toBe("src/http/app.ts imports the composition root");
  expect(breach("src/http/app.ts", "../memory/record-turn.ts")).toBeNull();
});

test("the kernels import nothing but each other", () => {
  const inWasm = (file: string, imported: string) =>
    imported.startsWith(".") && !relative(join(ROOT, "wasm"), resolve(ROOT, dirname(file), imported)).startsWith("..");
  const outside = WASM.flatMap((file) => importsOf(file).filter((imported) => !inWasm(file, imported)));
  expect(outside).toEqual([]);
});

test("nothing banned stands in a file", () => {
  const found = [...SRC, ...TEST].flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return BANNED.filter(({ pattern, allowed }) => !allowed?.test(file) && pattern.test(source)).map(
      ({ what }) => `${file}: ${what}`,
    );
  });
  expect(found).toEqual([]);
});

test("no file is a barrel or a drawer of utilities", () => {
  const bad = [...SRC, ...TEST].filter((file) => {
    const isDrawer = /\/(utils?|helpers?|misc|index)\.ts$/.test(file);
    const source = readFileSync(join(ROOT, file), "utf8");
    const statements = source.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
    const isBarrel = statements.length > 0 && statements.every((line) => /^export .* from "/.test(line));
    return isDrawer || isBarrel;
  });
  expect(bad).toEqual([]);
});

test("files are named in kebab-case and stay below 400 lines", () => {
  const all = [...SRC, ...TEST, ...WASM];
  const named = all.filter((file) => !/^[a-z0-9/.-]+$/.test(file));
  const long = all.filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > 400);
  expect({ named, long }).toEqual({ named: [], long: [] });
});

test("every file of src says in its first line what it is for", () => {
  expect(SRC.filter((file) => !readFileSync(join(ROOT, file), "utf8").startsWith("// "))).toEqual([]);
});

test("the top level holds only what the project and its tools need", () => {
  const known = new Set(
    ".ci .git .gitignore LICENSE NOTICE README.md biome.json bun.lock bunfig.toml dist node_modules package.json src test tsconfig.json wasm".split(
      " ",
    ),
  );
  expect(readdirSync(ROOT).filter((name) => !known.has(name) && name !== "memoryd-data")).toEqual([]);
});
