// The whole measurement: a fresh memory, every conversation played to it, every question asked.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { summarizeByCategory, summarizeRecall } from "./evidence-recall.ts";
import type { Conversation } from "./locomo.ts";
import { describeMachine } from "./machine.ts";
import { latenciesOf } from "./percentiles.ts";
import { askQuestions, type IngestTimes, packetsOf, playPackets } from "./play-conversations.ts";
import type { RecallReport } from "./recall-report.ts";
import { createRestClient, type RestClient } from "./rest-client.ts";
import { directoryBytes, type RunningExecutable, startExecutable } from "./start-executable.ts";

/** Five packets of two turns: comparable to recall at ten turns. */
export const SOURCES_MAX = 5;
/** The most that the API takes, so that the budget of a brief leaves every source in and whole. */
const MEMORY_TOKENS = 200_000;

export interface MeasureRecallInput {
  readonly executable: string;
  readonly conversations: readonly Conversation[];
  /** Date and speaker before each text. */
  readonly prefix: boolean;
  readonly onProgress: (line: string) => void;
}

export async function measureRecall(input: MeasureRecallInput): Promise<RecallReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "memoryd-bench-"));
  try {
    const running = await startExecutable({ executable: input.executable, dataDir });
    const played = await playAndStop(running, input);
    return {
      machine: describeMachine(input.executable),
      conversations: input.conversations.length,
      prefix: input.prefix,
      sourcesMax: SOURCES_MAX,
      ...played,
      dataDirectoryBytes: await directoryBytes(dataDir),
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function playAndStop(running: RunningExecutable, input: MeasureRecallInput) {
  try {
    const client = createRestClient(running.url, running.adminKey);
    await client.changeSettings({ sources_max: SOURCES_MAX, memory_tokens: MEMORY_TOKENS });
    const figures = await playAll(client, input);
    return { ...figures, peakRssBytes: await running.peakRssBytes() };
  } finally {
    await running.stop();
  }
}

/** Everything is recorded before the first question is asked. */
async function playAll(client: RestClient, { conversations, prefix, onProgress }: MeasureRecallInput) {
  const times: IngestTimes = { prepareMs: [], recordMs: [] };
  const played = [];
  for (const conversation of conversations) {
    const packets = await playPackets(client, conversation.id, packetsOf(conversation, prefix), times);
    onProgress(`${conversation.id}: ${packets.length} packets recorded`);
    played.push({ conversation, packets });
  }
  const questionMs: number[] = [];
  const scored = [];
  for (const { conversation, packets } of played) {
    scored.push(await askQuestions(client, conversation, packets, { sourcesMax: SOURCES_MAX, questionMs }));
    onProgress(`${conversation.id}: ${conversation.questions.length} questions asked`);
  }
  const packets = played.flatMap((each) => each.packets);
  return {
    packets: packets.length,
    turns: sumOf(packets.map(({ turns }) => turns.length)),
    questionsDropped: sumOf(conversations.map(({ questionsDropped }) => questionsDropped)),
    sourcesMean: sumOf(scored.flat().map(({ sources }) => sources)) / scored.flat().length,
    recall: summarizeRecall(scored),
    recallByCategory: summarizeByCategory(scored),
    latencies: {
      prepare: latenciesOf(times.prepareMs),
      record: latenciesOf(times.recordMs),
      ingest: latenciesOf(times.prepareMs.map((prepareMs, at) => prepareMs + times.recordMs[at]!)),
      question: latenciesOf(questionMs),
    },
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
