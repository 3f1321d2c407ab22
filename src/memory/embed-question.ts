// Embeds a question, and does meanwhile what can be done without the embedding.
import type { AccountSettings } from "../domain/account-settings.ts";
import type { Brain, BrainKey } from "../domain/brain.ts";
import type { Embedder } from "../domain/embedder.ts";
import { clientGone } from "../domain/errors.ts";
import type { LexicalIndex, WordMatches } from "../domain/lexical-index.ts";
import type { Embedding } from "../domain/model-spec.ts";
import type { AccountStore, BrainStore } from "../domain/ports.ts";
import type { Reembedding } from "../domain/reembedding.ts";
import type { TimeCue, TimeCueReader } from "../domain/time-cue.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import type { EmbeddingBacklog } from "./embedding-backlog.ts";

export interface EmbedQuestionDeps {
  readonly embedder: Embedder;
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly timeCues: TimeCueReader;
  readonly backlog: Pick<EmbeddingBacklog, "settle">;
  readonly reembedding: Pick<Reembedding, "isUnfinished">;
}

export interface AskedQuestion {
  readonly text: string;
  /** When it is asked, ms since the epoch: what "last week" counts from. */
  readonly at: number;
}

export interface EmbeddedQuestion {
  readonly embedding: Embedding;
  readonly settings: AccountSettings;
  /** null where it is not there. */
  readonly brain: Brain | null;
  /** What the question's words matched while it was embedded; null where nobody looked. */
  readonly words: WordMatches | null;
  /** The times that it names; none where the account's mode of retrieval does not ask for them. */
  readonly cues: readonly TimeCue[];
  /** Whether some of the brain's packets are of another model still, and have words alone. */
  readonly isUnfinished: boolean;
}

/**
 * When it returns, every packet of the brain that was acknowledged before the call is embedded, but for what another
 * model had embedded: nobody waits for that. Throws `overloaded`, `not_ready`,
 * and where `signal` is aborted.
 */
export async function embedQuestion(
  deps: EmbedQuestionDeps,
  key: BrainKey,
  question: AskedQuestion,
  signal?: AbortSignal,
): Promise<EmbeddedQuestion> {
  const embedded = deps.embedder.embed(question.text, "query", "interactive", undefined, key.account, signal);
  const meanwhile = lookAhead(deps, key, question);
  const [embedding, { brain, ...seen }] = await Promise.all([embedded, meanwhile]);
  const found = brain ?? (await deps.brains.find(key));
  if (found !== null) await deps.backlog.settle(found.id);
  if (signal?.aborted === true) throw clientGone();
  return { embedding, brain: found, ...seen };
}

async function lookAhead(deps: EmbedQuestionDeps, key: BrainKey, { text, at }: AskedQuestion) {
  const settings = await deps.accounts.settings(key.account);
  const isHybrid = settings.retrievalMode === "hybrid";
  const cues = isHybrid ? deps.timeCues.read(text, at) : [];
  const brain = await deps.brains.find(key);
  if (brain === null) return { settings, brain, words: null, cues, isUnfinished: false };
  deps.vectors.prefetch(brain.id, isHybrid ? "estimateAll" : "rank");
  const isUnfinished = await deps.reembedding.isUnfinished(brain.id);
  if (!isHybrid && !isUnfinished) return { settings, brain, words: null, cues, isUnfinished };
  const words = deps.words.peek(brain.id, text, deps.embedder.model.contextWeight);
  return { settings, brain, words, cues, isUnfinished };
}
