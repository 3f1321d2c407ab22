// bun run torture:erasure -- --packets 100000 [--unlearned]: how long the erasure of so many packets takes, and what is
// left of them. Unlearned ones have a second embedding each.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { eraseMany } from "./erase-many.ts";

const { values } = parseArgs({
  options: {
    packets: { type: "string", default: "100000" },
    unlearned: { type: "boolean", default: false },
    executable: { type: "string", default: resolve(import.meta.dir, "../../../dist/memoryd") },
  },
});
const done = await eraseMany(values.executable, Number(values.packets), values.unlearned);
const left = Object.entries(done.left).flatMap(([file, names]) => names.map((name) => `  ${file}: ${name}`));
console.log(`${done.erased} packets erased in ${done.seconds.toFixed(2)} s`);
console.log(`${done.others} requests of another brain meanwhile, the slowest ${done.othersSlowestMs.toFixed(0)} ms`);
console.log(`left in the data directory and in a new backup: ${left.length === 0 ? "nothing" : ""}`);
for (const line of left) console.log(line);
console.log(`the other brain answers ${done.isUnharmed ? "as before, to the byte" : "OTHERWISE THAN BEFORE"}`);
process.exit(left.length === 0 && done.isUnharmed && done.erased >= Number(values.packets) ? 0 : 1);
