// A working directory in which every file that a runtime might look for would leave a marker behind.
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { THREADS } from "../../src/config/threads.ts";

/** Packages that the program has inside it, or that those try to load. */
const PACKAGES = [
  "@elysiajs/swagger",
  "@huggingface/tokenizers",
  "@huggingface/transformers",
  "@scalar/api-reference",
  "@sinclair/typebox",
  "bun",
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
  "undici",
  "ws",
];

/** The program's own files, as its Workers and its start name them. */
const OWN_FILES = ["index.ts", "main.ts", "src/main.ts", ...Object.values(THREADS)];

export interface HostileDirectory {
  readonly cwd: string;
  /** Is there as soon as anything of the directory has been run. */
  readonly marker: string;
  /** A script that leaves the marker. */
  readonly script: string;
}

/** Fills the directory. `more` are lines for its .env files, such as settings. */
export function fillWithTraps(cwd: string, more: readonly string[] = []): HostileDirectory {
  const marker = join(cwd, "marker");
  const script = join(cwd, "evil.cjs");
  const evil = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "taken over");`;
  const put = (path: string, text: string) => {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const variables = [
    "MEMORYD_PORT=1",
    "MEMORYD_DATA_DIR=/nonexistent",
    "MEMORYD_FOO=1",
    `NODE_OPTIONS=--require ${script}`,
    `BUN_OPTIONS=--preload ${script}`,
    "BUN_BE_BUN=1",
    "NODE_ENV=development",
    "NODE_TLS_REJECT_UNAUTHORIZED=0",
    "SSL_CERT_FILE=/nonexistent",
    "DEBUG=*",
    ...["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map(
      (name) => `${name}=http://127.0.0.1:1`,
    ),
    ...more,
  ].join("\n");
  const stages = ["", ".production", ".development", ".test"];
  for (const stage of stages) for (const local of ["", ".local"]) put(`.env${stage}${local}`, variables);
  put("evil.cjs", evil);
  const bunfig = [
    'preload = ["./evil.cjs"]',
    'define = { "process.env.NODE_ENV" = "\'development\'" }',
    "[run]\nbun = true",
    '[test]\npreload = ["./evil.cjs"]',
    '[install]\nregistry = "http://127.0.0.1:1/"',
    '[serve.static]\nplugins = ["./evil.cjs"]',
  ].join("\n");
  for (const file of ["bunfig.toml", ".bunfig.toml"]) put(file, `${bunfig}\n`);
  for (const file of ["memoryd.toml", "config.toml", "memoryd-data.toml"]) put(file, "port = 1\n");
  put("memoryd.json", '{"port": 1, "data_dir": "/nonexistent"}');
  put(".npmrc", "registry=http://127.0.0.1:1/\nnode-options=--require ./evil.cjs\n");
  const scripts = { preinstall: "bun ./evil.cjs", start: "bun ./evil.cjs", serve: "bun ./evil.cjs" };
  const manifest = { name: "memoryd", version: "99.0.0", type: "commonjs", main: "evil.cjs", scripts };
  put(
    "package.json",
    JSON.stringify({ ...manifest, imports: { "#*": "./evil.cjs" }, overrides: { elysia: "./evil.cjs" } }),
  );
  const paths = Object.fromEntries([["*", ["./evil.cjs"]], ...PACKAGES.map((name) => [name, ["./evil.cjs"]])]);
  for (const file of ["tsconfig.json", "jsconfig.json"]) {
    put(
      file,
      JSON.stringify({ compilerOptions: { baseUrl: ".", paths, jsx: "react-jsx", jsxImportSource: "elysia" } }),
    );
  }
  for (const name of PACKAGES) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "99.0.0", main: "index.js" }));
    put(`node_modules/${name}/index.js`, evil);
  }
  for (const file of OWN_FILES) put(file, evil);
  // Looks like data, and is none that anybody named.
  for (const file of ["memoryd.db", "admin.key", "data/memoryd.db", "data/admin.key"]) put(file, "not yours");
  // What a program might start by its bare name.
  for (const name of ["curl", "sh", "bun", "node", "git"]) {
    put(`bin/${name}`, `#!/bin/sh\necho taken over > ${marker}\n`);
    chmodSync(join(cwd, "bin", name), 0o755);
  }
  return { cwd, marker, script };
}
