// bun run torture:schemathesis -- [options]: requests drawn from the OpenAPI document, against the running executable.
import { resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { installSchemathesis } from "./install-schemathesis.ts";
import { runSchemathesis } from "./run-schemathesis.ts";

const HELP = `Schemathesis with all its checks and stateful links against the executable, with an admin key and a user's key.

  bun run build
  bun run torture:schemathesis -- [options]

  --examples N         most cases of each operation and phase (200)
  --seed N             what is drawn (1)
  --executable FILE    what is run (dist/memoryd)

Needs Python 3 with venv, and PyPI at the first run. Exit code 1 where anything is found.`;

const HOUR_MS = 3_600_000;

const values = readOptions(HELP, {
  examples: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
  executable: { type: "string", default: "dist/memoryd" },
});

const command = await installSchemathesis();
if (command === null) throw new Error("Schemathesis is not there: Python 3 with venv and a way to PyPI are needed.");
const executable = resolve(values.executable);
console.log(describeMachine(executable));
let isSound = true;
for (const key of ["admin", "user"] as const) {
  const { passed, cases, serviceFailures, report } = await runSchemathesis({
    command,
    executable,
    key,
    examples: Number(values.examples),
    seed: Number(values.seed),
    timeoutMs: 6 * HOUR_MS,
  });
  if (!passed) console.log(report);
  for (const line of serviceFailures) console.log(line);
  isSound &&= passed && serviceFailures.length === 0;
  console.log(`${key} key: ${cases} requests, ${passed ? "nothing found" : "see above"}`);
}
process.exit(isSound ? 0 : 1);
