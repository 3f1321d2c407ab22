// The whole measurement: a memory, every conversation played to it, every question asked in each mode of retrieval.
import { summarizeByCategory, summarizeRecall } from "./evidence-recall.ts";
import type { Conversation } from "./locomo.ts";
import { describeMachine } from "./machine.ts";
import { folderOfPrefix, withMemoryFolder } from "./memory-folder.ts";
import { latenciesOf } from "./percentiles.ts";
import {
  type AnsweredQuestion,
  askQuestions,
  type IngestTimes,
  type PlayedConversation,
  playConversations,
} from "./play-conversations.ts";
import type { ModeFigures, RecallReport } from "./recall-report.ts";
import type { RestClient, RetrievalMode } from "./rest-client.ts";
import { directoryBytes, withExecutable } from "./start-executable.ts";

/** Five packets of two turns: comparable to recall at ten turns. */
export const SOURCES_MAX = 5;
/** The most that the API takes, so that the budget of a brief leaves every source in and whole. */
export const MEMORY_TOKENS = 200_000;

export interface MeasureInput {
  readonly executable: string;
  /** null: the model inside. */
  readonly modelDir: string | null;
  readonly conversations: readonly Conversation[];
  /** Date and speaker before each text. */
  readonly prefix: boolean;
  /** Where memories stay for the next run; null: nowhere. */
  readonly memoryDir: string | null;
  readonly onProgress: (line: string) => void;
}

export interface MeasureRecallInput extends MeasureInput {
  readonly modes: readonly RetrievalMode[];
}

export async function measureRecall(input: MeasureRecallInput): Promise<RecallReport> {
  const { executable, modelDir, conversations, prefix, modes, onProgress } = input;
  return withMemoryFolder(folderOfPrefix(input.memoryDir, prefix), async (dataDir) => {
    const times: IngestTimes = { prepareMs: [], recordMs: [] };
    const peaks: (number | null)[] = [];
    const inProcess = <T>(use: (client: RestClient) => Promise<T>) =>
      withExecutable({ executable, dataDir, modelDir }, async (client, running) => {
        const result = await use(client);
        peaks.push(await running.peakRssBytes());
        return result;
      });
    // Everything is recorded before the first question is asked.
    const played = await inProcess(async (client) => {
      await client.changeSettings({ sources_max: SOURCES_MAX, memory_tokens: MEMORY_TOKENS, retrieval_mode: "cosine" });
      return playConversations(client, conversations, { prefix, times, onProgress });
    });
    const answers: ModeAnswers[] = [];
    // Each mode in a process of its own: what one remembers of a question must not make the next one faster.
    for (const mode of modes) answers.push(await inProcess((client) => askInMode(client, played, mode, onProgress)));
    const packets = played.flatMap((each) => each.packets);
    return {
      machine: describeMachine(executable),
      conversations: conversations.length,
      prefix,
      sourcesMax: SOURCES_MAX,
      packets: packets.length,
      turns: sumOf(packets.map(({ turns }) => turns.length)),
      questionsDropped: sumOf(conversations.map(({ questionsDropped }) => questionsDropped)),
      modes: answers.map(figuresOf),
      latencies: {
        prepare: latenciesOf(times.prepareMs),
        record: latenciesOf(times.recordMs),
        ingest: latenciesOf(times.prepareMs.map((prepareMs, at) => prepareMs + times.recordMs[at]!)),
      },
      peakRssBytes: peaks.reduce((most, peak) => (most === null || peak === null ? null : Math.max(most, peak)), 0),
      dataDirectoryBytes: await directoryBytes(dataDir),
    };
  });
}

interface ModeAnswers {
  readonly mode: RetrievalMode;
  /** By conversation. */
  readonly scored: AnsweredQuestion[][];
  readonly questionMs: number[];
}

async function askInMode(
  client: RestClient,
  played: readonly PlayedConversation[],
  mode: RetrievalMode,
  onProgress: (line: string) => void,
): Promise<ModeAnswers> {
  await client.changeSettings({ retrieval_mode: mode });
  const answers: ModeAnswers = { mode, scored: [], questionMs: [] };
  for (const each of played) {
    const { id, questions } = each.conversation;
    const { questionMs } = answers;
    answers.scored.push(await askQuestions(client, each, { sourcesMax: SOURCES_MAX, questionMs }));
    onProgress(`${id}: ${questions.length} questions asked, ${mode}`);
  }
  return answers;
}

function figuresOf({ mode, scored, questionMs }: ModeAnswers): ModeFigures {
  const all = scored.flat();
  return {
    mode,
    sourcesMean: sumOf(all.map(({ sources }) => sources)) / all.length,
    recall: summarizeRecall(scored),
    recallByCategory: summarizeByCategory(scored),
    question: latenciesOf(questionMs),
    scored,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
