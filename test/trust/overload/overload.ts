// bun run torture:overload -- [options]: ten times what can be served, and what becomes of it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions, refuseOptions } from "../../bench/read-options.ts";
import type { Load } from "./offer-load.ts";
import { checksOf, type OverloadResult, runOverload } from "./run-overload.ts";

const KINDS: readonly Load["kind"][] = ["prepare", "recall", "record"];

const HELP = `Finds the rate at which the executable serves a kind of request, offers it a multiple of that from another
process, and says whether it holds.

  bun run build
  bun run torture:overload -- [options]

  --times N            how many times the rate that can be served (10)
  --seconds N          how long, for each kind (30)
  --measure N          seconds for finding that rate (5)
  --only KIND          one of ${KINDS.join(", ")}
  --executable FILE    what is run (dist/memoryd)
  --json FILE          where the figures go as JSON

The load and the service share the machine's cores. Needs Linux. Exit code 1 where a promise is broken.`;

const values = readOptions(HELP, {
  times: { type: "string", default: "10" },
  seconds: { type: "string", default: "30" },
  measure: { type: "string", default: "5" },
  only: { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
  json: { type: "string" },
});
const [times, seconds, measureSeconds] = [values.times, values.seconds, values.measure].map(Number);
const kinds = KINDS.filter((kind) => values.only === undefined || values.only === kind);
const usable = [times, seconds, measureSeconds].every((number) => number !== undefined && number > 0);
if (!usable || kinds.length === 0) refuseOptions(HELP);

function tell(result: OverloadResult): boolean {
  const { load } = result;
  // JSON has no NaN: nothing was served, or nothing refused.
  const whole = (value: number | null) => value?.toFixed(0) ?? "-";
  console.log(`\n== ${result.kind}: ${result.servablePerSecond} a second can be served, ${load.sent} were sent`);
  if (load.heldBack > 0) console.log(`${load.heldBack} more were due while every connection waited for an answer`);
  console.log(`answers: ${JSON.stringify(load.byStatus)}`);
  console.log(`served: p50 ${whole(load.served.p50Ms)} ms, p99 ${whole(load.served.p99Ms)} ms`);
  console.log(`refused: p50 ${whole(load.refused.p50Ms)} ms, p99 ${whole(load.refused.p99Ms)} ms`);
  console.log(`/livez meanwhile: p50 ${whole(result.livezP50Ms)} ms, at most ${whole(result.livezMostMs)} ms`);
  console.log(`turns of another account meanwhile: ${result.othersServed} of ${result.othersAsked} served`);
  console.log(`memory: ${whole(result.rssBeforeMib)} MiB before, at most ${whole(result.rssPeakMib)} MiB`);
  console.log(
    `a turn before: ${whole(result.quietP50Ms)} ms; back to twice that ${result.recoveryS.toFixed(2)} s after`,
  );
  const checks = checksOf(result);
  for (const { what, isKept } of checks) console.log(`${isKept ? "kept  " : "BROKEN"} ${what}`);
  return checks.every(({ isKept }) => isKept);
}

const machine = describeMachine(values.executable);
console.log(`Machine: ${machine}`);
const results: OverloadResult[] = [];
let allKept = true;
for (const kind of kinds) {
  const folder = mkdtempSync(join(tmpdir(), "memoryd-overload-"));
  try {
    const options = { times: times!, seconds: seconds!, measureSeconds: measureSeconds! };
    const result = await runOverload({ executable: values.executable, folder, kind, ...options });
    results.push(result);
    allKept = tell(result) && allKept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, results }, null, 2)}\n`);
process.exitCode = allKept ? 0 : 1;
