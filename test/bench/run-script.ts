// Runs a benchmark's script as its user does, on the executable that was built.
import { afterAll } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MODEL_VARIABLE, WORKERS_VARIABLE } from "./start-executable.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../dist/memoryd");
/** A generous end for what should take seconds: only a hang reaches it. */
export const SCRIPT_TIMEOUT_MS = 300_000;

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `script`: a file of this folder. */
export function runScript(script: string, ...args: string[]): Promise<Finished> {
  return runWith({}, script, args);
}

/** With the model of a folder, for a script whose measures nobody looks at. */
export function runScriptOnModel(modelDir: string, script: string, ...args: string[]): Promise<Finished> {
  return runWith({ [MODEL_VARIABLE]: modelDir }, script, args);
}

async function runWith(env: Record<string, string>, script: string, args: readonly string[]): Promise<Finished> {
  if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), "--executable", EXECUTABLE, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // A second session is slow to open, and nothing is measured here.
    env: { ...process.env, [WORKERS_VARIABLE]: "1", ...env },
    timeout: SCRIPT_TIMEOUT_MS,
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

/** A new empty folder, to be made at the head of a test file: it is gone when the file's tests are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-bench-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
