// Persists what was answered: one packet, on disk before this returns; and reads what the turn teaches.
import type { Clock, RandomSource } from "../base/chance.ts";
import type { KeyedQueue } from "../base/keyed-queue.ts";
import { newId } from "../base/new-id.ts";
import { sha256 } from "../base/sha256.ts";
import type { LearnOnce } from "../domain/account-settings.ts";
import type { Brain, BrainId, BrainKey } from "../domain/brain.ts";
import type { KeyIdentity } from "../domain/key.ts";
import type { TurnSignals } from "../domain/learning.ts";
import { isSameMetadata } from "../domain/metadata.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { RecordedTurn, RecordOutcome, TurnStore } from "../domain/ports/turn-store.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { type PreparedTurn, SESSION_CHARS_MAX } from "../domain/turn.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { redactMetadata, redactWithin } from "../redaction/redact-for.ts";
import { decideAttributes, untilCurrent } from "./decide-attributes.ts";
import { findTurn } from "./find-turn.ts";
import { asWanted, confidenceOf, readInput, type StoreInputDeps, signalsOf, taughtBy } from "./read-turn.ts";

export interface RecordTurnDeps extends StoreInputDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly brains: BrainStore;
  readonly turns: TurnStore;
  readonly sameValue: SameValue;
  readonly meter: Meter;
  /** Turns of one brain that state self-attributes are decided one after another. */
  readonly attributeQueue: KeyedQueue<BrainId>;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  /** Told of each turn that teaches something by itself. */
  readonly onTaught: (brain: Brain) => void;
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

/** Throws `token_not_found`, `token_other_brain`, `token_consumed`, `token_expired`; nothing is stored or consumed then. */
export async function recordTurn(deps: RecordTurnDeps, input: RecordTurnInput): Promise<void> {
  const found = await findTurn(deps.turns, input);
  const redacted = await redactTurn(deps, found, input.answer);
  const { turn, learnOnce } = redacted;
  const signals = asWanted(await signalsIn(deps, redacted), learnOnce);
  // An erasure may still come between.
  const record = () => untilCurrent(() => tryRecord(deps, input, redacted, signals));
  const statesAttributes = signals.attributes.length > 0;
  const outcome = await (statesAttributes ? deps.attributeQueue.run(turn.brain.id, record) : record());
  if (outcome.kind !== "recorded") return;
  deps.meter.count({ event: "turns_recorded" });
  const { cues, teaches } = taughtBy(signals, input.correction);
  for (const label of cues) deps.meter.count({ event: "cues_fired", label });
  if (teaches) deps.onTaught(turn.brain);
  await show(deps, turn, outcome);
}

async function signalsIn(
  deps: RecordTurnDeps,
  { turn: { input, signals, brain }, restated }: RedactedTurn,
): Promise<TurnSignals> {
  if (signals !== null || input === null) return signals ?? NO_SIGNALS;
  const read = await readInput(deps, input, brain.key.account);
  // A turn of an earlier version was prepared without signals, and its embedding is not at hand.
  return restated === undefined ? read.signals : signalsOf(deps, read, restated.inputVector);
}

interface RedactedTurn {
  readonly turn: PreparedTurn;
  readonly answer: string;
  /** For a turn that was prepared before the account asked for redaction: what is stored instead. */
  readonly restated: RecordedTurn["restated"];
  readonly learnOnce: LearnOnce;
}

async function redactTurn(deps: RecordTurnDeps, turn: PreparedTurn, said: string): Promise<RedactedTurn> {
  const { account } = turn.brain.key;
  const { redact, learnOnce } = await deps.accounts.settings(account);
  const clean = (text: string, charsMax: number) => redactWithin(deps, account, text, redact, charsMax);
  const answer = await clean(said, deps.limits.answerCharsMax);
  const same = { turn, answer, restated: undefined, learnOnce };
  if (turn.input === null || turn.consumed !== null) return same;
  const input = await clean(turn.input, deps.limits.inputCharsMax);
  const session = turn.session === null ? null : await clean(turn.session, SESSION_CHARS_MAX);
  const metadata = await redactMetadata(deps, account, turn.metadata, redact);
  const isSame = input === turn.input && session === turn.session && isSameMetadata(metadata, turn.metadata);
  if (isSame) return same;
  const { vector, tokens } = await deps.embedder.embed({ text: input, role: "query", lane: "interactive", account });
  const restated = { input, session, metadata, inputVector: vector, inputTokens: tokens };
  return { turn: { ...turn, input, session, metadata, signals: null }, answer, restated, learnOnce };
}

async function tryRecord(
  deps: RecordTurnDeps,
  input: RecordTurnInput,
  { turn, answer, restated }: RedactedTurn,
  signals: TurnSignals,
): Promise<RecordOutcome> {
  const { isCorrection, kind, cues, teaches } = taughtBy(signals, input.correction);
  const known = signals.attributes.length === 0 ? null : await deps.brains.attributes(turn.brain.id);
  const attributes = known === null ? [] : decideAttributes(deps.sameValue, known, signals.attributes, isCorrection);
  return deps.turns.record({
    tokenHash: sha256(input.turnToken),
    brain: turn.brain.id,
    answer,
    // Of what is stored: the hash of a short secret is soon guessed.
    answerHash: sha256(answer),
    restated,
    packetId: newId(deps.random, "mem"),
    kind,
    confidence: confidenceOf(kind, attributes),
    cues,
    teaches,
    attributes,
    attributesVersion: known?.version ?? 0,
    now: deps.clock.now(),
  });
}

type Recorded = RecordOutcome & { kind: "recorded" };

async function show(deps: RecordTurnDeps, turn: PreparedTurn, outcome: Recorded): Promise<void> {
  const { seq, at } = outcome;
  deps.backlog.add(turn.brain.id, seq, turn.input === null ? null : { seq, session: turn.session, at });
  // Their confidences rose in the store.
  if (outcome.raised.length > 0) await deps.vectors.refresh("packets", turn.brain.id, outcome.raised);
}
