// bun run bench:recall -- --data FILE.json: how much of what answers LoCoMo's questions the executable brings back.
import { SHIPPED_MODEL } from "./candidate-model.ts";
import { RESAMPLES } from "./evidence-recall.ts";
import { holdoutLines } from "./holdout-report.ts";
import { readLocomo } from "./locomo.ts";
import { measureHoldout } from "./measure-holdout.ts";
import { measureRecall, SOURCES_MAX } from "./measure-recall.ts";
import { readOptions, refuseOptions } from "./read-options.ts";
import { reportLines } from "./recall-report.ts";
import { RETRIEVAL_MODES } from "./rest-client.ts";

const HELP = `Evidence recall of the executable on LoCoMo: of the turns that answer a question, the share that is shown for it.

  bun run build
  bun run bench:recall -- --data FILE.json [options]

  --data FILE                LoCoMo's file
  --executable FILE          what is measured (dist/memoryd)
  --model-dir DIR            with the embedding model of this folder
  --mode MODE                cosine, hybrid, or both: every question in each of them (both)
  --no-prefix                record the text alone, without date and speaker before it
  --both-prefixes            measure with date and speaker, then without
  --holdout                  choose settings on one half of the conversations and tell of the other (see below)
  --candidates NAMES         with --holdout: these alone beside what is shipped, with commas between them
  --limit-conversations N    the first N conversations only
  --memory DIR               keep what was recorded below DIR, or ask what an earlier run has kept there
  --json FILE                write the figures to FILE too

FILE.json is data/locomo10.json of https://github.com/snap-research/locomo (CC BY-NC 4.0): ten long conversations of two
people, and questions with the turns that answer them. It is for evaluation alone: nothing of it is in this project, and
nothing that is shipped was trained on it.

Each conversation is an end user of a fresh memory. Its turns are recorded two by two, the first as the input and the
second as the answer; then each question is asked by /prepare, which shows at most ${SOURCES_MAX} packets, ten turns, as if at the
time of the last turn. A question counts by the share of its evidence among them; evidence that names no turn is dropped,
and so is a question left with none. Requests go one at a time, each mode's in a process of its own.
Intervals are the bootstrap's over conversations (${RESAMPLES} resamples, seeded), that of the difference over pairs.

--holdout changes the weights of model.json one at a time (recall-candidates.ts), takes for each half of the conversations
what recalls the most on it, and tells what that recalls on the other half, beside what is shipped and cosine. The same
runs tell what each part of the ranking is worth. The settings changed are those of --model-dir (${SHIPPED_MODEL}).`;

const values = readOptions(HELP, {
  data: { type: "string" },
  executable: { type: "string", default: "dist/memoryd" },
  "model-dir": { type: "string" },
  mode: { type: "string", default: "both" },
  "no-prefix": { type: "boolean", default: false },
  "both-prefixes": { type: "boolean", default: false },
  holdout: { type: "boolean", default: false },
  candidates: { type: "string" },
  "limit-conversations": { type: "string", default: "Infinity" },
  memory: { type: "string" },
  json: { type: "string" },
});
const conversationsMax = Number(values["limit-conversations"]);
const modes = RETRIEVAL_MODES.filter((mode) => values.mode === "both" || values.mode === mode);
if (values.data === undefined || !(conversationsMax >= 1) || modes.length === 0) refuseOptions(HELP);

const conversations = (await readLocomo(values.data)).slice(0, conversationsMax);
const reports = [];
for (const prefix of values["both-prefixes"] ? [true, false] : [!values["no-prefix"]]) {
  const modelDir = values["model-dir"] ?? null;
  const input = {
    executable: values.executable,
    conversations,
    prefix,
    memoryDir: values.memory ?? null,
    onProgress: (line: string) => console.error(line),
  };
  if (reports.length > 0) console.log("");
  if (values.holdout) {
    const report = await measureHoldout({
      ...input,
      modelDir: modelDir ?? SHIPPED_MODEL,
      candidates: values.candidates?.split(",") ?? null,
    });
    console.log(holdoutLines(report).join("\n"));
    reports.push(report);
  } else {
    const report = await measureRecall({ ...input, modelDir, modes });
    console.log(reportLines(report).join("\n"));
    reports.push(report);
  }
}
if (values.json !== undefined) await Bun.write(values.json, `${JSON.stringify(reports, null, 2)}\n`);
