// Builds the executable: bun src/build/build.ts [--target T] [--model-dir DIR] [--outfile FILE]
// Beside it FILE.cdx.json says what is inside, and NOTICES.txt under which licences. The same source gives the same bytes.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { version } from "../../package.json" with { type: "json" };
import { THREADS } from "../config/threads.ts";
import { ModelFolderError, openModelFolder } from "../embedding/model-folder.ts";
import { billOfMaterials, type Inside } from "./bill-of-materials.ts";
import { bundleUi } from "./bundle-ui.ts";
import { compileKernels } from "./compile-kernels.ts";
import { writeNotices } from "./notices.ts";
import { packagesInside } from "./packages-inside.ts";
import { partsInside } from "./parts-inside.ts";
import { sealRuntime } from "./sealed-runtime.ts";

const ROOT = resolve(import.meta.dir, "../..");
const DEFAULT_MODEL = join(ROOT, "src/embedding/model");
const TARGETS = ["linux-x64", "linux-arm64", "darwin-arm64", "windows-x64"] as const;
type Target = (typeof TARGETS)[number];
/** Imported by src/commands/version.ts, and taken from memory when the executable is made. */
const NOTICES = join(ROOT, "dist/NOTICES.txt");

/** The files that run by themselves: the program, and each Worker. They keep their place below src/ in the executable. */
const ENTRY_POINTS = ["main.ts", ...Object.values(THREADS)].map((file) => `src/${file}`);

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

/** Takes the files that src/embedding/embedded-model.ts imports out of another folder. */
function modelFrom(folder: string): BunPlugin {
  return {
    name: "model-dir",
    setup(build) {
      build.onResolve({ filter: /^\.\/model\/(model\.json|model\.onnx|tokenizer\.json)$/ }, ({ path }) => ({
        path: join(folder, basename(path)),
        namespace: path.endsWith("tokenizer.json") ? "embedded-file" : "file",
      }));
      // A folder that was not made here has none of these.
      build.onResolve(
        { filter: /^\.\/model\/(?:(?:intents|inputs|functions|classifier|judge)\.json|(?:classifier|judge)\.onnx)$/ },
        ({ path }) => {
          const file = join(folder, basename(path));
          return existsSync(file) ? { path: file } : { path: file, namespace: "left-out" };
        },
      );
      build.onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) =>
        path.endsWith(".json") ? { contents: "null", loader: "json" } : { contents: "", loader: "file" },
      );
      // Once a plugin has resolved it, Bun forgets the import's type "file" and would put the JSON into the program.
      build.onLoad({ filter: /.*/, namespace: "embedded-file" }, async ({ path }) => ({
        contents: await Bun.file(path).bytes(),
        loader: "file",
      }));
    },
  };
}

/** The metrics library can push to a gateway: nothing here does, and Node.js's HTTP client, which obeys NODE_DEBUG, stays out. */
const WITHOUT_PUSHING: BunPlugin = {
  name: "without-pushing",
  setup(build) {
    build.onLoad({ filter: /[\\/]prom-client[\\/]lib[\\/]pushgateway\.js$/ }, () => ({
      contents: "module.exports = class {};",
      loader: "js",
    }));
  },
};

/** The protocol's library brings a validator of JSON Schema of its own, which nothing here is checked by. */
const WITHOUT_SCHEMA_VALIDATOR: BunPlugin = {
  name: "without-schema-validator",
  setup(build) {
    build.onLoad({ filter: /[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]ajvProvider-[^\\/]*\.mjs$/ }, () => ({
      contents: "export const n = class {};",
      loader: "js",
    }));
  },
};

/** The themes of the page of documentation ask for a schema of every setting of it, which would be made at each start. */
const WITHOUT_PAGE_SETTINGS: BunPlugin = {
  name: "without-page-settings",
  setup(build) {
    build.onLoad({ filter: /[\\/]@scalar[\\/]types[\\/]dist[\\/]api-reference[\\/]index\.js$/ }, () => ({
      contents: "export const migrateThemeVariables = (css) => css;",
      loader: "js",
    }));
  },
};

function bundling(modelFolder: string) {
  return {
    entrypoints: ENTRY_POINTS.map((path) => join(ROOT, path)),
    root: join(ROOT, "src"),
    target: "bun",
    format: "esm",
    minify: true,
    // Elysia explains a validation error at length unless it is told so; our own messages are all that a client sees.
    // CommonJS packages would carry the path of the folder that they were built in; none needs it.
    define: { "process.env.NODE_ENV": '"production"', __dirname: '"/"', __filename: '"/"' },
    plugins: [
      WITHOUT_PUSHING,
      WITHOUT_SCHEMA_VALIDATOR,
      WITHOUT_PAGE_SETTINGS,
      ...(modelFolder === DEFAULT_MODEL ? [] : [modelFrom(modelFolder)]),
    ],
  } as const satisfies Partial<Bun.BuildConfig>;
}

/** The files that the bundle is made of. */
async function bundledFiles({ modelFolder }: BuildOptions): Promise<string[]> {
  // What the program carries under this name is written from what the bundle holds: it must only be there by now.
  if (!(await Bun.file(NOTICES).exists())) await Bun.write(NOTICES, "");
  const { metafile } = await Bun.build({ ...bundling(modelFolder), metafile: true });
  return Object.keys(metafile?.inputs ?? {});
}

/** The licences of this very build, whatever another one left in dist. */
function carrying(notices: string): BunPlugin {
  return {
    name: "notices",
    setup(build) {
      build.onLoad({ filter: /[\\/]dist[\\/]NOTICES\.txt$/ }, () => ({ contents: notices, loader: "file" }));
    },
  };
}

/** The Bun executable that the target's is made from. */
async function runtimeFile(target: Target, folder: string): Promise<string> {
  if (target === `${process.platform}-${process.arch}`) return process.execPath;
  // Bun fetches another platform's runtime when it first builds for it, checks it, and keeps it in its cache.
  const entry = join(folder, "empty.ts");
  await Bun.write(entry, "");
  await Bun.build({ entrypoints: [entry], compile: { target: `bun-${target}`, outfile: join(folder, "empty") } });
  const cache = Bun.spawnSync({ cmd: [process.execPath, "pm", "cache"], cwd: ROOT })
    .stdout.toString()
    .trim();
  return join(cache, `bun-${target.replace("arm64", "aarch64")}-v${Bun.version}`);
}

async function sealedRuntime(target: Target, folder: string): Promise<string> {
  const runtime = await Bun.file(await runtimeFile(target, folder)).bytes();
  sealRuntime(runtime, target);
  const file = join(folder, "runtime");
  await Bun.write(file, runtime);
  return file;
}

async function compileExecutable(
  { target, modelFolder }: BuildOptions,
  notices: string,
  executablePath: string,
  outfile: string,
): Promise<void> {
  const common = bundling(modelFolder);
  await Bun.build({
    ...common,
    plugins: [...common.plugins, carrying(notices)],
    bytecode: true,
    compile: {
      target: `bun-${target}`,
      executablePath,
      outfile,
      // An executable that reads its settings from where it happens to be started can be taken over from there.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

/** The executable holds its own name, so it is always made under the same one, beside its place and then moved there. */
async function compileUnderOneName(options: BuildOptions, notices: string, file: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(file), ".build-"));
  const parts = await mkdtemp(join(dirname(file), ".build-"));
  try {
    await compileExecutable(options, notices, await sealedRuntime(options.target, parts), join(folder, "memoryd"));
    const [made = "memoryd"] = await readdir(folder);
    await rename(join(folder, made), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(parts, { recursive: true, force: true });
  }
}

const options = readOptions(process.argv.slice(2));
const model = await openModelFolder(options.modelFolder).catch((error: unknown) => {
  if (!(error instanceof ModelFolderError)) throw error;
  console.error(`--model-dir: ${error.message}`);
  process.exit(2);
});
await mkdir(join(ROOT, "dist"), { recursive: true });
await compileKernels(ROOT);
const files = [...(await bundleUi(ROOT)), ...(await bundledFiles(options))];
const { id, sha256 } = model.spec;
const inside: Inside = {
  packages: packagesInside(ROOT, files),
  parts: partsInside(ROOT, { folder: options.modelFolder, id, sha256 }),
};
const notices = writeNotices(inside, await Bun.file(join(ROOT, "LICENSE")).text());
const file = options.target === "windows-x64" ? `${options.outfile.replace(/\.exe$/, "")}.exe` : options.outfile;
await mkdir(dirname(file), { recursive: true });
await compileUnderOneName(options, notices, file);
const hash = createHash("sha256")
  .update(await Bun.file(file).bytes())
  .digest("hex");
await Bun.write(
  `${file.replace(/\.exe$/, "")}.cdx.json`,
  billOfMaterials(inside, { version, target: options.target, sha256: hash }),
);
await Bun.write(join(dirname(file), "NOTICES.txt"), notices);
const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
console.log(`${file}: ${megabytes} MB, memoryd ${version} with ${model.spec.id} for ${options.target}`);
