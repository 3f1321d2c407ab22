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
import {
  type AskedQuestion,
  type EmbeddedQuestion,
  type EmbedQuestionDeps,
  embedQuestion,
} from "../retrieval/embed-question.ts";
import { injectLessons, type NearLessons, retrieveLessons } from "../retrieval/retrieve-lessons.ts";
import { coherenceOf, type RetrievePacketsDeps, retrievePackets } from "../retrieval/retrieve-packets.ts";
import { buildBrief } from "./build-brief.ts";
import { findConstitution, findGuard } from "./find-constitution.ts";
import { type FitSourcesDeps, type FittedSource, fitSources, withinRoom } from "./fit-sources.ts";
import { memoryTokensOfModel } from "./memory-tokens.ts";
import { readHistory } from "./read-history.ts";

export interface ComposeTurnDeps extends RetrievePacketsDeps, EmbedQuestionDeps {
  readonly clock: Clock;
  readonly constitutions: ConstitutionStore;
  readonly cores: CoreStore;
  readonly lessons: LessonStore;
  readonly reading: Pick<TextReading, "findPattern" | "redact"> &
    EmbedQuestionDeps["reading"] &
    FitSourcesDeps["reading"] &
    RetrievePacketsDeps["reading"];
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
  { brain: { account }, constitution: name = "default", input }: ComposeTurnInput,
): Promise<{ readonly constitution: Constitution; readonly gate: GuardPattern | null }> {
  const constitution = await findConstitution(deps.constitutions, account, name);
  if (constitution === null) {
    throw new MemoryError("unknown_constitution", "the account has no constitution of this name", {
      field: "constitution",
    });
  }
  return { constitution, gate: await findGuard(deps, account, constitution.gates, input) };
}

export function heldBack(reason: string): Turn {
  return { messages: [], coherence: null, sources: [], allowed: false, reason, turnToken: null };
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

/** What the brief shows of the brain. */
export interface RecalledForTurn {
  readonly found: EmbeddedQuestion;
  /** Of the core. */
  readonly context: string;
  readonly sources: readonly FittedSource[];
  /** What is shown as history is not quoted again. */
  readonly history: readonly Packet[];
  readonly lessons: NearLessons;
  readonly coherence: number | null;
}

/** Throws `overloaded`, `not_ready`, `core_not_found`. */
export async function recallForTurn(
  deps: ComposeTurnDeps,
  input: ComposeTurnInput,
  asked: TurnQuestion,
): Promise<RecalledForTurn> {
  const found = await embedQuestion(deps, input.brain, asked, input.signal);
  const { question, settings, mode, brain, isUnfinished } = found;
  const context = await contextOf(deps.cores, input.brain);
  if (brain === null) {
    return { found, context, sources: [], history: [], lessons: { retrieved: [], near: [] }, coherence: null };
  }
  const { model } = deps.embedder;
  // The history has as many tokens as the quoted memory, of its own.
  const tokensMax = memoryTokensOf(settings, input.model);
  const { session } = asked;
  const history =
    session === null
      ? []
      : await readHistory(deps.packets, brain.id, { session, turns: input.history ?? 0, tokensMax });
  const retrieved = await retrievePackets(deps, {
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
  const lessons = await retrieveLessons({ ...deps, similarityFloor }, brain.id, question.vector, asked.now);
  const room = withinRoom(retrieved, settings, tokensMax);
  const sources = await fitSources(deps, room, { question: question.text, account: question.account, tokensMax });
  return { found, context, sources, history, lessons, coherence: coherenceOf(sources) };
}

async function contextOf(cores: CoreStore, brain: BrainKey): Promise<string> {
  const core = await cores.find(brain.account, brain.core);
  if (core === null && brain.core !== DEFAULT_CORE) throw new MemoryError("core_not_found", "there is no such core");
  return core?.context ?? "";
}

/** The turn as it is answered. */
export async function writeTurn(
  deps: Pick<ComposeTurnDeps, "lessons">,
  { constitution, input, now }: { readonly constitution: Constitution; readonly input: string; readonly now: number },
  recalled: RecalledForTurn,
  turnToken: string | null,
): Promise<Turn> {
  const { found, context, lessons, sources, history, coherence } = recalled;
  const injected = found.brain === null ? [] : await injectLessons(deps, found.brain.id, lessons, now);
  const rules = { retrieved: lessons.retrieved, injected };
  const messages = buildBrief({ constitution, context, lessons: rules, sources, coherence, history, input });
  return { messages, coherence, sources: sources.map(sourceOf), allowed: true, reason: null, turnToken };
}

export function sourceOf({ packet, text, score, explanation, supersededBy = null }: FittedSource): Source {
  return { id: packet.id, text, score, explanation, supersededBy };
}

/** The account's own settings go before the request's hint. */
export function memoryTokensOf(settings: AccountSettings, modelHint: string | undefined): number {
  if (settings.memoryTokens > 0) return settings.memoryTokens;
  return memoryTokensOfModel(settings.model !== "" ? settings.model : (modelHint ?? ""));
}
