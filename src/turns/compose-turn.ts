// What the brief of a turn is made of, and the brief itself. Nothing is stored, and no counter moves.
import type { Clock } from "../base/chance.ts";
import { type AccountSettings, sourcesMaxOf } from "../domain/account-settings.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import type { Constitution, GuardPattern } from "../domain/constitution.ts";
import { MemoryError } from "../domain/errors.ts";
import type { Limits } from "../domain/limits.ts";
import type { Packet } from "../domain/packet.ts";
import type { ConstitutionStore } from "../domain/ports/constitution-store.ts";
import type { CoreStore } from "../domain/ports/core-store.ts";
import type { LessonStore } from "../domain/ports/lesson-store.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import { type Message, SESSION_CHARS_MAX, type Source } from "../domain/turn.ts";
import { redactFor } from "../redaction/redact-for.ts";
import type { AskedQuestion, EmbeddedQuestion, EmbedQuestionDeps } from "../retrieval/embed-question.ts";
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
import { memoryTokensOfModel } from "./memory-tokens.ts";
import { readHistory } from "./read-history.ts";

export interface ComposeTurnDeps extends RetrieveMemoryDeps, EmbedQuestionDeps {
  readonly clock: Clock;
  readonly constitutions: ConstitutionStore;
  readonly cores: CoreStore;
  readonly lessons: LessonStore;
  readonly reading: Pick<TextReading, "findPattern" | "redact"> &
    EmbedQuestionDeps["reading"] &
    FitSourcesDeps["reading"] &
    RetrieveMemoryDeps["reading"];
  readonly limits: Pick<Limits, "inputCharsMax">;
}

export interface ComposeTurnInput {
  readonly brain: BrainKey;
  readonly input: string;
  readonly model?: string | undefined;
  readonly constitution?: string | undefined;
  readonly session?: string | undefined;
  /** Ms since the epoch. */
  readonly occurredAt?: number | undefined;
  /** How many of the session's last turns are shown as messages; without a session, or absent: none. */
  readonly history?: number | undefined;
  /** Whether each source says how it came to its place. */
  readonly explain?: boolean | undefined;
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

/** The constitution of the turn, and the gate of it that stops the turn; null: none does. Throws `unknown_constitution`, `constitution_too_slow`. */
export async function findGate(
  deps: ComposeTurnDeps,
  input: ComposeTurnInput,
): Promise<{ readonly constitution: Constitution; readonly gate: GuardPattern | null }> {
  const constitution = await requireConstitution(deps, input);
  return { constitution, gate: await findGuard(deps, input.brain.account, constitution.gates, input.input) };
}

export function heldBack(reason: string): Turn {
  return { messages: [], coherence: null, sources: [], allowed: false, reason, turnToken: null };
}

async function requireConstitution(deps: ComposeTurnDeps, input: ComposeTurnInput): Promise<Constitution> {
  const name = input.constitution ?? "default";
  const constitution = await findConstitution(deps.constitutions, input.brain.account, name);
  if (constitution === null) {
    throw new MemoryError("unknown_constitution", "the account has no constitution of this name", {
      field: "constitution",
    });
  }
  return constitution;
}

/** A turn's question as the account may store it. */
export interface TurnQuestion extends AskedQuestion {
  readonly now: number;
}

/** What the account does not store is not embedded either; the caller's model still gets the input as it came. */
export async function questionOf(deps: ComposeTurnDeps, input: ComposeTurnInput): Promise<TurnQuestion> {
  const { account } = input.brain;
  const now = deps.clock.now();
  const text = await redactFor(deps, account, input.input, deps.limits.inputCharsMax);
  const session = input.session === undefined ? null : await redactFor(deps, account, input.session, SESSION_CHARS_MAX);
  return { text, at: input.occurredAt ?? now, session, now };
}

/** What the brief shows of the brain, and at what moment. */
export interface RecalledForTurn {
  readonly now: number;
  readonly sources: readonly FittedSource[];
  readonly history: readonly Packet[];
  readonly lessons: NearLessons;
  readonly coherence: number | null;
}

export async function recallForTurn(
  deps: ComposeTurnDeps,
  found: EmbeddedQuestion,
  input: ComposeTurnInput,
  { session, now }: TurnQuestion,
): Promise<RecalledForTurn> {
  const history = await historyFor(deps, found, input, session);
  const { sources, lessons } = await recallFor(deps, found, input, { now, history });
  return { now, history, sources, lessons, coherence: coherenceOf(sources) };
}

export interface BriefMaterial {
  readonly constitution: Constitution;
  /** Of the core. */
  readonly context: string;
  readonly found: EmbeddedQuestion;
  readonly recalled: RecalledForTurn;
  readonly input: string;
}

export async function writeBrief(
  deps: Pick<ComposeTurnDeps, "lessons">,
  { constitution, context, found: { brain }, recalled, input }: BriefMaterial,
): Promise<Message[]> {
  const { sources, coherence, history, lessons, now } = recalled;
  const { retrieved } = lessons;
  const injected = brain === null ? [] : await injectLessons(deps, brain.id, lessons, now);
  return buildBrief({ constitution, context, lessons: { retrieved, injected }, sources, coherence, history, input });
}

export async function contextOf(cores: CoreStore, brain: BrainKey): Promise<string> {
  const core = await cores.find(brain.account, brain.core);
  if (core === null && brain.core !== DEFAULT_CORE) throw new MemoryError("core_not_found", "there is no such core");
  return core?.context ?? "";
}

export function sourceOf({ packet, text, score, explanation, supersededBy = null }: FittedSource): Source {
  return { id: packet.id, text, score, explanation, supersededBy };
}

/** The account's own settings go before the request's hint. */
export function memoryTokensOf(settings: AccountSettings, modelHint: string | undefined): number {
  if (settings.memoryTokens > 0) return settings.memoryTokens;
  return memoryTokensOfModel(settings.model !== "" ? settings.model : (modelHint ?? ""));
}

/** As many tokens as the quoted memory has, of their own. */
async function historyFor(
  { packets }: ComposeTurnDeps,
  { brain, settings }: EmbeddedQuestion,
  { history: turns = 0, model }: ComposeTurnInput,
  session: string | null,
): Promise<Packet[]> {
  if (brain === null || session === null) return [];
  return readHistory(packets, brain.id, { session, turns, tokensMax: memoryTokensOf(settings, model) });
}

/** What is shown as history is not quoted again. */
async function recallFor(
  deps: ComposeTurnDeps,
  { question, settings, mode, brain, isUnfinished }: EmbeddedQuestion,
  input: ComposeTurnInput,
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
