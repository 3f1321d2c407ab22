// bun run bench:floors -- --data FILE.json: how often memory that has nothing to do with a question gets in.
import { SHIPPED_MODEL } from "./candidate-model.ts";
import { figuresOf, floorLines } from "./floors-report.ts";
import { readLocomo } from "./locomo.ts";
import { FOREIGN_STEP, measureFloors } from "./measure-floors.ts";
import { SOURCES_MAX } from "./measure-recall.ts";
import { readOptions, refuseOptions } from "./read-options.ts";

const HELP = `What the executable's floors let in and keep out, on LoCoMo: nothing relevant is an answer, too.

  bun run build
  bun run bench:floors -- --data FILE.json [options]

  --data FILE                LoCoMo's file, see bench:recall -- --help
  --executable FILE          what is measured (dist/memoryd)
  --model-dir DIR            the model folder whose settings are changed (${SHIPPED_MODEL})
  --no-prefix                record the text alone, without date and speaker before it
  --both-prefixes            measure with date and speaker, then without
  --limit-conversations N    the first N conversations only
  --memory DIR               keep what was recorded below DIR, or ask what an earlier run has kept there
  --json FILE                write the figures to FILE too

Each conversation is a user. Its brain is asked its own questions, and every third one of the conversation ${FOREIGN_STEP} further on
(the first follows the last), by /recall with a limit that no brain reaches. Whatever enters for a foreign question has no
business there:

  foreign: any, similarity, words alone
              share of the foreign questions with any source, with one that similarity let in, with none but by words
  entered, shown
              packets that enter for a foreign question on average, and how many of them a brief of ${SOURCES_MAX} shows
  own: lost, none found
              share of the packets with evidence that do not enter, and of the own questions of which none does

The rows come from what /recall explains: the similarity of every packet, and what words alone let in. The last rows are
the executable's own with the shipped settings; exit code 1 where they are not as worked out.`;

const values = readOptions(HELP, {
  data: { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
  "model-dir": { type: "string", default: SHIPPED_MODEL },
  "no-prefix": { type: "boolean", default: false },
  "both-prefixes": { type: "boolean", default: false },
  "limit-conversations": { type: "string", default: "Infinity" },
  memory: { type: "string" },
  json: { type: "string" },
});
const conversationsMax = Number(values["limit-conversations"]);
if (values.data === undefined || !(conversationsMax >= 1)) refuseOptions(HELP);

const conversations = (await readLocomo(values.data)).slice(0, conversationsMax);
if (FOREIGN_STEP % conversations.length === 0) {
  throw new Error(`Of ${conversations.length} conversations, the one ${FOREIGN_STEP} further on is the same.`);
}
const reports = [];
for (const prefix of values["both-prefixes"] ? [true, false] : [!values["no-prefix"]]) {
  const report = await measureFloors({
    executable: values.executable,
    modelDir: values["model-dir"],
    conversations,
    prefix,
    memoryDir: values.memory ?? null,
    onProgress: (line) => console.error(line),
  });
  if (reports.length > 0) console.log("");
  console.log(floorLines(report).join("\n"));
  reports.push(report);
}
if (values.json !== undefined) {
  const figures = reports.map(({ machine, prefix, shipped, questions, rows, verified }) => ({
    machine,
    prefix,
    shipped,
    rows: rows.map(({ floor, entry, entered }) => ({ floor, entry, ...figuresOf(questions, entered) })),
    verified: verified.map(({ mode, entered, different }) => ({ mode, different, ...figuresOf(questions, entered) })),
  }));
  await Bun.write(values.json, `${JSON.stringify(figures, null, 2)}\n`);
}
if (reports.some(({ verified }) => verified.some(({ different }) => different > 0))) process.exit(1);
