// The figures of bench:floors, and the lines that it prints of them.
import { type Entered, type FloorQuestion, type FloorsReport, NO_ENTRY } from "./measure-floors.ts";
import { SOURCES_MAX } from "./measure-recall.ts";

export interface FloorFigures {
  readonly foreignQuestions: number;
  /** Shares of the foreign questions: with any source, with one by similarity, with some and none by similarity. */
  readonly foreignAny: number;
  readonly foreignBySimilarity: number;
  readonly foreignByWordsAlone: number;
  /** Packets that enter for a foreign question on average, and those of them that a brief shows. */
  readonly foreignEntered: number;
  readonly foreignShown: number;
  readonly evidencePackets: number;
  /** Share of the evidence packets that do not enter. */
  readonly evidenceLost: number;
  /** Share of the brain's own questions of which no evidence enters. */
  readonly ownWithout: number;
}

export function figuresOf(questions: readonly FloorQuestion[], entered: Entered): FloorFigures {
  const all = questions.map((question, at) => ({ ...question, ways: entered[at]! }));
  const foreign = all.filter(({ isForeign }) => isForeign);
  const own = all.filter(({ isForeign }) => !isForeign);
  const isBySimilarity = ({ ways }: (typeof all)[number]) => [...ways.values()].includes("similarity");
  const lostOf = ({ evidence, ways }: (typeof all)[number]) => evidence.filter((id) => !ways.has(id)).length;
  const evidencePackets = sumOf(own, ({ evidence }) => evidence.length);
  const shareOf = (is: (question: (typeof all)[number]) => boolean) => foreign.filter(is).length / foreign.length;
  return {
    foreignQuestions: foreign.length,
    foreignAny: shareOf(({ ways }) => ways.size > 0),
    foreignBySimilarity: shareOf(isBySimilarity),
    foreignByWordsAlone: shareOf((question) => question.ways.size > 0 && !isBySimilarity(question)),
    foreignEntered: sumOf(foreign, ({ ways }) => ways.size) / foreign.length,
    foreignShown: sumOf(foreign, ({ ways }) => Math.min(SOURCES_MAX, ways.size)) / foreign.length,
    evidencePackets,
    evidenceLost: sumOf(own, lostOf) / evidencePackets,
    ownWithout: own.filter((question) => lostOf(question) === question.evidence.length).length / own.length,
  };
}

function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0);
}

export function floorLines({ machine, prefix, shipped, questions, rows, verified }: FloorsReport): string[] {
  const { foreignQuestions, evidencePackets } = figuresOf(questions, rows[0]!.entered);
  const rowOf = (name: string, entered: Entered) => {
    const figures = figuresOf(questions, entered);
    const foreign = [figures.foreignAny, figures.foreignBySimilarity, figures.foreignByWordsAlone];
    const means = [figures.foreignEntered, figures.foreignShown].map((mean) => mean.toFixed(2).padStart(9));
    const own = [figures.evidenceLost, figures.ownWithout];
    const shares = (values: readonly number[]) => values.map((share) => share.toFixed(3).padStart(12)).join("");
    return `${name.padEnd(28)}${shares(foreign)}${means.join("")}${shares(own)}`;
  };
  const isShipped = ({ floor, entry }: { floor: number; entry: number }) =>
    floor === shipped.similarity_floor && entry === shipped.lexical_entry;
  return [
    `Machine     ${machine}`,
    `Floors, ${prefix ? "date and speaker before each text" : "text alone"}`,
    `Asked       ${questions.length - foreignQuestions} questions of the brain's own conversation (${evidencePackets} evidence packets), ${foreignQuestions} of another`,
    "",
    "                            foreign: any  similarity words alone  entered    shown   own: lost  none found",
    ...rows.map((row) => {
      const words = row.entry === NO_ENTRY ? "similarity alone" : `words from ${row.entry}`;
      return rowOf(`${row.floor.toFixed(2)}, ${words}${isShipped(row) ? " *" : ""}`, row.entered);
    }),
    "",
    "Told by the executable with the settings that are shipped (*)",
    ...verified.map(({ mode, entered }) => rowOf(mode, entered)),
    ...verified.map(
      ({ mode, different }) =>
        `${mode}: ${questions.length - different} of ${questions.length} questions as worked out above`,
    ),
  ];
}
