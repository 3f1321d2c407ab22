// Builds the executable: bun src/build/build.ts [--target T] [--model-dir DIR] [--outfile FILE]
import { mkdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { version } from "../../package.json" with { type: "json" };
import { ModelFolderError, openModelFolder } from "../embedding/model-folder.ts";

const ROOT = resolve(import.meta.dir, "../..");
const DEFAULT_MODEL = join(ROOT, "src/embedding/model");
const TARGETS = ["linux-x64", "linux-arm64", "darwin-arm64", "windows-x64"] as const;
type Target = (typeof TARGETS)[number];

/** The files that run by themselves: the program, and each Worker. They keep their place below src/ in the executable. */
const ENTRY_POINTS = [
  "src/main.ts",
  "src/embedding/worker.ts",
  "src/storage/writer-worker.ts",
  "src/vectors/scan-thread.ts",
];

interface BuildOptions {
  readonly target: Target;
  readonly modelFolder: string;
  readonly outfile: string;
}

function readOptions(args: string[]): BuildOptions {
  const { values } = parseArgs({
    args,
    options: { target: { type: "string" }, "model-dir": { type: "string" }, outfile: { type: "string" } },
  });
  const target = TARGETS.find((known) => known === (values.target ?? "linux-x64"));
  if (target === undefined) throw new Error(`--target must be one of ${TARGETS.join(", ")}.`);
  const name = target === "linux-x64" ? "memoryd" : `memoryd-${target}`;
  return {
    target,
    modelFolder: resolve(values["model-dir"] ?? DEFAULT_MODEL),
    outfile: resolve(values.outfile ?? join(ROOT, "dist", name)),
  };
}

/** wasm/*.ts -> dist/vectors.wasm, wasm/scan/*.ts -> dist/scan.wasm and scan-relaxed.wasm, as their asconfig.json says. */
async function compileKernels(): Promise<void> {
  await compileModule("wasm", []);
  for (const target of ["strict", "relaxed"]) await compileModule("wasm/scan", ["--target", target]);
}

async function compileModule(folder: string, options: readonly string[]): Promise<void> {
  const asc = Bun.spawn({
    cmd: [
      process.execPath,
      "node_modules/assemblyscript/bin/asc.js",
      `${folder}/index.ts`,
      "--config",
      `${folder}/asconfig.json`,
      ...options,
    ],
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((await asc.exited) !== 0) throw new Error("The AssemblyScript compiler failed; its messages are above.");
}

/** Takes the files that src/embedding/embedded-model.ts imports out of another folder. */
function modelFrom(folder: string): BunPlugin {
  return {
    name: "model-dir",
    setup(build) {
      build.onResolve({ filter: /^\.\/model\/(model\.json|model\.onnx|tokenizer\.json)$/ }, ({ path }) => ({
        path: join(folder, basename(path)),
        namespace: path.endsWith("tokenizer.json") ? "embedded-file" : "file",
      }));
      // Once a plugin has resolved it, Bun forgets the import's type "file" and would put the JSON into the program.
      build.onLoad({ filter: /.*/, namespace: "embedded-file" }, async ({ path }) => ({
        contents: await Bun.file(path).bytes(),
        loader: "file",
      }));
    },
  };
}

async function compileExecutable({ target, modelFolder, outfile }: BuildOptions): Promise<void> {
  await Bun.build({
    entrypoints: ENTRY_POINTS.map((path) => join(ROOT, path)),
    root: join(ROOT, "src"),
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
    // Elysia explains a validation error at length unless it is told so; our own messages are all that a client sees.
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: modelFolder === DEFAULT_MODEL ? [] : [modelFrom(modelFolder)],
    compile: {
      target: `bun-${target}`,
      outfile,
      // An executable that reads its settings from where it happens to be started can be taken over from there.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

const options = readOptions(process.argv.slice(2));
const model = await openModelFolder(options.modelFolder).catch((error: unknown) => {
  if (!(error instanceof ModelFolderError)) throw error;
  console.error(`--model-dir: ${error.message}`);
  process.exit(2);
});
await mkdir(join(ROOT, "dist"), { recursive: true });
await compileKernels();
await compileExecutable(options);
const file = options.target === "windows-x64" ? `${options.outfile.replace(/\.exe$/, "")}.exe` : options.outfile;
const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
console.log(`${file}: ${megabytes} MB, memoryd ${version} with ${model.spec.id} for ${options.target}`);
