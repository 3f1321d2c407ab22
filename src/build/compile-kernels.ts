// Compiles the kernels of wasm/ to dist, unless those that are there were made from the same sources by the same compiler.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** wasm/*.ts -> vectors.wasm, wasm/scan/*.ts -> scan.wasm and scan-relaxed.wasm, as their asconfig.json says. */
const MODULES: readonly (readonly [folder: string, options: readonly string[]])[] = [
  ["wasm", []],
  ["wasm/scan", ["--target", "strict"]],
  ["wasm/scan", ["--target", "relaxed"]],
];
const MADE = ["vectors.wasm", "scan.wasm", "scan-relaxed.wasm"];
const COMPILER = ["node_modules/assemblyscript/package.json", "node_modules/binaryen/package.json"];

/** What is used of the AssemblyScript compiler; its own types would change those of the whole program. */
interface Compiler {
  main(options: readonly string[], to: { readonly stderr: NodeJS.WriteStream }): Promise<{ error: Error | null }>;
}

/** `root`: the folder that holds wasm, node_modules and dist. */
export async function compileKernels(root: string): Promise<void> {
  const stamp = join(root, "dist/kernels.sha256");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfAll(root)) return;
  for (const [folder, options] of MODULES) await compileModule(root, folder, options);
  writeFileSync(stamp, hashOfAll(root));
}

/** Of the sources, the compiler's versions, and what was made of them. */
function hashOfAll(root: string): string {
  const hash = createHash("sha256");
  const sources = readdirSync(join(root, "wasm"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|json)$/.test(name))
    .map((name) => `wasm/${name}`);
  for (const file of [...sources.sort(), ...COMPILER, ...MADE.map((name) => `dist/${name}`)]) {
    const path = join(root, file);
    hash.update(`${file}\0`).update(existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest() : "");
  }
  return hash.digest("hex");
}

/** In this process: to load the compiler takes as long as a module takes it. */
async function compileModule(root: string, folder: string, options: readonly string[]): Promise<void> {
  const { default: asc }: { default: Compiler } = await import(join(root, "node_modules/assemblyscript/dist/asc.js"));
  const config = `${folder}/asconfig.json`;
  const { error } = await asc.main([`${folder}/index.ts`, "--baseDir", root, "--config", config, ...options], {
    stderr: process.stderr,
  });
  if (error !== null) throw new Error("The AssemblyScript compiler failed; its messages are above.");
}
