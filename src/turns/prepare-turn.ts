// Builds the context of one turn, and the token under which it will be recorded. No model of the caller's is involved.
import type { Clock, RandomSource } from "../base/chance.ts";
import { newToken } from "../base/new-id.ts";
import { sha256 } from "../base/sha256.ts";
import { type AccountSettings, sourcesMaxOf } from "../domain/account-settings.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import type { Constitution } from "../domain/constitution.ts";
import { MemoryError } from "../domain/errors.ts";
import { LESSON_TTL_MS } from "../domain/lesson.ts";
import type { Limits } from "../domain/limits.ts";
import { type Metadata, NO_METADATA } from "../domain/metadata.ts";
import type { Packet } from "../domain/packet.ts";
import type { Allowance } from "../domain/plan.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import { type Message, SESSION_CHARS_MAX, type Source, TURN_TOKEN_TTL_MS } from "../domain/turn.ts";
import { redactFor, redactMetadata } from "../redaction/redact-for.ts";
import { type EmbeddedQuestion, type EmbedQuestionDeps, embedQuestion } from "../retrieval/embed-question.ts";
import {
  coherenceOf,
  injectLessons,
  type NearLessons,
  type RetrieveMemoryDeps,
  retrieveLessons,
  retrievePackets,
} from "../retrieval/retrieve-memory.ts";
import { buildBrief } from "./build-brief.ts";
import { findConstitution, findGuard } from "./find-constitution.ts";
import { type FitSourcesDeps, type FittedSource, fitSources, withinRoom } from "./fit-sources.ts";
import { memoryTokensFor } from "./memory-tokens.ts";
import { readHistory } from "./read-history.ts";
import { type ReadTurnDeps, readInput, signalsOf } from "./read-turn.ts";

export interface PrepareTurnDeps extends RetrieveMemoryDeps, EmbedQuestionDeps, ReadTurnDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly meter: Meter;
  readonly constitutions: ConstitutionStore;
  readonly cores: CoreStore;
  readonly lessons: LessonStore;
  readonly turns: TurnStore;
  readonly reading: EmbedQuestionDeps["reading"] &
    FitSourcesDeps["reading"] &
    RetrieveMemoryDeps["reading"] &
    ReadTurnDeps["reading"];
  readonly limits: Pick<Limits, "inputCharsMax">;
}

export interface PrepareTurnInput {
  readonly brain: BrainKey;
  readonly input: string;
  readonly model?: string | undefined;
  readonly constitution?: string | undefined;
  readonly session?: string | undefined;
  /** Ms since the epoch. */
  readonly occurredAt?: number | undefined;
  /** Kept with the turn. */
  readonly metadata?: Metadata | undefined;
  /** How many of the session's last turns are shown as messages; without a session, or absent: none. */
  readonly history?: number | undefined;
  /** Whether each source says how it came to its place. */
  readonly explain?: boolean | undefined;
  /** What of the account's plan the turn keeps to; absent: no limits. */
  readonly allowance?: Allowance | undefined;
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

export interface Turn {
  readonly messages: readonly Message[];
  readonly coherence: number | null;
  readonly sources: readonly Source[];
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly turnToken: string | null;
}

/** Throws `unknown_constitution`, `constitution_too_slow`, `overloaded`, `quota_exceeded`, `plan_upgrade_required`. When it returns, the token survives a crash. */
export async function prepareTurn(deps: PrepareTurnDeps, input: PrepareTurnInput): Promise<Turn> {
  const { account } = input.brain;
  const constitution = await requireConstitution(deps, input);
  const gate = await findGuard(deps, account, constitution.gates, input.input);
  if (gate !== null) return holdBack(deps, input, gate.reason);
  const now = deps.clock.now();
  // What the account does not store is not embedded either; the caller's model still gets the input as it came.
  const said = await redactFor(deps, account, input.input, deps.limits.inputCharsMax);
  const session = input.session === undefined ? null : await redactFor(deps, account, input.session, SESSION_CHARS_MAX);
  const asked = { text: said, at: input.occurredAt ?? now, session };
  const embedded = embedQuestion(deps, input.brain, asked, input.signal);
  // What the input teaches is read meanwhile, so that the record need not wait for it.
  const reading = readInput(deps, said, account);
  // Where the embedding fails first, nobody waits for it.
  reading.catch(() => {});
  const found = await embedded;
  const history = await historyFor(deps, found, input, session);
  const { sources, lessons } = await recallFor(deps, found, input, { now, history });
  const { retrieved } = lessons;
  const coherence = coherenceOf(sources);
  const turnToken = newToken(deps.random, "turn");
  const context = await contextOf(deps.cores, input.brain);
  const signals = signalsOf(deps, await reading, found.question.vector);
  const begun = deps.turns.begin({
    brain: input.brain,
    tokenHash: sha256(turnToken),
    input: said,
    inputVector: found.question.vector,
    inputTokens: found.tokens,
    session,
    occurredAt: input.occurredAt ?? null,
    metadata: await redactMetadata(deps, account, input.metadata ?? NO_METADATA, found.settings.redact),
    signals,
    constitution: constitution.name,
    sourceSeqs: [...sources.map(({ packet }) => packet), ...history].map(({ seq }) => seq),
    coherence,
    createdAt: now,
    expiresAt: now + TURN_TOKEN_TTL_MS,
    retrievedLessonSeqs: retrieved.map((lesson) => lesson.seq),
    lessonsExpireAt: now + LESSON_TTL_MS,
    allowance: input.allowance,
  });
  // Written while the turn is being stored.
  const writeBrief = async () => {
    const injected = found.brain === null ? [] : await injectLessons(deps, found.brain.id, lessons, now);
    const recalled = { lessons: { retrieved, injected }, sources, coherence, history };
    return buildBrief({ constitution, context, ...recalled, input: input.input });
  };
  const [messages] = await Promise.all([writeBrief(), begun]);
  deps.meter.count({ event: "turns_prepared" });
  if (retrieved.length > 0) deps.meter.count({ event: "lessons_renewed" }, retrieved.length);
  return { messages, coherence, sources: sources.map(sourceOf), allowed: true, reason: null, turnToken };
}

/** A gate of its constitution says that the turn must not be. */
async function holdBack(deps: PrepareTurnDeps, { brain, allowance }: PrepareTurnInput, reason: string): Promise<Turn> {
  const { turnsPerMonth = null } = allowance ?? {};
  await deps.turns.countGated({ account: brain.account, at: deps.clock.now(), turnsPerMonth });
  deps.meter.count({ event: "turns_gated" });
  return { messages: [], coherence: null, sources: [], allowed: false, reason, turnToken: null };
}

export function sourceOf({ packet, text, score, explanation, supersededBy = null }: FittedSource): Source {
  return { id: packet.id, text, score, explanation, supersededBy };
}

async function requireConstitution(deps: PrepareTurnDeps, input: PrepareTurnInput): Promise<Constitution> {
  const name = input.constitution ?? "default";
  const constitution = await findConstitution(deps.constitutions, input.brain.account, name);
  if (constitution === null) {
    throw new MemoryError("unknown_constitution", "the account has no constitution of this name", {
      field: "constitution",
    });
  }
  return constitution;
}

async function contextOf(cores: CoreStore, brain: BrainKey): Promise<string> {
  const core = await cores.find(brain.account, brain.core);
  if (core === null && brain.core !== DEFAULT_CORE) throw new MemoryError("core_not_found", "there is no such core");
  return core?.context ?? "";
}

/** The account's own settings go before the request's hint. */
export function memoryTokensOf(settings: AccountSettings, modelHint: string | undefined): number {
  if (settings.memoryTokens > 0) return settings.memoryTokens;
  return memoryTokensFor(settings.model !== "" ? settings.model : (modelHint ?? ""));
}

/** As many tokens as the quoted memory has, of their own. */
async function historyFor(
  { packets }: PrepareTurnDeps,
  { brain, settings }: EmbeddedQuestion,
  { history: turns = 0, model }: PrepareTurnInput,
  session: string | null,
): Promise<Packet[]> {
  if (brain === null || session === null) return [];
  return readHistory(packets, brain.id, { session, turns, tokensMax: memoryTokensOf(settings, model) });
}

/** What is shown as history is not quoted again. */
async function recallFor(
  deps: PrepareTurnDeps,
  { question, settings, mode, brain, isUnfinished }: EmbeddedQuestion,
  input: PrepareTurnInput,
  { now, history }: { readonly now: number; readonly history: readonly Packet[] },
): Promise<{ sources: FittedSource[]; lessons: NearLessons }> {
  if (brain === null) return { sources: [], lessons: { retrieved: [], near: [] } };
  const { model } = deps.embedder;
  const found = await retrievePackets(deps, {
    model,
    brain: brain.id,
    question,
    mode,
    limit: sourcesMaxOf(settings, mode),
    explain: input.explain === true,
    isUnfinished,
    without: new Set(history.map(({ seq }) => seq)),
  });
  const { similarityFloor } = model;
  const lessons = await retrieveLessons({ ...deps, similarityFloor }, brain.id, question.vector, now);
  const { text, account } = question;
  const budget = { question: text, account, tokensMax: memoryTokensOf(settings, input.model) };
  return { sources: await fitSources(deps, withinRoom(found, settings, budget.tokensMax), budget), lessons };
}
