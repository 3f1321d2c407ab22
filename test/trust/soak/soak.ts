// bun run soak -- [options]: an hour of use by many clients, and whether anything grew.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions, refuseOptions } from "../../bench/read-options.ts";
import { floorOf, slopeText } from "./judge-soak.ts";
import { runSoak, sampleLine, writeResult } from "./run-soak.ts";
import type { Sample } from "./sample-process.ts";

/** Samples between two lines about the present, and between two about how it goes. */
const LINE_EVERY = 12;
const FLOOR_EVERY = 180;

const HELP = `Uses the executable for a time as clients and an operator would, and says whether anything grew.

  bun run build
  bun run soak -- [options]

  --minutes N          how long (60)
  --warm-up N          minutes that are not judged (a quarter, at most 20)
  --clients N          clients at work at once (8)
  --pause-ms N         about how long each rests between two turns (150)
  --memory-mib N       the service's budget for brains in use, small so that they are evicted (2)
  --executable FILE    what is run (dist/memoryd)
  --json FILE          where samples and verdict go as JSON (soak.json in the temporary directory)
  --folder DIR         where the data lie (the temporary directory); removed in the end

Each client has twelve users who come, talk for 20 to 60 turns, and are erased. Every few minutes a learning pass and a
backup run; the operator exchanges keys, makes and deletes cores and changes settings by HUP all the while. Needs Linux.
Exit code 1 where a promise is broken.`;

const values = readOptions(HELP, {
  minutes: { type: "string", default: "60" },
  "warm-up": { type: "string" },
  clients: { type: "string", default: "8" },
  "pause-ms": { type: "string", default: "150" },
  "memory-mib": { type: "string", default: "2" },
  executable: { type: "string", default: "dist/memoryd" },
  json: { type: "string", default: join(tmpdir(), "soak.json") },
  folder: { type: "string", default: tmpdir() },
});
const minutes = Number(values.minutes);
const warmUpMinutes = Number(values["warm-up"] ?? Math.min(20, minutes / 4));
const clients = Number(values.clients);
const pauseMs = Number(values["pause-ms"]);
const memoryMib = Number(values["memory-mib"]);
if (![minutes, warmUpMinutes, clients, pauseMs, memoryMib].every((number) => number > 0)) refuseOptions(HELP);

const machine = describeMachine(values.executable);
console.log(`Machine: ${machine}`);
const folder = mkdtempSync(join(values.folder, "memoryd-soak-"));
const options = {
  executable: values.executable,
  ...{ folder, minutes, warmUpMinutes, clients, pauseMs, memoryMib },
  usersPerClient: 12,
  userTurnsMax: 60,
  sampleMs: 5_000,
  choreMs: 15_000,
  seed: 1,
  nightEveryMinutes: 3,
};
try {
  const samples: Sample[] = [];
  const result = await runSoak({
    ...options,
    onSample: (sample, tally) => {
      samples.push(sample);
      if (samples.length % LINE_EVERY === 1) console.log(sampleLine(sample, tally));
      if (samples.length % FLOOR_EVERY !== 0) return;
      const warm = samples.filter(({ atS }) => atS >= warmUpMinutes * 60);
      if (warm.length < FLOOR_EVERY) return;
      console.log(`so far, memory left after collections: ${slopeText(floorOf(warm))}`);
    },
  });
  const { verdict, tally, chores, usersErased, exitCode, errorLines } = result;
  writeResult(values.json, machine, options, result);
  console.log(`\n${tally.timings.length} calls, ${usersErased} users erased, chores ${JSON.stringify(chores)}`);
  for (const each of verdict.latencies) {
    const ms = (value: number) => value.toFixed(1);
    const p50 = `p50 ${ms(each.firstP50Ms)} -> ${ms(each.lastP50Ms)} ms`;
    console.log(`  ${each.kind}: ${each.count} calls, ${p50}, p99 ${ms(each.firstP99Ms)} -> ${ms(each.lastP99Ms)} ms`);
  }
  for (const { kind, what, atS } of tally.unexpected)
    console.log(`unexpected at ${atS.toFixed(0)} s, ${kind}: ${what}`);
  for (const line of errorLines.slice(0, 20)) console.log(`log: ${line}`);
  for (const { what, isKept, figure } of verdict.checks)
    console.log(`${isKept ? "kept  " : "BROKEN"} ${what}: ${figure}`);
  console.log(`The same as JSON: ${values.json}`);
  process.exitCode = verdict.isKept && exitCode === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
