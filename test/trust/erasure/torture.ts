// bun run torture:erasure: how long the erasure of many packets takes, and what is left of them.
import { resolve } from "node:path";
import { readOptions } from "../../bench/read-options.ts";
import { eraseMany } from "./erase-many.ts";

const HELP = `Erases a large memory while others ask, and searches every file for what is left of it.

  bun run build
  bun run torture:erasure -- [options]

  --packets N          how many are erased (100000)
  --unlearned          each has the embedding of its input too, as before a learning pass
  --executable FILE    what is run (dist/memoryd)

Exit code 1 where anything is left, or another brain answers otherwise than before.`;

const values = readOptions(HELP, {
  packets: { type: "string", default: "100000" },
  unlearned: { type: "boolean", default: false },
  executable: { type: "string", default: resolve(import.meta.dir, "../../../dist/memoryd") },
});
const done = await eraseMany(values.executable, Number(values.packets), { unlearned: values.unlearned });
const left = Object.entries(done.left).flatMap(([file, names]) => names.map((name) => `  ${file}: ${name}`));
console.log(`${done.erased} packets erased in ${done.seconds.toFixed(2)} s`);
console.log(`${done.others} requests of another brain meanwhile, the slowest ${done.othersSlowestMs.toFixed(0)} ms`);
console.log(`left in the data directory and in a new backup: ${left.length === 0 ? "nothing" : ""}`);
for (const line of left) console.log(line);
console.log(`the other brain answers ${done.isUnharmed ? "as before, to the byte" : "OTHERWISE THAN BEFORE"}`);
process.exit(left.length === 0 && done.isUnharmed && done.erased >= Number(values.packets) ? 0 : 1);
