// What the command recall does: asks a brain of the data as the service would, beside it or without it.
import { assembleRecall, openMath } from "../app/assemble.ts";
import { createClosers } from "../app/closers.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import type { RecallContext, Recalled, RecallQuestion } from "../cli/recall.ts";
import { accountDefaultsOf, memoryBytesOf } from "../config/read-limits.ts";
import { retrievalModeOf } from "../domain/account-settings.ts";
import { recallMemory } from "../turns/recall-memory.ts";
import { type CommandParts, openEmbedderOf } from "./command-parts.ts";

/** More packets than this that wait are not counted. */
const WAITING_MAX = 1_000;

export function createRecallCommand(parts: CommandParts): Pick<RecallContext, "recall"> {
  return { recall: (options, question) => recall(parts, options, question) };
}

async function recall(
  parts: CommandParts,
  options: DataOptions & ModelOptions,
  question: RecallQuestion,
): Promise<Recalled> {
  const settings = parts.settingsOf(options);
  const store = await parts.openStore(options);
  const closers = createClosers();
  closers.add(() => store.close());
  try {
    const chosen = await store.accounts.settings(question.brain.account);
    const mode = question.mode ?? retrievalModeOf(chosen, accountDefaultsOf(settings));
    const brain = await store.brains.find(question.brain);
    if (brain === null) return { mode, waiting: 0, sources: [] };
    const math = await openMath(null);
    const embedder = await openEmbedderOf({ ...settings, embedding_workers: 1, embedding_queue_max: 1 }, parts);
    closers.add(() => embedder.close());
    await store.model.readAs(embedder.model);
    const memoryBytes = memoryBytesOf(settings);
    const deps = assembleRecall({ store, embedder, inputs: embedder.inputs, clock: parts.clock, memoryBytes, math });
    const pending = (await store.packets.pending(brain.id, WAITING_MAX)).length;
    const waiting = pending + (await store.stale.countPackets(brain.id, WAITING_MAX));
    const { sources } = await recallMemory(deps, { ...question, mode, explain: true });
    return { mode, waiting, sources };
  } finally {
    await closers.closeAll();
  }
}
