// bun run torture:text -- [options]: whether any text can hold the service up, on every way that a text comes in.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describeMachine } from "../../bench/machine.ts";
import { readOptions, refuseOptions } from "../../bench/read-options.ts";
import { Attacker, findingLine } from "./attack.ts";
import { attackCommands } from "./command-attack.ts";
import { streamsOf } from "./streams.ts";
import { GROWTH_MAX, STALL_MS_MAX, Tally } from "./tally.ts";

const HELP = `Repeats of characters, words, cues and slices of dialogues, at every length, on every path that takes a text: a process
beside it asks /livez meanwhile. A text counts against the service where /livez waits more than ${STALL_MS_MAX} ms, or where
processor time grows faster than length^${GROWTH_MAX}, three times out of three.

  bun run build
  bun run torture:text -- [options]

  --minutes N          how long, the commands of the shell included (30)
  --seed N             another seed draws other texts (1)
  --only WORD          only streams of that word, such as "gates"; "commands": the shell's alone
  --without REGEX      leaves out texts of such a name, where what they show is known: '"[!?]+"'
  --model MODEL        "tiny", which costs nothing, so that reading is what is measured, or "inside" (tiny)
  --executable FILE    what is run (dist/memoryd)
  --json FILE          where the findings go as JSON

Needs Linux. Exit code 1 where a text holds the service up, or work grows too fast, or the service fails.`;

const COMMANDS_SHARE = 0.1;

const values = readOptions(HELP, {
  minutes: { type: "string", default: "30" },
  seed: { type: "string", default: "1" },
  only: { type: "string", default: "" },
  without: { type: "string", default: "(?!)" },
  model: { type: "string", default: "tiny" },
  executable: { type: "string", default: "dist/memoryd" },
  json: { type: "string" },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const streams = streamsOf(seed).filter(({ name }) => name.includes(values.only));
const withCommands = "commands".includes(values.only);
const isUsable = minutes > 0 && Number.isInteger(seed) && ["tiny", "inside"].includes(values.model);
if (!isUsable || (streams.length === 0 && !withCommands)) refuseOptions(HELP);

const executable = resolve(values.executable);
const folder = mkdtempSync(join(tmpdir(), "memoryd-text-"));
const machine = describeMachine(executable);
const tally = new Tally();
console.log(machine);
try {
  const commandMinutes = withCommands ? (streams.length === 0 ? minutes : minutes * COMMANDS_SHARE) : 0;
  const options = { executable, folder, withOthers: true, pingPauseMs: 2, realModel: values.model === "inside" };
  const leftOut = new RegExp(values.without);
  const attacker = new Attacker(options, tally, leftOut, (line) => console.log(line));
  try {
    for (const { name, done, count } of await attacker.run(streams, minutes - commandMinutes)) {
      console.log(`${name}: ${done}${count === null ? "" : ` of ${count}`} texts`);
    }
  } finally {
    await attacker.stop();
  }
  if (commandMinutes > 0) {
    const commands = await attackCommands({ executable, folder, seed, minutes: commandMinutes });
    for (const line of commands.lines) console.log(line);
    tally.findings.push(...commands.findings);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { findings } = tally;
const { requests, texts, otherMs } = tally.summary();
console.log(`\n${tally.table()}\n`);
for (const line of tally.suspectedMore()) console.log(line);
if (findings.length > 0) console.log("\nfindings, the worst first:");
for (const finding of findings.toSorted((a, b) => b.stallMs - a.stallMs)) console.log(findingLine(finding));
console.log(
  `\nseed ${seed}, model ${values.model}: ${requests} requests with ${texts} texts, ${findings.length} findings`,
);
console.log(`another account's turn took ${otherMs.toFixed(0)} ms at most`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine, seed, findings }, null, 2)}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
