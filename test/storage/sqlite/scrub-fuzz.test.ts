// The scrubber over seeded databases of every shape, sound and damaged; the long form is `bun run torture:scrub`.
import { expect, test } from "bun:test";
import { type Fuzzed, fuzzScrubber } from "../../trust/erasure/fuzz-scrubber.ts";
import { withTempDir } from "./temp-data.ts";

const SEEDS = 8;
const DAMAGES = 2;

test(
  "of sound databases nothing erased is left and no row changes; of damaged ones SQLite reads and says the same",
  () =>
    withTempDir((dir) => {
      const runs = Array.from({ length: SEEDS }, (_, seed) => fuzzScrubber(dir, seed + 1, DAMAGES));
      const sum = (of: keyof Fuzzed) => runs.reduce((all, run) => all + run[of], 0);
      // Were one of these nothing, the others would show nothing.
      expect(sum("remains")).toBeGreaterThan(0);
      expect(sum("bytesZeroed")).toBeGreaterThan(0);
      expect(sum("refused")).toBeGreaterThan(0);
      expect(sum("distrusted")).toBeGreaterThan(0);
    }),
  120_000,
);
