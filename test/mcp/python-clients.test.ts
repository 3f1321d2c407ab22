// The official Python clients of both generations. .ci/run installs them, each into an environment of its own.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Served, serve } from "./served.ts";

const SCRIPT = join(import.meta.dir, "python_client.py");
const GENERATIONS = [
  ["1.x", "/opt/mcp-client-1/bin/python", "2025-11-25"],
  ["2.x", "/opt/mcp-client-2/bin/python", "2026-07-28"],
] as const;

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.close());

for (const [name, python, revision] of GENERATIONS) {
  const isMissing = !existsSync(python);
  if (isMissing) console.log(`SKIPPED: without ${python} the Python client ${name} is not tried.`);
  test.skipIf(isMissing)(`the Python client ${name} lists, calls and reads`, async () => {
    const { url } = served.open(served.account.agent.at({ user: `python-${name}` }));
    const child = Bun.spawn([python, SCRIPT, url], { stdout: "pipe", stderr: "pipe", env: { PATH: "/usr/bin:/bin" } });
    const [told, wrong, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    expect(code, wrong).toBe(0);
    expect(JSON.parse(told)).toEqual({
      version: revision,
      tools: ["prepare_turn", "record_turn", "remember", "recall", "forget", "profile", "list_rules"],
      sources: ["I keep bees.\nBees, then."],
      refused: true,
      resources: ["memoryd://profile", "memoryd://rules"],
      rules: [],
    });
  });
}
