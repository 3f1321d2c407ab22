// A learning pass in a process of its own, which kills itself at the step that it is told:
//   bun kill-child.ts sync|plan|record DATA_DIR STEP [SYNTHESIS_TOKEN]
import type { KillStep } from "./kill-steps.ts";
import { runVerb, type Verb } from "./run-verb.ts";

const [, , verb = "", dataDir = "", step = "", synthesisToken = ""] = process.argv;
const writerUrl = new URL("../../src/storage/sqlite/engine/writer-worker.ts", import.meta.url);

/** Nothing of this process runs any more once it is called at the step that was asked for. */
async function dieAt(name: KillStep): Promise<void> {
  if (name !== step) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
}

await runVerb(verb as Verb, { dataDir, writerUrl, synthesisToken, at: dieAt });
process.stdout.write(`${step} was never reached\n`);
process.exit(0);
