// bun run bench:talk: what strangers' talk should teach, end, outdate and refuse, and what must do none of it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partsIn } from "./parts-in.ts";
import { readOptions } from "./read-options.ts";
import { startExecutable } from "./start-executable.ts";
import { type CheckedTalk, type Outcome, playTalk } from "./talk/play-talk.ts";

const DIR = join(import.meta.dir, "talk");
const PARTS = partsIn(DIR);
const HELP = `Plays talk in a brain of its own each, in hybrid mode, and counts which of the strangers' expectations hold.

  bun run build
  bun run bench:talk -- [options]

  --executable FILE    what is measured (dist/memoryd)
  --part PART          ${PARTS.join(", ")} (all)
  --limit N            the first N talks of each part
  --show               print what does not hold, of the parts that may be looked at

The talks are in test/bench/talk, by nineteen hands that knew the promises of the interface and nothing of its inside. Of each of
five fields (rules that are learned, rules that end, facts that change, answers that are verified, all of it in German, French and
Spanish) a third, drawn by number, is unseen: nothing may be fitted to it, and what does not hold of it is never printed. The near
parts come close to what should be learned, marked or refused, and must not be.`;

const values = readOptions(HELP, {
  executable: { type: "string", default: "dist/memoryd" },
  part: { type: "string" },
  limit: { type: "string", default: "1000" },
  show: { type: "boolean", default: false },
});

const dataDir = mkdtempSync(join(tmpdir(), "memoryd-talk-"));
const flags = ["--retrieval-mode", "hybrid"];
const service = await startExecutable({ executable: values.executable, dataDir, modelDir: null, flags });
console.log("part            talks  hold  checks  hold");
for (const part of PARTS.filter((each) => values.part === undefined || values.part === each)) {
  const talks = JSON.parse(readFileSync(join(DIR, `${part}.json`), "utf8")) as CheckedTalk[];
  const outcomes: Outcome[] = [];
  for (const talk of talks.slice(0, Number(values.limit))) outcomes.push(await playTalk(service, part, talk));
  const checks = outcomes.reduce((sum, each) => sum + each.checks, 0);
  const broken = outcomes.reduce((sum, each) => sum + each.broken.length, 0);
  const whole = outcomes.filter((each) => each.broken.length === 0).length;
  const counts = [outcomes.length, whole, checks, checks - broken];
  const [talked = "", held = "", checked = "", right = ""] = counts.map(String);
  console.log(`${part.padEnd(14)}${talked.padStart(7)}${held.padStart(6)}${checked.padStart(8)}${right.padStart(6)}`);
  if (!values.show || part.startsWith("unseen")) continue;
  for (const { id, broken: faults } of outcomes) for (const fault of faults) console.log(`  ${id}: ${fault}`);
}
await service.stop();
rmSync(dataDir, { recursive: true, force: true });
