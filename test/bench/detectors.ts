// bun run bench:detectors: precision and recall of what is read in a turn, and what fires on LoCoMo's turns.
import { createTurnReader } from "../../src/understanding/turn-reader.ts";
import { seededRandom } from "../vectors/seeded-random.ts";
import {
  precision,
  readLabelledTurns,
  recall,
  type Score,
  scoreAttributes,
  scoreCorrections,
} from "./detectors-score.ts";
import { readLocomo } from "./locomo.ts";
import { readOptions } from "./read-options.ts";

const SAMPLE = 50;

const HELP = `Precision and recall of the two detectors of /record on hand-labelled turns, and what they find in LoCoMo.

  bun run bench:detectors -- [options]

  --locomo FILE        count what fires on the turns of LoCoMo too, where next to nothing should
  --sample             print a seeded sample of ${SAMPLE} of what fired there
  --show-seen-misses   print what was missed or wrong in the seen part

The turns are in test/understanding/detector-turns. The unseen third was written before any pattern and is kept apart: its misses
are never printed, and no pattern may be fitted to it. Positives, fired and right count turns for corrections, and stated
attributes for attributes, where the value must be right too.

FILE is data/locomo10.json of https://github.com/snap-research/locomo (CC BY-NC 4.0): for evaluation alone, nothing of it
is in this project.`;

const values = readOptions(HELP, {
  locomo: { type: "string" },
  sample: { type: "boolean", default: false },
  "show-seen-misses": { type: "boolean", default: false },
});

const reader = createTurnReader();
console.log("detector    part    turns  positives  fired  right  precision  recall");
for (const detector of ["correction", "attributes"] as const) {
  const score = detector === "correction" ? scoreCorrections : scoreAttributes;
  for (const part of ["seen", "unseen"] as const) {
    const result = score(reader, await readLabelledTurns(detector, part));
    console.log(`${detector.padEnd(12)}${part.padEnd(8)}${columns(result)}`);
    if (part === "seen" && values["show-seen-misses"]) console.log(result.misses.map((miss) => `  ${miss}`).join("\n"));
  }
}
if (values.locomo !== undefined) await reportLocomo(values.locomo);

function columns(score: Score): string {
  const cells: readonly (readonly [string, number])[] = [
    [String(score.turns), 5],
    [String(score.positives), 11],
    [String(score.fired), 7],
    [String(score.right), 7],
    [precision(score).toFixed(3), 11],
    [recall(score).toFixed(3), 8],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join("");
}

async function reportLocomo(path: string): Promise<void> {
  const turns = (await readLocomo(path)).flatMap(({ sessions }) => sessions.flatMap(({ turns }) => turns));
  const fired: { readonly cue: string; readonly line: string }[] = [];
  const startedAt = performance.now();
  for (const { speaker, text } of turns) {
    const { correction, attributes } = reader.readInput(text);
    if (correction !== null) fired.push({ cue: `correction ${correction}`, line: `${speaker}: ${text}` });
    for (const { attribute, value, cue } of attributes) {
      fired.push({ cue: `${attribute} ${cue}`, line: `${speaker}: ${text} -> ${value}` });
    }
  }
  const tookMs = performance.now() - startedAt;
  console.log(
    `\nLoCoMo: ${turns.length} turns, ${fired.length} fired, ${((tookMs * 1000) / turns.length).toFixed(0)} µs a turn`,
  );
  const counts = new Map<string, number>();
  for (const { cue } of fired) counts.set(cue, (counts.get(cue) ?? 0) + 1);
  for (const [cue, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(5)}  ${cue}`);
  if (!values.sample) return;
  const random = seededRandom(1);
  const drawn = fired.map((one) => ({ one, key: random.next() })).sort((a, b) => a.key - b.key);
  for (const { one } of drawn.slice(0, SAMPLE)) console.log(`[${one.cue}] ${one.line}`);
}
