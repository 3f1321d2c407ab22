// Settings chosen on one half of the conversations and told of the other: what was not looked at when they were chosen.
import { type RankingSettings, readRankingSettings, withCandidateModel } from "./candidate-model.ts";
import { type ScoredQuestion, summarizeRecall } from "./evidence-recall.ts";
import { describeMachine } from "./machine.ts";
import { MEMORY_TOKENS, type MeasureInput, SOURCES_MAX } from "./measure-recall.ts";
import { folderOfPrefix, withMemoryFolder } from "./memory-folder.ts";
import { askQuestions, type PlayedConversation, playConversations } from "./play-conversations.ts";
import { recallCandidates } from "./recall-candidates.ts";
import type { RestClient, RetrievalMode } from "./rest-client.ts";
import { withExecutable } from "./start-executable.ts";

/** Questions of one run, by conversation. */
export type Scored = readonly (readonly ScoredQuestion[])[];

export interface HoldoutRun {
  readonly name: string;
  readonly without: string | null;
  readonly scored: Scored;
}

export interface HoldoutReport {
  readonly machine: string;
  readonly prefix: boolean;
  readonly shipped: RankingSettings;
  readonly cosine: Scored;
  /** What is shipped first. */
  readonly runs: readonly HoldoutRun[];
}

export interface MeasureHoldoutInput extends MeasureInput {
  /** The model folder whose settings are changed; that of the executable, or one of the same model. */
  readonly modelDir: string;
  /** Names of the candidates to run beside what is shipped; null: all. */
  readonly candidates: readonly string[] | null;
}

export async function measureHoldout(input: MeasureHoldoutInput): Promise<HoldoutReport> {
  const { executable, modelDir, conversations, prefix, onProgress } = input;
  const shipped = await readRankingSettings(modelDir);
  return withMemoryFolder(folderOfPrefix(input.memoryDir, prefix), async (dataDir) => {
    const { played, cosine } = await withExecutable({ executable, dataDir, modelDir }, async (client) => {
      await client.changeSettings({ sources_max: SOURCES_MAX, memory_tokens: MEMORY_TOKENS, retrieval_mode: "cosine" });
      const times = { prepareMs: [], recordMs: [] };
      const played = await playConversations(client, conversations, { prefix, times, onProgress });
      return { played, cosine: await askAll(client, played, "cosine") };
    });
    const runs: HoldoutRun[] = [];
    const [first, ...others] = recallCandidates(shipped);
    const wanted = others.filter(({ name }) => input.candidates?.includes(name) ?? true);
    for (const { name, without, change } of [first!, ...wanted]) {
      const scored = await withCandidateModel(modelDir, change, (folder) =>
        withExecutable({ executable, dataDir, modelDir: folder }, (client) => askAll(client, played, "hybrid")),
      );
      onProgress(`${name}: ${summarizeRecall(scored).recall.toFixed(3)}`);
      runs.push({ name, without, scored });
    }
    return { machine: describeMachine(executable), prefix, shipped, cosine, runs };
  });
}

async function askAll(client: RestClient, played: readonly PlayedConversation[], mode: RetrievalMode): Promise<Scored> {
  await client.changeSettings({ retrieval_mode: mode });
  const scored = [];
  for (const each of played) scored.push(await askQuestions(client, each, { sourcesMax: SOURCES_MAX, questionMs: [] }));
  return scored;
}
