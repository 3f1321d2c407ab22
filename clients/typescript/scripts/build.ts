// Makes the package: dist/package as it is published, and its tarball, the same bytes at every build.
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve(import.meta.dir, "..");
/** What is of no use to those who install it. */
const NOT_PUBLISHED = new Set(["devDependencies", "scripts", "files", "private"]);

/** The version of TypeScript that is written in Go: a fifth of the time. */
const TSC = join(FOLDER, "node_modules/tsc7/bin/tsc");
/** On one thread, and without collecting what the end of the process frees anyway: half of the processor's time. */
export const COMPILE = ["env", "GOGC=off", TSC, "--singleThreaded"];

function run(command: readonly string[], cwd: string): string {
  const { success, stdout, stderr } = Bun.spawnSync([...command], { cwd, stdout: "pipe", stderr: "pipe" });
  if (!success) throw new Error(`${command.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout.toString();
}

/** Gives the tarball's path; `out` is made anew. */
export function buildPackage(out: string): string {
  const staged = join(out, "package");
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  run([...COMPILE, "-p", "tsconfig.json", "--outDir", join(staged, "dist")], FOLDER);
  for (const file of new Bun.Glob("**/*.d.ts").scanSync({ cwd: join(staged, "dist"), absolute: true })) {
    // The compiler writes the endings of the sources into declarations, where not every tool looks for them.
    writeFileSync(file, readFileSync(file, "utf8").replace(/"(\.{1,2}\/[^"\n]+)\.ts"/g, '"$1.js"'));
  }
  const manifest = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")) as Record<string, unknown>;
  const published = Object.fromEntries(Object.entries(manifest).filter(([name]) => !NOT_PUBLISHED.has(name)));
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(FOLDER, "README.md"), join(staged, "README.md"));
  cpSync(resolve(FOLDER, "../../LICENSE"), join(staged, "LICENSE"));
  // npm gives every file of a tarball the same time.
  const packed = run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", out, staged], FOLDER);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  return join(out, filename);
}

if (import.meta.main) console.log(buildPackage(join(FOLDER, "dist")));
