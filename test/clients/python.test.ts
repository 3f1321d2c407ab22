// Runs the Python client's own tests against the compiled executable, where their packages are installed.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeTinyModel } from "../support/tiny-model.ts";

const ROOT = resolve(import.meta.dir, "../..");
const EXECUTABLE = join(ROOT, "dist/memoryd");
/** Made by .ci/run; a variable names another one, which has what clients/python/requirements.txt lists. */
const ENVIRONMENT = process.env.PYTHON_CLIENT_VENV ?? "/opt/memoryd-client-python";
const PYTHON = join(ENVIRONMENT, "bin/python");
const HAS_PACKAGES = `
import sys
from importlib.util import find_spec
sys.exit(not all(map(find_spec, ["agents", "build", "langchain", "langchain_openai", "mypy", "pytest_asyncio", "twine"])))
`;
const isReady = existsSync(PYTHON) && Bun.spawnSync([PYTHON, "-c", HAS_PACKAGES]).success;

// Only a hang reaches it.
setDefaultTimeout(300_000);
if (!isReady) console.log(`SKIPPED: without the packages of clients/python/requirements.txt in ${ENVIRONMENT}.`);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "memoryd-python-"));
  makeTinyModel(join(folder, "tiny-model"), { seed: 1 });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!isReady)("the Python client passes its tests against the executable", async () => {
  if (!existsSync(EXECUTABLE)) throw new Error(`${EXECUTABLE} is not there: run \`bun run build\` first.`);
  const child = Bun.spawn([PYTHON, "-m", "pytest", "--basetemp", join(folder, "temp"), "-ra"], {
    cwd: join(ROOT, "clients/python"),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      LANG: "C.UTF-8",
      // Nothing is written into the source.
      PYTHONDONTWRITEBYTECODE: "1",
      MEMORYD_EXECUTABLE: EXECUTABLE,
      TINY_MODEL: join(folder, "tiny-model"),
      MEM0_SOURCE: join(ENVIRONMENT, "mem0-source"),
      TEST_NO_SKIP: process.env.TEST_NO_SKIP ?? "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ code, output: code === 0 ? "" : output + errors }).toEqual({ code: 0, output: "" });
  // A run that finds no test would pass as well.
  const [, passed = "0"] = /(\d+) passed/.exec(output) ?? [];
  expect(Number(passed)).toBeGreaterThan(75);
  if (process.env.TEST_NO_SKIP === "1") expect(output).not.toContain("skipped");
});
