// Writes a memory directly, without a turn: what it says is read and taught from as if a user had said it.
import type { Clock, RandomSource } from "../base/chance.ts";
import { newId } from "../base/new-id.ts";
import type { Brain, BrainKey } from "../domain/brain.ts";
import { statesClaim } from "../domain/decide-record.ts";
import type { Metadata } from "../domain/metadata.ts";
import { type Packet, packetTime } from "../domain/packet.ts";
import type { Allowance } from "../domain/plan.ts";
import type { BrainAttributes, BrainStore } from "../domain/ports/brain-store.ts";
import type { Meter } from "../domain/ports/meter.ts";
import type { PacketStore } from "../domain/ports/packet-store.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { VectorIndex } from "../domain/ports/vector-index.ts";
import { SESSION_CHARS_MAX } from "../domain/turn.ts";
import type { EmbeddingBacklog } from "../indexing/embedding-backlog.ts";
import { redactMetadata, redactWithin } from "../redaction/redact-for.ts";
import { decideAttributes, untilCurrent } from "./decide-attributes.ts";
import { confidenceOf, readOutsideTurn, type StoreInputDeps, taughtBy } from "./read-turn.ts";

export interface RememberMemoryDeps extends StoreInputDeps {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly brains: BrainStore;
  readonly packets: PacketStore;
  readonly sameValue: SameValue;
  readonly meter: Meter;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  /** Told of each memory that teaches something by itself. */
  readonly onTaught: (brain: Brain) => void;
}

export interface RememberMemoryInput {
  readonly brain: BrainKey;
  readonly allowance: Allowance;
  readonly input: string;
  /** "": nobody answered. */
  readonly answer: string;
  readonly session: string | null;
  /** Ms since the epoch; null: now. */
  readonly occurredAt: number | null;
  readonly metadata: Metadata;
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

const NO_ATTRIBUTES: BrainAttributes = { version: 0, confirmed: [], claims: [] };

/**
 * Makes the brain where it is not there. When it returns, the memory is on disk. Throws `overloaded`,
 * `plan_upgrade_required`, `core_not_found`.
 */
export async function rememberMemory(deps: RememberMemoryDeps, asked: RememberMemoryInput): Promise<Packet> {
  const { account } = asked.brain;
  const { redact } = await deps.accounts.settings(account);
  const clean = (text: string, most: number) => redactWithin(deps, account, text, redact, most);
  const input = await clean(asked.input, deps.limits.inputCharsMax);
  const read = await readOutsideTurn(deps, account, input, asked.signal);
  const { isCorrection, kind, cues, teaches } = taughtBy(read.signals, false);
  const said = {
    id: newId(deps.random, "mem"),
    kind,
    input,
    answer: await clean(asked.answer, deps.limits.answerCharsMax),
    cues,
    session: asked.session === null ? null : await clean(asked.session, SESSION_CHARS_MAX),
    occurredAt: asked.occurredAt,
    createdAt: deps.clock.now(),
    metadata: await redactMetadata(deps, account, asked.metadata, redact),
  };
  const { outcome, packet, attributes } = await untilCurrent(async () => {
    const known = await attributesOf(deps.brains, asked.brain);
    const attributes = decideAttributes(deps.sameValue, known, read.signals.attributes, isCorrection);
    const packet = { ...said, confidence: confidenceOf(kind, attributes) };
    const outcome = await deps.packets.remember({
      brain: asked.brain,
      subBrainsMax: asked.allowance.subBrains,
      packet: { ...packet, inputVector: read.vector, inputTokens: read.tokens },
      teaches,
      attributes,
      attributesVersion: known.version,
    });
    return outcome.kind === "outdated" ? outcome : { kind: outcome.kind, outcome, packet, attributes };
  });
  const { brain, seq, raised } = outcome;
  for (const label of cues) deps.meter.count({ event: "cues_fired", label });
  if (teaches) deps.onTaught(brain);
  deps.backlog.add(brain.id, seq, { seq, session: packet.session, at: packetTime(packet) });
  if (raised.length > 0) await deps.vectors.refresh("packets", brain.id, raised);
  return { ...packet, brain: brain.id, seq, unconfirmedOverwrite: statesClaim(attributes) };
}

async function attributesOf(brains: BrainStore, key: BrainKey): Promise<BrainAttributes> {
  const brain = await brains.find(key);
  return brain === null ? NO_ATTRIBUTES : brains.attributes(brain.id);
}
