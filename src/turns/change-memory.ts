// Changes what a brain remembers: texts, metadata, and all that is made of them, in one write.
import type { KeyedQueue } from "../base/keyed-queue.ts";
import type { Doer } from "../domain/audit.ts";
import type { Brain, BrainId, BrainKey } from "../domain/brain.ts";
import type { TurnSignals } from "../domain/learning.ts";
import type { Metadata } from "../domain/metadata.ts";
import type { Packet } from "../domain/packet.ts";
import type { PacketTerms } from "../domain/ports/lexical-index.ts";
import type { ChangedMemory, ChangeOutcome } from "../domain/ports/packet-store.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import { embedPacket } from "../indexing/embed-packet.ts";
import { redactMetadata, redactWithin } from "../redaction/redact-for.ts";
import { decideAttributes, untilCurrent } from "./decide-attributes.ts";
import { type MemoryDeps, noSuchMemory } from "./list-memory.ts";
import {
  ASKED_FOR,
  confidenceOf,
  type ReadOutsideTurn,
  readOutsideTurn,
  type StoreInputDeps,
  taughtBy,
} from "./read-turn.ts";

export interface ChangeMemoryDeps extends Omit<MemoryDeps, "embedder">, StoreInputDeps {
  readonly embedder: MemoryDeps["embedder"] & StoreInputDeps["embedder"];
  readonly sameValue: SameValue;
  /** Changes of one brain come one after another, and between the turns that state self-attributes. */
  readonly attributeQueue: KeyedQueue<BrainId>;
}

type ChangedOutcome = Extract<ChangeOutcome, { readonly kind: "changed" }>;

export interface ChangeMemoryInput {
  readonly brain: BrainKey;
  readonly id: string;
  /** What is absent stays. */
  readonly input?: string | undefined;
  /** "": nobody answered. */
  readonly answer?: string | undefined;
  readonly metadata?: Metadata | undefined;
  readonly by?: Doer;
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Its id, times and links stay, and what the former input stated of the user is no longer known from it. When it returns,
 * the change is on disk, and no question finds what was there before. Throws `memory_not_found`, `overloaded`.
 */
export async function changeMemory(deps: ChangeMemoryDeps, change: ChangeMemoryInput): Promise<Packet> {
  const brain = await deps.brains.find(change.brain);
  if (brain === null) throw noSuchMemory();
  await deps.attributeQueue.run(brain.id, () => changeInTurn(deps, brain, change));
  const changed = await deps.packets.find(brain.id, change.id);
  if (changed === null) throw noSuchMemory();
  return changed;
}

async function changeInTurn(deps: ChangeMemoryDeps, brain: Brain, change: ChangeMemoryInput): Promise<void> {
  // A packet that still waits for its embedding gets it first, so that only one hand changes the packet.
  await deps.backlog.settle(brain.id);
  const standing = await deps.packets.find(brain.id, change.id);
  if (standing === null) throw noSuchMemory();
  const { account } = brain.key;
  const { redact } = await deps.accounts.settings(account);
  const clean = (text: string | undefined, most: number) =>
    text === undefined ? undefined : redactWithin(deps, account, text, redact, most);
  const input = await clean(change.input, deps.limits.inputCharsMax);
  const answer = await clean(change.answer, deps.limits.answerCharsMax);
  const isSaidAnew = input !== undefined && input !== standing.input;
  const isTextChanged = isSaidAnew || (answer !== undefined && answer !== standing.answer);
  const saysNow = { input: input ?? standing.input, answer: answer ?? standing.answer };
  const read = isSaidAnew ? await readOutsideTurn(deps, account, input, change.signal) : null;
  const texts = isTextChanged ? await embedTexts(deps, account, saysNow, read, change.signal) : null;
  // Between the write and what follows it nothing is awaited, or a question would find the packet by its former words.
  const former = isTextChanged ? await deps.words.termsOf(account, standing.input, standing.answer) : null;
  const { metadata } = change;
  const made: ChangedMemory = {
    brain: brain.id,
    id: change.id,
    ...(metadata === undefined ? {} : { metadata: await redactMetadata(deps, account, metadata, redact) }),
    ...(texts === null ? {} : { texts }),
    by: change.by,
  };
  const outcome = await untilCurrent(async () => {
    const said = read === null ? {} : { said: await saidIn(deps, brain.id, standing, read.signals) };
    return deps.packets.change({ ...made, ...said });
  });
  if (outcome.kind === "gone") throw noSuchMemory();
  if (texts !== null && former !== null) forgetFormer(deps, brain, outcome, former, texts.words.terms);
  await deps.vectors.refresh("packets", brain.id, [outcome.seq, ...outcome.raised]);
}

async function embedTexts(
  deps: ChangeMemoryDeps,
  account: string,
  { input, answer }: Pick<Packet, "input" | "answer">,
  read: ReadOutsideTurn | null,
  signal?: AbortSignal,
): Promise<NonNullable<ChangedMemory["texts"]>> {
  const { tokens, vector: inputVector } =
    read ?? (await deps.embedder.embed({ text: input, role: "query", lane: "interactive", account, signal }));
  const packet = { input, answer, inputVector, inputTokens: tokens, renewsInput: false };
  const [{ vector }, terms] = await Promise.all([
    embedPacket(deps.embedder, packet, () => true, account, signal),
    deps.words.termsOf(account, input, answer),
  ]);
  const words = { version: deps.words.version, terms };
  return { input, answer, vector, inputVector, inputTokens: tokens, words };
}

/** Decided as if the packet had stated nothing before. */
async function saidIn(
  deps: ChangeMemoryDeps,
  brain: BrainId,
  { seq, cues: former }: Packet,
  signals: TurnSignals,
): Promise<NonNullable<ChangedMemory["said"]>> {
  const { version, confirmed, claims } = await deps.brains.attributes(brain);
  const ofOthers = <T extends { readonly seq: number }>(all: readonly T[]) => all.filter((each) => each.seq !== seq);
  const known = { version, confirmed: ofOthers(confirmed), claims: ofOthers(claims) };
  const { isCorrection, kind, cues } = taughtBy(signals, former.includes(ASKED_FOR));
  const attributes = decideAttributes(deps.sameValue, known, signals.attributes, isCorrection);
  const confidence = confidenceOf(kind, attributes);
  return { kind, confidence, cues, attributes, attributesVersion: version };
}

/** Nothing in memory may answer from what was there before. */
function forgetFormer(
  { words, vectors, embedder }: ChangeMemoryDeps,
  { id, key }: Brain,
  { seq, waited }: ChangedOutcome,
  former: PacketTerms,
  terms: PacketTerms,
): void {
  if (waited) words.forget(id);
  else words.replace(id, seq, former, terms);
  words.forgetTexts(key.account);
  embedder.forget(key.account);
  // A row that was not there is read in with the others.
  if (waited) vectors.forget(id);
}
