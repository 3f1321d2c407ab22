// Puts the generators of TypeScript clients, in the versions of their lock file, into a folder of their own.
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

export const FIXTURES = join(import.meta.dir, "fixtures");
const CACHE = resolve(import.meta.dir, "../../node_modules/.cache");
const NAMES = ["package.json", "bun.lock"];

/** The folder that they are installed in; null where there is no way to the packages. */
export async function installGenerators(): Promise<string | null> {
  const versions = await Promise.all(NAMES.map((name) => Bun.file(join(FIXTURES, name)).text()));
  const folder = join(CACHE, `generators-${Bun.hash(versions.join("")).toString(36)}`);
  // Written last: a folder without it is one whose installation broke off.
  const done = join(folder, "done");
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of NAMES) copyFileSync(join(FIXTURES, name), join(folder, name));
  const install = [process.execPath, "install", "--frozen-lockfile", "--ignore-scripts"];
  const child = Bun.spawn(install, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const [said, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) {
    console.error(`The generators could not be installed: ${said.trim().split("\n").at(-1) ?? ""}`);
    return null;
  }
  await Bun.write(done, "");
  return folder;
}
