// bun run torture:http -- [options]: mutated requests over bare sockets against the running executable.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { startExecutable } from "../start-logged.ts";
import { descriptorsOf, descriptorsSettled, failuresIn, fuzzHttp, memorySettled, residentBytes } from "./fuzz-http.ts";

const HELP = `Requests that were sound once, changed at random, over bare sockets against the executable.

  bun run build
  bun run torture:http -- [options]

  --requests N         connections, each with one to three requests (50000)
  --seed N             what is drawn (1)
  --executable FILE    what is run (dist/memoryd)

Needs Linux. Exit code 1 where an answer is none of the contract, the service fails or dies, or descriptors or memory
(more than 150 MiB) stay behind.`;

const MIB = 1024 * 1024;
const GROWTH_MAX_MIB = 150;

const values = readOptions(HELP, {
  requests: { type: "string", default: "50000" },
  seed: { type: "string", default: "1" },
  executable: { type: "string", default: "dist/memoryd" },
});

const folder = mkdtempSync(join(tmpdir(), "memoryd-http-"));
const executable = resolve(values.executable);
console.log(describeMachine(executable));
const running = await startExecutable({
  executable,
  dataDir: join(folder, "data"),
  logFile: join(folder, "service.log"),
  flags: ["--failed-auth-per-minute", "0", "--embedding-workers", "1", "--log-level", "warn"],
});
try {
  const before = { descriptors: descriptorsOf(running.pid), bytes: residentBytes(running.pid) };
  const started = Date.now();
  const { answers, faults } = await fuzzHttp(running, {
    seed: Number(values.seed),
    connections: Number(values.requests),
  });
  const descriptors = await descriptorsSettled(running.pid, before.descriptors);
  const grownMib = (await memorySettled(running.pid, before.bytes, GROWTH_MAX_MIB * MIB)) / MIB;
  const failures = failuresIn(running.logFile);
  for (const line of [...faults, ...failures]) console.log(line);
  console.log(`${values.requests} connections in ${Math.round((Date.now() - started) / 1000)} s, seed ${values.seed}`);
  console.log(`answers by status: ${JSON.stringify(answers)}`);
  console.log(
    `descriptors ${before.descriptors} before, ${descriptors} after; memory grew by ${grownMib.toFixed(0)} MiB`,
  );
  console.log(`${faults.length} answers that are none of the contract, ${failures.length} failures of the service`);
  process.exitCode = faults.length + failures.length > 0 ? 1 : 0;
} finally {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
