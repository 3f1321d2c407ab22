// Checks the types of sources and tests, and of the adapter for `ai` with its older version too. A build checks the
// sources for runtimes other than Bun.
import { resolve } from "node:path";
import { COMPILE } from "./build.ts";

const FOLDER = resolve(import.meta.dir, "..");
const PROJECTS = ["tsconfig.test.json", "tsconfig.ai6.json"];

/** What the compiler finds, project by project; "" where all is well. */
export async function checkTypes(): Promise<string> {
  let found = "";
  for (const project of PROJECTS) {
    const child = Bun.spawn([...COMPILE, "-p", project, "--noEmit"], {
      cwd: FOLDER,
      stdio: ["ignore", "pipe", "inherit"],
    });
    found += await new Response(child.stdout).text();
  }
  return found;
}

if (import.meta.main) {
  const found = await checkTypes();
  console.log(found === "" ? "no faults" : found);
  process.exit(found === "" ? 0 : 1);
}
