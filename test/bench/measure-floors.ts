// What gets into a brief that has no business there, and what true evidence the floor keeps out.
import { type RankingSettings, readRankingSettings, withCandidateModel } from "./candidate-model.ts";
import type { Conversation } from "./locomo.ts";
import { describeMachine } from "./machine.ts";
import type { MeasureInput } from "./measure-recall.ts";
import { folderOfPrefix, withMemoryFolder } from "./memory-folder.ts";
import { type PlayedConversation, playConversations } from "./play-conversations.ts";
import type { ExplainedSource, RestClient, RetrievalMode } from "./rest-client.ts";
import { withExecutable } from "./start-executable.ts";

export const FLOORS = [0.2, 0.25, 0.3, 0.35, 0.4] as const;
/** A share of words that no packet reaches: only similarity lets in, as in cosine mode. */
export const NO_ENTRY = 10;
export const ENTRIES = [0.3, 0.4, 0.6, NO_ENTRY] as const;
/** Foreign questions are those of the conversation so many further on, and every third of them. */
export const FOREIGN_STEP = 3;
const FOREIGN_EVERY = 3;
/** The most that the API takes; more than any brain of LoCoMo holds. */
const RECALL_LIMIT = 1_000;

export type Way = "similarity" | "words";

/** A question to a brain. */
export interface FloorQuestion {
  readonly played: PlayedConversation;
  readonly text: string;
  /** Packets of the brain that answer it; none of a foreign one. */
  readonly evidence: readonly string[];
  readonly isForeign: boolean;
}

/** What entered of each question, by packet. */
export type Entered = readonly ReadonlyMap<string, Way>[];

export interface FloorSetting {
  readonly floor: number;
  readonly entry: number;
}

export interface FloorRow extends FloorSetting {
  readonly entered: Entered;
}

export interface FloorsReport {
  readonly machine: string;
  readonly prefix: boolean;
  readonly shipped: RankingSettings;
  readonly questions: readonly FloorQuestion[];
  /** Worked out from what each packet's similarity is, and what its words let in. */
  readonly rows: readonly FloorRow[];
  /** Told by the executable with the shipped settings, and how many questions are not as worked out. */
  readonly verified: readonly (FloorRow & { readonly mode: RetrievalMode; readonly different: number })[];
}

export interface MeasureFloorsInput extends MeasureInput {
  /** The model folder whose settings are changed; that of the executable, or one of the same model. */
  readonly modelDir: string;
}

export async function measureFloors(input: MeasureFloorsInput): Promise<FloorsReport> {
  const { executable, modelDir, prefix } = input;
  const shipped = await readRankingSettings(modelDir);
  const floors = including(FLOORS, shipped.similarity_floor);
  const entries = including(ENTRIES, shipped.lexical_entry);
  return withMemoryFolder(folderOfPrefix(input.memoryDir, prefix), async (dataDir) => {
    const { questions, cosine, hybrid } = await askShipped(input, dataDir);
    const { cosines, byWords } = await askCandidates(input, dataDir, questions, entries);
    const enteredAt = ({ floor, entry }: FloorSetting): Entered =>
      questions.map((_, at) => enteredBy(cosines[at]!, byWords.get(entry)?.[at] ?? [], floor));
    const told = (mode: RetrievalMode, found: Found, entry: number) => {
      const setting = { floor: shipped.similarity_floor, entry };
      const entered = found.map((sources) => new Map(sources.map(({ id, enteredBy }) => [id, enteredBy])));
      return { mode, ...setting, entered, different: differences(entered, enteredAt(setting)) };
    };
    return {
      machine: describeMachine(executable),
      prefix,
      shipped,
      questions,
      rows: entries.flatMap((entry) => floors.map((floor) => ({ floor, entry, entered: enteredAt({ floor, entry }) }))),
      verified: [told("cosine", cosine, NO_ENTRY), told("hybrid", hybrid, shipped.lexical_entry)],
    };
  });
}

/** What came of each question. */
type Found = readonly (readonly Omit<ExplainedSource, "text">[])[];

async function askShipped(
  { executable, modelDir, conversations, prefix, onProgress }: MeasureFloorsInput,
  dataDir: string,
): Promise<{ questions: FloorQuestion[]; cosine: Found; hybrid: Found }> {
  return withExecutable({ executable, dataDir, modelDir }, async (client) => {
    const times = { prepareMs: [], recordMs: [] };
    const played = await playConversations(client, conversations, { prefix, times, onProgress });
    const questions = floorQuestions(played);
    const hybrid = await recallAll(client, questions, "hybrid");
    const cosine = await recallAll(client, questions, "cosine");
    onProgress(`shipped settings: ${questions.length} questions asked, cosine and hybrid`);
    return { questions, cosine, hybrid };
  });
}

/** `cosines`: every packet with a similarity of 0 or more. `byWords`: for each share of words, what it alone lets in. */
async function askCandidates(
  { executable, modelDir, onProgress }: MeasureFloorsInput,
  dataDir: string,
  questions: readonly FloorQuestion[],
  entries: readonly number[],
): Promise<{ cosines: Found; byWords: ReadonlyMap<number, Found> }> {
  const recallWith = async (change: Partial<RankingSettings>, mode: RetrievalMode) => {
    const found = await withCandidateModel(modelDir, change, (folder) =>
      withExecutable({ executable, dataDir, modelDir: folder }, (client) => recallAll(client, questions, mode)),
    );
    onProgress(`${JSON.stringify(change)}: ${questions.length} questions asked`);
    return found;
  };
  const cosines = await recallWith({ similarity_floor: 0 }, "cosine");
  const byWords = new Map<number, Found>();
  for (const entry of entries.filter((entry) => entry !== NO_ENTRY)) {
    // No packet is similar enough to enter at 1.
    byWords.set(entry, await recallWith({ similarity_floor: 1, lexical_entry: entry }, "hybrid"));
  }
  return { cosines, byWords };
}

function including(values: readonly number[], shipped: number): number[] {
  return [...new Set([...values, shipped])].sort((a, b) => a - b);
}

/** To each brain its own questions, and every third of those of the conversation three further on. */
export function floorQuestions(played: readonly PlayedConversation[]): FloorQuestion[] {
  return played.flatMap((each, at) => {
    const other: Conversation = played[(at + FOREIGN_STEP) % played.length]!.conversation;
    const own = each.conversation.questions.map(({ text, evidence }) => ({
      played: each,
      text,
      evidence: each.packets.filter(({ turns }) => turns.some((turn) => evidence.includes(turn))).map(({ id }) => id),
      isForeign: false,
    }));
    const foreign = other.questions
      .filter((_, place) => place % FOREIGN_EVERY === 0)
      .map(({ text }) => ({ played: each, text, evidence: [], isForeign: true }));
    return [...own, ...foreign];
  });
}

async function recallAll(client: RestClient, questions: readonly FloorQuestion[], mode: RetrievalMode): Promise<Found> {
  await client.changeSettings({ retrieval_mode: mode });
  const found: Omit<ExplainedSource, "text">[][] = [];
  for (const { played, text } of questions) {
    const sources = await client.explain(played.conversation.id, text, RECALL_LIMIT);
    // Their texts would be hundreds of megabytes.
    found.push(sources.map(({ id, cosine, enteredBy }) => ({ id, cosine, enteredBy })));
  }
  return found;
}

/** `cosines`: every packet with a similarity of 0 or more; `words`: what words let in. */
export function enteredBy(
  cosines: readonly Pick<ExplainedSource, "id" | "cosine">[],
  words: readonly Pick<ExplainedSource, "id">[],
  floor: number,
): ReadonlyMap<string, Way> {
  const entered = new Map<string, Way>(words.map(({ id }) => [id, "words"]));
  for (const { id, cosine } of cosines) if (cosine >= floor) entered.set(id, "similarity");
  return entered;
}

/** How many questions have other packets, or the same by another way. */
function differences(one: Entered, other: Entered): number {
  return one.filter((entered, at) => {
    const expected = other[at]!;
    return entered.size !== expected.size || [...entered].some(([id, way]) => expected.get(id) !== way);
  }).length;
}
