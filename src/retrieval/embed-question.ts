// Embeds a question, and at the same time does what needs no embedding.
import {
  type AccountDefaults,
  type AccountSettings,
  type RetrievalMode,
  retrievalModeOf,
} from "../domain/account-settings.ts";
import type { Brain, BrainKey } from "../domain/brain.ts";
import { clientGone } from "../domain/errors.ts";
import type { InputKindReader } from "../domain/input-kind.ts";
import type { AccountStore } from "../domain/ports/account-store.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Embedder } from "../domain/ports/embedder.ts";
import type { LexicalIndex, PacketScope } from "../domain/ports/lexical-index.ts";
import type { Reembedding } from "../domain/ports/reembedding.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { NO_STANCE } from "../domain/question-stance.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { HybridFormula } from "./hybrid-formula.ts";
import type { Question } from "./lookup.ts";
import { recencyOf } from "./recency.ts";
import { stanceByKind } from "./stance-by-kind.ts";

export interface EmbedQuestionDeps {
  readonly embedder: Embedder;
  readonly inputs: InputKindReader | null;
  readonly accounts: AccountStore;
  readonly accountDefaults: AccountDefaults;
  readonly brains: BrainStore;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly reading: Pick<TextReading, "readTimes" | "readStance">;
  readonly backlog: Pick<EmbeddingBacklog, "settle">;
  readonly reembedding: Pick<Reembedding, "isUnfinished">;
}

export interface AskedQuestion {
  readonly text: string;
  /** When it is asked, ms since the epoch: what "last week" counts from. */
  readonly at: number;
  /** What alone counts. Absent: all does. */
  readonly scope?: PacketScope | undefined;
  /** The conversation that it is part of, as it is stored; null where none is named. */
  readonly session: string | null;
  /** How memory is ranked. Absent: as the account chose. */
  readonly mode?: RetrievalMode | undefined;
}

export interface EmbeddedQuestion {
  readonly question: Question;
  /** Tokens of the question's text. */
  readonly tokens: number;
  readonly settings: AccountSettings;
  /** That which was asked for, else the account's, or the server's where it chose none. */
  readonly mode: RetrievalMode;
  /** null where the brain does not exist. */
  readonly brain: Brain | null;
  /** Whether some packets of the brain still have another model's embedding, and are found only by their words. */
  readonly isUnfinished: boolean;
}

/**
 * When it returns, every packet of the brain that was acknowledged before the call is embedded, except packets that
 * another model had embedded: a question does not wait for those. Throws `overloaded`, `not_ready`, and where `signal`
 * is aborted.
 */
export async function embedQuestion(
  deps: EmbedQuestionDeps,
  key: BrainKey,
  question: AskedQuestion,
  signal?: AbortSignal,
): Promise<EmbeddedQuestion> {
  const embedded = deps.embedder.embed({
    text: question.text,
    role: "query",
    lane: "interactive",
    account: key.account,
    signal,
  });
  const meanwhile = lookAhead(deps, key, question);
  const [{ vector, tokens }, { brain, ahead, cues, stance, ...rest }] = await Promise.all([embedded, meanwhile]);
  const found = brain ?? (await deps.brains.find(key));
  if (found !== null) await deps.backlog.settle(found.id);
  if (signal?.aborted === true) throw clientGone();
  const { account } = key;
  const known = rest.mode === "hybrid" ? stanceByKind(stance, question.text, vector, deps.inputs) : stance;
  return { question: { ...question, account, vector, ahead, cues, stance: known }, tokens, brain: found, ...rest };
}

async function lookAhead(deps: EmbedQuestionDeps, key: BrainKey, { text, at, scope, ...asked }: AskedQuestion) {
  const settings = await deps.accounts.settings(key.account);
  const mode = asked.mode ?? retrievalModeOf(settings, deps.accountDefaults);
  const isHybrid = mode === "hybrid";
  const { account } = key;
  const { model } = deps.embedder;
  const peek = async () => {
    const brain = await deps.brains.find(key);
    const isUnfinished = brain !== null && (await deps.reembedding.isUnfinished(brain.id));
    const isAsked = brain !== null && (isHybrid || isUnfinished);
    const asked = { text, account, contextWeight: model.contextWeight, scope };
    return { brain, isUnfinished, words: isAsked ? await deps.words.peek(brain.id, asked) : null };
  };
  // Another thread reads the times, while this one looks the brain up and asks it for more.
  const [cues, stance, { brain, isUnfinished, words }] = await Promise.all([
    isHybrid ? deps.reading.readTimes({ question: text, at }, account) : [],
    isHybrid ? deps.reading.readStance(text, account) : NO_STANCE,
    peek(),
  ]);
  const ahead =
    words === null ? null : new HybridFormula(words, cues, model, null, recencyOf(words.count, stance.asksForNow));
  if (brain !== null) void deps.vectors.prefetch(brain.id, ahead?.added ?? null);
  return { settings, mode, brain, ahead, cues, stance, isUnfinished };
}
