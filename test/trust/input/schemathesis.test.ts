// Requests drawn from the OpenAPI document, valid and not, one after another and as its links lead: the short form.
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { installSchemathesis } from "./install-schemathesis.ts";
import { runSchemathesis } from "./run-schemathesis.ts";

const EXECUTABLE = resolve(import.meta.dir, "../../../dist/memoryd");
const SEED = 8;
/** A generous end for what should take half a minute: only a hang reaches it. */
const TIMEOUT_MS = 300_000;

const command = await installSchemathesis();

test.skipIf(command === null).each([
  ["admin", "examples,coverage,fuzzing,stateful", 2, 1_000],
  ["user", "fuzzing,stateful", 2, 100],
] as const)(
  "with a key of kind %s every answer is one that the document describes",
  async (key, phases, examples, casesMin) => {
    const options = { command: command ?? "", executable: EXECUTABLE, key, examples, phases, seed: SEED };
    const { passed, cases, serviceFailures, report } = await runSchemathesis({ ...options, timeoutMs: TIMEOUT_MS });
    expect({ serviceFailures, report: passed ? "" : report }).toEqual({ serviceFailures: [], report: "" });
    // A run that could not ask would find nothing.
    expect(cases).toBeGreaterThan(casesMin);
  },
  TIMEOUT_MS,
);
