// Persists what was answered: one packet, on disk before this returns; and reads what the turn teaches.
import type { BrainId, BrainKey } from "../domain/brain.ts";
import type { Clock, RandomSource } from "../domain/chance.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { TurnReader, TurnSignals } from "../domain/learning.ts";
import type { LexicalIndex } from "../domain/lexical-index.ts";
import type { Meter } from "../domain/meter.ts";
import { newId } from "../domain/new-id.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { BrainStore, RecordOutcome, TurnStore } from "../domain/ports.ts";
import type { PreparedTurn } from "../domain/turn.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import { decideAttributes } from "./decide-attributes.ts";
import type { EmbeddingBacklog } from "./embedding-backlog.ts";
import { findTurn } from "./find-turn.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import { sha256 } from "./sha256.ts";

export interface RecordTurnDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly brains: BrainStore;
  readonly turns: TurnStore;
  readonly turnReader: TurnReader;
  readonly meter: Meter;
  /** Turns of one brain that state self-attributes are decided one after another. */
  readonly attributeQueue: KeyedQueue<BrainId>;
  readonly vectors: VectorIndex;
  readonly words: LexicalIndex;
  readonly backlog: EmbeddingBacklog;
}

export interface RecordTurnInput {
  readonly identity: KeyIdentity;
  readonly brain: BrainKey;
  readonly turnToken: string;
  readonly answer: string;
  /** The caller says that the input corrects what went before. */
  readonly correction: boolean;
}

const NO_SIGNALS: TurnSignals = { correction: null, attributes: [] };
/** The cue of a packet that the caller called a correction. */
const ASKED_FOR = "asked-for";

/** Throws `token_not_found`, `token_other_brain`, `token_consumed`, `token_expired`; nothing is stored or consumed then. */
export async function recordTurn(deps: RecordTurnDeps, input: RecordTurnInput): Promise<void> {
  const turn = await findTurn(deps.turns, input);
  // A turn of an earlier version was prepared without.
  const signals = turn.signals ?? (turn.input === null ? NO_SIGNALS : deps.turnReader.readInput(turn.input));
  const record = () => recordUntilCurrent(deps, input, turn, signals);
  const statesAttributes = signals.attributes.length > 0;
  const outcome = await (statesAttributes ? deps.attributeQueue.run(turn.brain.id, record) : record());
  if (outcome.kind !== "recorded") return;
  deps.meter.count({ event: "turns_recorded" });
  for (const label of cuesOf(input, signals)) deps.meter.count({ event: "cues_fired", label });
  show(deps, turn, input.answer, outcome);
}

/** What was decided on self-attributes that have changed since is decided again; an erasure may still come between. */
async function recordUntilCurrent(
  deps: RecordTurnDeps,
  input: RecordTurnInput,
  turn: PreparedTurn,
  signals: TurnSignals,
): Promise<RecordOutcome> {
  for (;;) {
    const outcome = await tryRecord(deps, input, turn, signals);
    if (outcome.kind !== "outdated") return outcome;
  }
}

async function tryRecord(
  deps: RecordTurnDeps,
  input: RecordTurnInput,
  turn: PreparedTurn,
  signals: TurnSignals,
): Promise<RecordOutcome> {
  const isCorrection = input.correction || signals.correction !== null;
  const kind = isCorrection ? "correction" : "raw";
  const known = signals.attributes.length === 0 ? null : await deps.brains.attributes(turn.brain.id);
  const attributes = known === null ? [] : decideAttributes(deps.turnReader, known, signals.attributes, isCorrection);
  const isClaim = attributes.some(({ outcome }) => outcome === "claim");
  return deps.turns.record({
    tokenHash: sha256(input.turnToken),
    brain: turn.brain.id,
    answer: input.answer,
    answerHash: sha256(input.answer),
    packetId: newId(deps.random, "mem"),
    kind,
    confidence: isClaim ? CONFIDENCE.unconfirmedOverwrite : CONFIDENCE[kind],
    cues: cuesOf(input, signals),
    attributes,
    attributesVersion: known?.version ?? 0,
    now: deps.clock.now(),
  });
}

function cuesOf(input: RecordTurnInput, signals: TurnSignals): string[] {
  const correction = signals.correction ?? (input.correction ? ASKED_FOR : null);
  return [...(correction === null ? [] : [correction]), ...signals.attributes.map(({ cue }) => cue)];
}

type Recorded = RecordOutcome & { kind: "recorded" };

function show(deps: RecordTurnDeps, turn: PreparedTurn, answer: string, outcome: Recorded): void {
  // Confidences that rose are in the store; memory learns them by reading the brain in again.
  if (outcome.raised.length > 0) deps.vectors.forget(turn.brain.id);
  const { seq, at } = outcome;
  if (turn.input !== null)
    deps.words.append(turn.brain.id, { seq, input: turn.input, answer, session: turn.session, at });
  deps.backlog.add(turn.brain.id, outcome.seq);
}
