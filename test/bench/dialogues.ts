// bun run bench:dialogues: how much of what answers a question the executable brings back, on this project's dialogues.
import { briefLines } from "./briefs-report.ts";
import { DIALOGUES_FOLDER, dialogueNames, readDialogues } from "./dialogue-sets.ts";
import { dialogueLines } from "./dialogues-report.ts";
import { describeMachine } from "./machine.ts";
import { type BriefFigures, measureBriefs } from "./measure-briefs.ts";
import { type DialogueFigures, measureDialogues } from "./measure-dialogues.ts";
import { SOURCES_MAX } from "./measure-recall.ts";
import { withMemoryFolder } from "./memory-folder.ts";
import { readOptions, refuseOptions } from "./read-options.ts";
import { withExecutable } from "./start-executable.ts";

const HELP = `Recall of the executable on the dialogues of this project (test/bench/dialogues).

  bun run build
  bun run bench:dialogues -- [options]

  --executable FILE          what is measured (dist/memoryd)
  --model-dir DIR            with the embedding model of this folder
  --sets NAMES               these sets alone, with commas between them
  --folder DIR               where the sets lie (test/bench/dialogues)
  --json FILE                write the figures to FILE too

All conversations of a set are recorded into one brain of a fresh memory, in time order, each session under a name of its
own. Then every question is asked by /prepare in each mode of retrieval, as if at the time of its conversation's last
turn, and shown at most ${SOURCES_MAX} turns. Recall at 1, 3 and 5 is the share of a question's evidence among the first so many;
MRR is the mean of 1 / place of the best evidence, 0 where none was shown. Sets in other languages are asked in their own
language and in English. Where a later turn changes a fact, the newer one should stand before the older: pairs are nearly
identical where the inputs share at least half of the words of the one with more of them, what holds a digit left out.

Where a set tells the words of the answers, its questions are asked once more with 8 sources and the default budget: how
many sources the brief has, and the share of these words in it, beside their share in as many sources whole.`;

const values = readOptions(HELP, {
  executable: { type: "string", default: "dist/memoryd" },
  "model-dir": { type: "string" },
  sets: { type: "string" },
  folder: { type: "string", default: DIALOGUES_FOLDER },
  json: { type: "string" },
});
const { executable, folder } = values;
const known = dialogueNames(folder);
const names = values.sets?.split(",") ?? known;
if (names.length === 0 || names.some((name) => !known.includes(name))) {
  refuseOptions(`${HELP}\n\nSets: ${known.join(", ")}`);
}

const sets = await Promise.all(names.map((name) => readDialogues(folder, name)));
const { figures, briefs } = await withMemoryFolder(null, (dataDir) =>
  withExecutable({ executable, dataDir, modelDir: values["model-dir"] ?? null }, async (client) => {
    const figures: DialogueFigures[] = [];
    const briefs: BriefFigures[] = [];
    for (const set of sets) {
      // A user of its own is a brain of its own.
      figures.push(await measureDialogues(client, set));
      const brief = await measureBriefs(client, set);
      if (brief !== null) briefs.push(brief);
      console.error(`${set.name}: ${figures.at(-1)!.turns} turns recorded, all questions asked`);
    }
    return { figures, briefs };
  }),
);
const machine = describeMachine(executable);
console.log([...dialogueLines(machine, figures), ...briefLines(briefs)].join("\n"));
if (values.json !== undefined) {
  await Bun.write(values.json, `${JSON.stringify({ machine, sets: figures, briefs }, null, 2)}\n`);
}
