// Builds the context of one turn, and the token under which it will be recorded. No model of the caller's is involved.
import type { RandomSource } from "../base/chance.ts";
import { newToken } from "../base/new-id.ts";
import { sha256 } from "../base/sha256.ts";
import { LESSON_TTL_MS } from "../domain/lesson.ts";
import { type Metadata, NO_METADATA } from "../domain/metadata.ts";
import type { Allowance } from "../domain/plan.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { TurnStore } from "../domain/ports/turn-store.ts";
import { TURN_TOKEN_TTL_MS } from "../domain/turn.ts";
import { redactMetadata } from "../redaction/redact-for.ts";
import {
  type ComposeTurnDeps,
  type ComposeTurnInput,
  findGate,
  heldBack,
  questionOf,
  recallForTurn,
  type Turn,
  writeTurn,
} from "./compose-turn.ts";
import { type ReadTurnDeps, readInput, signalsOf } from "./read-turn.ts";

export interface PrepareTurnDeps extends ComposeTurnDeps, ReadTurnDeps {
  readonly random: RandomSource;
  readonly meter: Meter;
  readonly turns: TurnStore;
  readonly reading: ComposeTurnDeps["reading"] & ReadTurnDeps["reading"];
}

export interface PrepareTurnInput extends ComposeTurnInput {
  /** Kept with the turn. */
  readonly metadata?: Metadata | undefined;
  /** What of the account's plan the turn keeps to; absent: no limits. */
  readonly allowance?: Allowance | undefined;
}

/** Throws `unknown_constitution`, `constitution_too_slow`, `overloaded`, `quota_exceeded`, `plan_upgrade_required`. When it returns, the token survives a crash. */
export async function prepareTurn(deps: PrepareTurnDeps, input: PrepareTurnInput): Promise<Turn> {
  const { account } = input.brain;
  const { constitution, gate } = await findGate(deps, input);
  if (gate !== null) return holdBack(deps, input, gate.reason);
  const asked = await questionOf(deps, input);
  const recalling = recallForTurn(deps, input, asked);
  // What the input teaches is read meanwhile, so that the record need not wait for it.
  const reading = readInput(deps, asked.text, account);
  // Where the embedding fails first, nobody waits for it.
  reading.catch(() => {});
  const recalled = await recalling;
  const { found, sources, history, lessons, coherence } = recalled;
  const signals = signalsOf(deps, await reading, found.question.vector);
  const turnToken = newToken(deps.random, "turn");
  const begun = deps.turns.begin({
    brain: input.brain,
    tokenHash: sha256(turnToken),
    input: asked.text,
    inputVector: found.question.vector,
    inputTokens: found.tokens,
    session: asked.session,
    occurredAt: input.occurredAt ?? null,
    metadata: await redactMetadata(deps, account, input.metadata ?? NO_METADATA, found.settings.redact),
    signals,
    constitution: constitution.name,
    sourceSeqs: [...sources.map(({ packet }) => packet), ...history].map(({ seq }) => seq),
    coherence,
    createdAt: asked.now,
    expiresAt: asked.now + TURN_TOKEN_TTL_MS,
    retrievedLessonSeqs: lessons.retrieved.map((lesson) => lesson.seq),
    lessonsExpireAt: asked.now + LESSON_TTL_MS,
    allowance: input.allowance,
  });
  // Written while the turn is being stored.
  const written = writeTurn(deps, { constitution, input: input.input, now: asked.now }, recalled, turnToken);
  const [turn] = await Promise.all([written, begun]);
  deps.meter.count({ event: "turns_prepared" });
  if (lessons.retrieved.length > 0) deps.meter.count({ event: "lessons_renewed" }, lessons.retrieved.length);
  return turn;
}

/** A gate of its constitution says that the turn must not be. */
async function holdBack(deps: PrepareTurnDeps, { brain, allowance }: PrepareTurnInput, reason: string): Promise<Turn> {
  const { turnsPerMonth = null } = allowance ?? {};
  await deps.turns.countGated({ account: brain.account, at: deps.clock.now(), turnsPerMonth });
  deps.meter.count({ event: "turns_gated" });
  return heldBack(reason);
}
