// Kills the executable again and again under load, and says what was lost: bun run torture:crash.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions } from "../../bench/read-options.ts";
import { replayTornWrites } from "./torn-log.ts";
import { torture } from "./torture.ts";

const TOLD_EVERY = 50;

const HELP = `Kills the executable under the load of 16 clients, starts it again, and looks for everything it had promised.

  bun run build
  bun run torture:crash -- [options]

  --kills N            about 2 seconds each (1000)
  --tears N            write-ahead logs that are cut, zeroed or mixed (400)
  --seed N             what is drawn (another each time)
  --data-dir DIR       where the data lie, a folder that is new (one of its own, removed where nothing was found)
  --executable FILE    what is run (dist/memoryd)

Exit code 1 where a promise is broken.`;

const values = readOptions(HELP, {
  kills: { type: "string", default: "1000" },
  seed: { type: "string", default: String(Date.now() % 1_000_000) },
  "data-dir": { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
  tears: { type: "string", default: "400" },
});

const executable = resolve(values.executable);
const kills = Number(values.kills);
const seed = Number(values.seed);
const tears = Number(values.tears);
if (![kills, seed, tears].every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error("--kills, --seed and --tears are whole numbers.");
  process.exit(2);
}
const given = values["data-dir"] === undefined ? null : resolve(values["data-dir"]);
if (given !== null) mkdirSync(given, { recursive: true });
const folder = given ?? mkdtempSync(join(tmpdir(), "memoryd-crash-"));
if (readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty: name a folder that is new.`);
  process.exit(2);
}

console.log(`${kills} kills, seed ${seed}, in ${folder}`);
const startedAt = Date.now();
const minutes = () => ((Date.now() - startedAt) / 60_000).toFixed(1);
let told = 0;
const killed = await torture({
  executable,
  kills,
  seed,
  folder,
  killsPerDirectory: 25,
  embeddingsEvery: 10,
  onKill: (done, tally, found) => {
    for (; told < found.length; told++) console.log(`found: ${found[told]}`);
    if (done % TOLD_EVERY !== 0) return;
    const records = tally.get("acknowledged records");
    console.log(`${done} kills, ${records} acknowledged records, ${found.length} findings, ${minutes()} minutes`);
  },
});

const tornFolder = join(folder, "torn");
mkdirSync(tornFolder);
const torn =
  tears === 0 ? null : await replayTornWrites({ executable, folder: tornFolder, seed, tears, startEvery: 20 });
const findings = [...killed.findings, ...(torn?.findings ?? [])];

console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${describeMachine(executable)}, ${minutes()} minutes, seed ${seed}`,
);
const counts = [...killed.tally.counts, ...(torn?.tally.counts ?? [])];
for (const [what, count] of counts.sort(([a], [b]) => (a < b ? -1 : 1))) console.log(`${what}: ${count}`);
console.log(`findings: ${findings.length}`);
for (const finding of findings) console.log(`  ${finding}`);
if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
else console.log(`What is left of it stands in ${folder}.`);
process.exit(findings.length === 0 ? 0 : 1);
