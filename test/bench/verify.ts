// bun run bench:verify: which answers /verify refuses, right ones and wrong ones, over small brains of natural talk.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partsIn } from "./parts-in.ts";
import { momentAfter, type PlayedTurn, playTurns } from "./play-turns.ts";
import { readOptions } from "./read-options.ts";
import { withExecutable } from "./start-executable.ts";

const DIR = join(import.meta.dir, "verify");
const PARTS = partsIn(DIR);
const HELP = `Plays small brains through the interface and asks /verify for answers that are labelled right or wrong.

  bun run build
  bun run bench:verify -- [options]

  --executable FILE    what is measured (dist/memoryd)
  --part PART          ${PARTS.join(", ")} (all)
  --limit N            the first N brains of each part
  --show               print what was judged wrongly, of the parts that may be looked at

The brains are in test/bench/verify, each part by other hands that never saw the service. In the chats facts end, mostly told
as news; "links" of a turn says which earlier ones it ends, corrects, ends in part or repeats. The misses of the unseen parts are
never printed.`;

const values = readOptions(HELP, {
  executable: { type: "string", default: "dist/memoryd" },
  part: { type: "string" },
  limit: { type: "string", default: "1000" },
  show: { type: "boolean", default: false },
});

interface Case {
  readonly input: string;
  readonly answer: string;
  readonly right: boolean;
  readonly kind: string;
}

interface Brain {
  readonly id: string;
  readonly turns: readonly PlayedTurn[];
  readonly cases: readonly Case[];
}

const dataDir = mkdtempSync(join(tmpdir(), "memoryd-verify-"));
console.log("part          answers  kind                      count  refused");
await withExecutable({ executable: values.executable, dataDir, modelDir: null }, async (client) => {
  for (const part of PARTS.filter((each) => values.part === undefined || values.part === each)) {
    const brains: Brain[] = JSON.parse(readFileSync(join(DIR, `${part}.json`), "utf8"));
    const judged: (Case & { readonly brain: string; readonly ok: boolean; readonly reason: string })[] = [];
    for (const { id, turns, cases } of brains.slice(0, Number(values.limit))) {
      // Two hands may have named a brain alike.
      const user = `${part}-${id}`;
      await playTurns(client, user, turns);
      for (const each of cases) {
        const turn = await client.prepare(user, { input: each.input, occurred_at: momentAfter(turns) });
        const { ok, reason } = await client.verify(user, { answer: each.answer, turn_token: turn.turnToken });
        judged.push({ ...each, brain: id, ok, reason });
      }
    }
    for (const right of [true, false]) {
      const some = judged.filter((each) => each.right === right);
      for (const kind of ["all", ...new Set(some.map((each) => each.kind))]) {
        const ofKind = some.filter((each) => kind === "all" || each.kind === kind);
        const refused = ofKind.filter(({ ok }) => !ok).length;
        const cells = [part.padEnd(14), (right ? "right" : "wrong").padEnd(9), kind.padEnd(24)];
        console.log(`${cells.join("")}${String(ofKind.length).padStart(7)}${String(refused).padStart(9)}`);
      }
    }
    if (!values.show || part.startsWith("unseen")) continue;
    for (const { brain, right, kind, answer, reason } of judged.filter((each) => each.ok !== each.right)) {
      console.log(`  ${right ? "refused" : "passed"}, ${brain}, ${kind}: ${answer.slice(0, 160)} ${reason}`);
    }
  }
});
rmSync(dataDir, { recursive: true, force: true });
