// What the command learn does: a pass over one brain, here or by a server that runs.
import { assembleService, openMath } from "../app/assemble.ts";
import { checkSettings } from "../app/check-settings.ts";
import type { Clock, RandomSource } from "../base/chance.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import type { LearnContext } from "../cli/learn.ts";
import { limitsOf, memoryBytesOf } from "../config/read-limits.ts";
import { readPlans } from "../config/read-plans.ts";
import type { Settings } from "../config/settings.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import { openEmbedder } from "../embedding/open-embedder.ts";
import type { Store } from "../storage/sqlite/open-store.ts";
import { askServer } from "./ask-server.ts";
import { lockStoppedData } from "./lock-stopped-data.ts";

export interface LearnParts {
  readonly settingsOf: (options: DataOptions & ModelOptions) => Settings;
  readonly openStore: (options: DataOptions) => Promise<Store>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly embeddingWorker: string | URL;
}

export function createLearnCommands(parts: LearnParts): Pick<LearnContext, "learnHere" | "askToLearn"> {
  return {
    learnHere: (options, key) => learnHere(parts, options, key),
    async askToLearn(server, key) {
      const { ok, learned } = (await askServer(server, {
        path: "/sync",
        headers: {
          ...(key.user === null ? {} : { "X-Memory-User": key.user }),
          ...(key.core === DEFAULT_CORE ? {} : { "X-Memory-Core": key.core }),
        },
      })) as { ok: boolean; learned: number };
      return { ok, learned };
    },
  };
}

async function learnHere(parts: LearnParts, options: DataOptions & ModelOptions, key: BrainKey) {
  const settings = parts.settingsOf(options);
  const { endpoint } = checkSettings(settings);
  const store = await parts.openStore(options);
  const closers: (() => Promise<void> | void)[] = [() => store.close()];
  try {
    const lock = lockStoppedData(settings.data_dir, "ask it to learn");
    closers.push(() => lock.release());
    const math = await openMath(null);
    const embedder = await openEmbedder(settings.model_dir, {
      workerUrl: parts.embeddingWorker,
      workers: settings.embedding_workers,
      queueMax: settings.embedding_queue_max,
      onEvent: () => {},
    });
    closers.push(() => embedder.close());
    let failure: unknown = null;
    const service = await assembleService({
      store,
      embedder,
      clock: parts.clock,
      random: parts.random,
      limits: limitsOf(settings),
      plans: readPlans(settings),
      memoryBytes: memoryBytesOf(settings),
      math,
      endpoint,
      stopping: new AbortController().signal,
      onBacklogFailure: (error) => {
        failure ??= error;
      },
    });
    closers.push(() => service.vectors.close());
    closers.push(() => service.backlog.close());
    closers.push(() => service.reembedding.close());
    // As a service would: what waits for its embedding is learned from too.
    const brain = await store.brains.find(key);
    if (brain !== null) await service.backlog.settle(brain.id);
    if (failure !== null) throw failure;
    const { status, lessonsCreated } = await service.learner.sync(key);
    return { ok: status !== "failed", learned: lessonsCreated };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
