// What the command learn does: a pass over one brain, here or by a server that runs.
import { assembleRecall, assembleService, createClusterer, openMath } from "../app/assemble.ts";
import { checkSettings } from "../app/check-settings.ts";
import { createClosers } from "../app/closers.ts";
import type { DataOptions, ModelOptions } from "../cli/context.ts";
import type { LearnContext } from "../cli/learn.ts";
import { limitsOf, memoryBytesOf, readPlans } from "../config/read-limits.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import { createExtractiveDistiller } from "../learning/distil-extractive.ts";
import { type PassPreview, previewPass } from "../learning/preview-pass.ts";
import { readInPlace } from "../reading/read-in-place.ts";
import { askServer } from "./ask-server.ts";
import { type CommandParts, lockStoppedData, openEmbedderOf } from "./command-parts.ts";

type LearnCommands = Pick<LearnContext, "previewLearning" | "learnHere" | "askToLearn">;

export function createLearnCommands(parts: CommandParts): LearnCommands {
  return {
    previewLearning: (options, key) => previewLearning(parts, options, key),
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

async function previewLearning(
  parts: CommandParts,
  options: DataOptions & ModelOptions,
  key: BrainKey,
): Promise<PassPreview> {
  const settings = parts.settingsOf(options);
  const store = await parts.openStore(options);
  const closers = createClosers();
  closers.add(() => store.close());
  try {
    const embedder = await openEmbedderOf({ ...settings, embedding_workers: 1 }, parts);
    closers.add(() => embedder.close());
    await store.model.readAs(embedder.model);
    const brain = await store.brains.find(key);
    if (brain === null) return { packetsScanned: 0, packetsStale: 0, clusters: [] };
    const math = await openMath(null);
    const { clock } = parts;
    const reading = readInPlace();
    const { vectors } = assembleRecall({ store, embedder, clock, memoryBytes: memoryBytesOf(settings), math });
    const deps = {
      ...store,
      ...{ embedder, clock, reading, vectors },
      ...{ intents: embedder.intents, classifier: embedder.classifier },
      clusterer: createClusterer(math.kernels, embedder.model.cosineBaseline),
      distiller: createExtractiveDistiller(reading),
    };
    return await previewPass(deps, brain);
  } finally {
    await closers.closeAll();
  }
}

async function learnHere(parts: CommandParts, options: DataOptions & ModelOptions, key: BrainKey) {
  const settings = parts.settingsOf(options);
  const { endpoint } = await checkSettings(settings);
  const store = await parts.openStore(options);
  const closers = createClosers();
  closers.add(() => store.close());
  try {
    const lock = lockStoppedData(store.files, "ask it to learn");
    closers.add(() => lock.release());
    const math = await openMath(null);
    const embedder = await openEmbedderOf(settings, parts);
    closers.add(() => embedder.close());
    let failure: unknown = null;
    const service = await assembleService({
      store,
      embedder,
      ...{ intents: embedder.intents, classifier: embedder.classifier },
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
    closers.add(() => service.vectors.close());
    closers.add(() => service.backlog.close());
    closers.add(() => service.reembedding.close());
    // As a service would: what waits for its embedding is learned from too.
    const brain = await store.brains.find(key);
    if (brain !== null) await service.backlog.settle(brain.id);
    if (failure !== null) throw failure;
    const { status, lessonsCreated } = await service.learner.sync(key);
    return { ok: status !== "failed", learned: lessonsCreated };
  } finally {
    await closers.closeAll();
  }
}
