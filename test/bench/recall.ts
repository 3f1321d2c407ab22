// bun run bench:recall -- --data FILE.json: how much of what answers LoCoMo's questions the executable brings back.
import { parseArgs } from "node:util";
import { RESAMPLES } from "./evidence-recall.ts";
import { readLocomo } from "./locomo.ts";
import { measureRecall, SOURCES_MAX } from "./measure-recall.ts";
import { reportLines } from "./recall-report.ts";

const HELP = `Evidence recall of the executable on LoCoMo: of the turns that answer a question, the share that is shown for it.

  bun run build
  bun run bench:recall -- --data FILE.json [options]

  --data FILE                LoCoMo's file
  --executable FILE          what is measured (dist/memoryd)
  --no-prefix                record the text alone, without date and speaker before it
  --limit-conversations N    the first N conversations only
  --json FILE                write the figures to FILE too

FILE.json is data/locomo10.json of https://github.com/snap-research/locomo (CC BY-NC 4.0): ten long conversations of two
people, and questions with the turns that answer them. It is for evaluation alone: nothing of it is in this project, and
nothing that is shipped was trained on it.

Each conversation is an end user of a fresh memory. Its turns are recorded two by two, the first as the input and the
second as the answer; then each question is asked by /prepare, which shows at most ${SOURCES_MAX} packets, ten turns. A question
counts by the share of its evidence among them; evidence that names no turn is dropped, and so is a question left with
none. Requests go one at a time. The interval is the bootstrap's over conversations (${RESAMPLES} resamples, seeded).`;

const { values } = parseArgs({
  args: Bun.argv.slice(2).filter((arg, at) => at > 0 || arg !== "--"),
  options: {
    data: { type: "string" },
    executable: { type: "string", default: "dist/memoryd" },
    "no-prefix": { type: "boolean", default: false },
    "limit-conversations": { type: "string", default: "Infinity" },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const conversationsMax = Number(values["limit-conversations"]);
if (values.help || values.data === undefined || !(conversationsMax >= 1)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 2);
}

const report = await measureRecall({
  executable: values.executable,
  conversations: (await readLocomo(values.data)).slice(0, conversationsMax),
  prefix: !values["no-prefix"],
  onProgress: (line) => console.error(line),
});
console.log(reportLines(report).join("\n"));
if (values.json !== undefined) await Bun.write(values.json, `${JSON.stringify(report, null, 2)}\n`);
