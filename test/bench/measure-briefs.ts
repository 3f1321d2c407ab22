// What a brief of the default budget shows of what answers a question, beside as many sources whole.
import type { DialogueSet } from "./dialogue-sets.ts";
import { MEMORY_TOKENS } from "./measure-recall.ts";
import { RETRIEVAL_MODES, type RestClient, type RetrievalMode, type Source } from "./rest-client.ts";

export interface BriefQuestion {
  readonly kind: string;
  /** Sources that were found, and those of them that are in the brief. */
  readonly found: number;
  readonly sources: number;
  /** The share of the words that answer the question: in the brief, and in as many sources whole. */
  readonly shown: number;
  readonly whole: number;
}

export interface BriefFigures {
  readonly set: string;
  readonly modes: readonly { readonly mode: RetrievalMode; readonly questions: readonly BriefQuestion[] }[];
}

/** As an account has them that changed nothing. */
const SOURCES_MAX = 8;
const BY_DEFAULT = 0;

/** Asks every question whose answer's words are known, of a brain that remembers the set; null where there is none. */
export async function measureBriefs(client: RestClient, set: DialogueSet): Promise<BriefFigures | null> {
  const asked = set.conversations.flatMap(({ turns, questions }) => {
    const askedAt = turns
      .map(({ occurred_at }) => occurred_at)
      .sort()
      .at(-1)!;
    return questions.flatMap(({ text, kind = "other", words }) =>
      words === undefined ? [] : [{ kind, words, request: { input: text, occurred_at: askedAt } }],
    );
  });
  if (asked.length === 0) return null;
  const modes = [];
  for (const mode of RETRIEVAL_MODES) {
    const questions: BriefQuestion[] = [];
    const askAll = async (memoryTokens: number) => {
      await client.changeSettings({ retrieval_mode: mode, sources_max: SOURCES_MAX, memory_tokens: memoryTokens });
      const answers: (readonly Source[])[] = [];
      for (const { request } of asked) answers.push((await client.prepare(set.name, request)).sources);
      return answers;
    };
    const whole = await askAll(MEMORY_TOKENS);
    const briefs = await askAll(BY_DEFAULT);
    for (const [at, { kind, words }] of asked.entries()) {
      const [found, brief] = [whole[at]!, briefs[at]!];
      const sources = brief.length;
      const shown = shareOf(words, brief);
      questions.push({ kind, found: found.length, sources, shown, whole: shareOf(words, found.slice(0, sources)) });
    }
    modes.push({ mode, questions });
  }
  return { set: set.name, modes };
}

function shareOf(words: readonly string[], sources: readonly Source[]): number {
  return words.filter((each) => sources.some(({ text }) => text.includes(each))).length / words.length;
}
