// Builds an executable that carries another model.
import { resolve } from "node:path";
import type { Finished } from "./executable.ts";

export async function buildWith(modelFolder: string, outfile: string): Promise<Finished> {
  const cmd = [process.execPath, "src/build/build.ts", "--model-dir", modelFolder, "--outfile", outfile];
  const child = Bun.spawn({ cmd, cwd: resolve(import.meta.dir, "../.."), stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}
