// bun run torture:scrub: the scrubber of erased rows over seeded databases, for as long as is wished.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../bench/read-options.ts";
import { type Fuzzed, fuzzScrubber } from "./fuzz-scrubber.ts";

const HELP = `Runs the scrubber over seeded databases of every shape, and over damaged copies of them.

  bun run torture:scrub -- [options]

  --seconds N    how long (600)
  --seed N       the first seed; the next databases have the next ones (1)
  --damages N    damaged copies of each database (6)
  --folder DIR   where the databases are made (the system's folder for temporary files)

Exit code 1 where SQLite reads or says anything else afterwards, or anything erased is left; the seed is named.`;

const values = readOptions(HELP, {
  seconds: { type: "string", default: "600" },
  seed: { type: "string", default: "1" },
  damages: { type: "string", default: "6" },
  folder: { type: "string", default: tmpdir() },
});

const folder = mkdtempSync(join(values.folder, "memoryd-scrub-"));
const until = performance.now() + Number(values.seconds) * 1000;
const sum = { pages: 0, remains: 0, bytesZeroed: 0, damaged: 0, refused: 0, distrusted: 0 } satisfies Fuzzed;
const failures: string[] = [];
let seed = Number(values.seed);
try {
  for (; performance.now() < until; seed++) {
    try {
      const run = fuzzScrubber(folder, seed, Number(values.damages));
      for (const name of Object.keys(sum) as (keyof Fuzzed)[]) sum[name] += run[name];
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      console.log(failures.at(-1));
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${seed - Number(values.seed)} databases, ${sum.pages} pages, ${sum.bytesZeroed} bytes zeroed`);
console.log(`${sum.remains} remains of erased rows were there before`);
console.log(`${sum.damaged} damaged copies, in which ${sum.refused} pages were not touched`);
console.log(`${sum.distrusted} pages more that SQLite calls wrong, and that would not be touched`);
console.log(failures.length === 0 ? "nothing left, nothing changed" : `${failures.length} FAILED`);
process.exit(failures.length === 0 && sum.remains > 0 ? 0 : 1);
