// What comes of the runs of bench:recall -- --holdout: the choice on each half, and what each part of the ranking is worth.
import { summarizeByCategory } from "./evidence-recall.ts";
import type { HoldoutReport, HoldoutRun, Scored } from "./measure-holdout.ts";
import { categoryName, gainText } from "./recall-report.ts";

/** The conversations in first, third, … place, and the others. */
const HALVES = [
  { name: "odd conversations", remainder: 0 },
  { name: "even conversations", remainder: 1 },
] as const;

export interface HeldOut {
  readonly chosenOn: string;
  readonly run: HoldoutRun;
  readonly recallThere: number;
  /** Place of the half in HALVES that was not looked at. */
  readonly remainder: number;
}

/** For each half the run that recalls the most on it, the earlier one of equals. */
export function chooseOnHalves(runs: readonly HoldoutRun[]): HeldOut[] {
  return HALVES.map(({ name, remainder }) => {
    const scores = runs.map((run) => ({ run, recall: recallOf(halfOf(run.scored, remainder)) }));
    const best = scores.reduce((most, each) => (each.recall > most.recall ? each : most));
    return { chosenOn: name, run: best.run, recallThere: best.recall, remainder: 1 - remainder };
  });
}

/** Each conversation as the run that was chosen without it has it. */
export function heldOutOf(choices: readonly HeldOut[]): Scored {
  const [first] = choices;
  return first!.run.scored.map((_, at) => choices.find(({ remainder }) => at % 2 === remainder)!.run.scored[at]!);
}

export function holdoutLines(report: HoldoutReport): string[] {
  const { prefix, shipped, runs, cosine } = report;
  const texts = prefix ? "date and speaker before each text" : "text alone";
  const [first] = runs;
  const choices = chooseOnHalves(runs);
  const heldOut = heldOutOf(choices);
  return [
    `Machine     ${report.machine}`,
    `Shipped     ${Object.entries(shipped)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}`,
    "",
    `Holdout, ${texts}`,
    "chosen on            chosen                    there    on the other half: chosen  shipped   cosine",
    ...choices.map(({ chosenOn, run, recallThere, remainder }) => {
      const others = [run.scored, first!.scored, cosine].map((scored) => recallOf(halfOf(scored, remainder)));
      const [chosen, ...rest] = others.map((recall) => recall.toFixed(3));
      const left = `${chosenOn.padEnd(21)}${run.name.padEnd(26)}${recallThere.toFixed(3)}`;
      return `${left}${chosen!.padStart(29)}${rest.map((text) => text.padStart(9)).join("")}`;
    }),
    `${"both other halves".padEnd(52)}${recallOf(heldOut).toFixed(3).padStart(29)}${[first!.scored, cosine]
      .map((scored) => recallOf(scored).toFixed(3).padStart(9))
      .join("")}`,
    `chosen - shipped   ${gainText(first!.scored, heldOut)}`,
    `chosen - cosine    ${gainText(cosine, heldOut)}`,
    `shipped - cosine   ${gainText(cosine, first!.scored)}`,
    "",
    `Candidates, ${texts}`,
    "                             odd     even      all   difference from shipped",
    ...[...runs, { name: "cosine", scored: cosine }].map(({ name, scored }) => {
      const recalls = [...HALVES.map(({ remainder }) => halfOf(scored, remainder)), scored].map(recallOf);
      const figures = recalls.map((recall) => recall.toFixed(3).padStart(9)).join("");
      return `${name.padEnd(23)}${figures}${scored === first!.scored ? "" : `   ${gainText(first!.scored, scored)}`}`;
    }),
    "",
    ...partLines(report, texts),
  ];
}

/** Recall by category without one part at a time. */
function partLines({ runs, cosine }: HoldoutReport, texts: string): string[] {
  const [first] = runs;
  const parts = [
    { name: "all of it", scored: first!.scored },
    ...runs.flatMap(({ without, scored }) => (without === null ? [] : [{ name: without, scored }])),
    { name: "cosine", scored: cosine },
  ];
  const categories = summarizeByCategory(first!.scored).map(({ category }) => categoryName(category));
  return [
    `What each part is worth, ${texts}`,
    `${" ".repeat(29)}${[...categories, "all"].map((name) => name.padStart(15)).join("")}   difference from all of it`,
    ...parts.map(({ name, scored }) => {
      const recalls = [...summarizeByCategory(scored).map(({ summary }) => summary.recall), recallOf(scored)];
      const figures = recalls.map((recall) => recall.toFixed(3).padStart(15)).join("");
      return `${name.padEnd(29)}${figures}${scored === first!.scored ? "" : `   ${gainText(first!.scored, scored)}`}`;
    }),
  ];
}

function halfOf(scored: Scored, remainder: number): Scored {
  return scored.filter((_, at) => at % 2 === remainder);
}

function recallOf(scored: Scored): number {
  const all = scored.flat();
  return all.reduce((sum, { recall }) => sum + recall, 0) / all.length;
}
