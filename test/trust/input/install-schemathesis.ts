// Puts Schemathesis, in the versions of requirements.txt, into a folder of its own outside the sources.
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

const REQUIREMENTS = join(import.meta.dir, "requirements.txt");
const CACHE = resolve(import.meta.dir, "../../../node_modules/.cache");

/** The command; null where there is no Python, or no way to the packages. */
export async function installSchemathesis(): Promise<string | null> {
  const versions = await Bun.file(REQUIREMENTS).text();
  const folder = join(CACHE, `schemathesis-${Bun.hash(versions).toString(36)}`);
  const command = join(folder, "bin/st");
  // Written last: a folder without it is one whose installation broke off.
  const done = join(folder, "done");
  if (existsSync(done)) return command;
  rmSync(folder, { recursive: true, force: true });
  const python = Bun.which("python3");
  if (python === null) return null;
  const steps = [
    [python, "-m", "venv", folder],
    [join(folder, "bin/pip"), "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS],
  ];
  for (const step of steps) {
    const child = Bun.spawn(step, { stdio: ["ignore", "ignore", "pipe"] });
    const [said, code] = await Promise.all([child.stderr.text(), child.exited]);
    if (code === 0) continue;
    console.error(`Schemathesis could not be installed: ${said.trim().split("\n").at(-1) ?? ""}`);
    return null;
  }
  await Bun.write(done, versions);
  return command;
}
