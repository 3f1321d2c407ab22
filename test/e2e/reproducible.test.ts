// The same source gives the same executable, wherever it is built and whatever the file is called.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
/** What a clone holds that the build reads. */
const SOURCES = ["src", "wasm", "package.json", "bun.lock", "bunfig.toml", "tsconfig.json", "LICENSE", "NOTICE"];
/** A build, and a copy of all packages where they cannot be linked. */
const TIMEOUT_MS = 300_000;

setDefaultTimeout(TIMEOUT_MS);
mkdirSync(join(ROOT, "dist"), { recursive: true });
// Below dist: links to files only work within one file system.
const folder = mkdtempSync(join(ROOT, "dist/reproducible-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function build(root: string, outfile: string): Promise<void> {
  const child = Bun.spawn([process.execPath, "src/build/build.ts", "--outfile", outfile], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [errors, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

test("two builds in two places, under two names, are byte-identical, and neither holds its place", async () => {
  const clone = join(folder, "a clone elsewhere");
  mkdirSync(clone);
  for (const name of SOURCES) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  const linked = Bun.spawnSync(["cp", "-al", join(ROOT, "node_modules"), join(clone, "node_modules")]);
  if (linked.exitCode !== 0) cpSync(join(ROOT, "node_modules"), join(clone, "node_modules"), { recursive: true });
  // The one in dist was built here, before the tests.
  const [here, there] = [join(ROOT, "dist/memoryd"), join(folder, "there/other-name")];
  await build(clone, there);
  expect(hashOf(there)).toBe(hashOf(here));
  expect(hashOf(`${there}.cdx.json`)).toBe(hashOf(`${here}.cdx.json`));
  expect(hashOf(join(folder, "there/NOTICES.txt"))).toBe(hashOf(join(ROOT, "dist/NOTICES.txt")));
  const bytes = readFileSync(here);
  expect([bytes.includes(ROOT), bytes.includes(clone)]).toEqual([false, false]);
  expect(existsSync(join(clone, "dist/memoryd"))).toBe(false);
});
