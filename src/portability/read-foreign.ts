// Turns another program's file into the entries of an export, so that both are checked and stored the same way.
import { createHash } from "node:crypto";
import { base62OfBytes } from "../base/base62.ts";
import type { Clock } from "../base/chance.ts";
import { createGiveWay } from "../base/give-way.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import type { TurnSignals } from "../domain/learning.ts";
import type { Limits } from "../domain/limits.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { PortablePacket } from "../domain/portability.ts";
import type { BrainStore } from "../domain/ports/brain-store.ts";
import type { SameValue } from "../domain/ports/same-value.ts";
import type { TextReading } from "../domain/ports/text-reading.ts";
import type { ImportFormat } from "./detect-format.ts";
import { EntryFault, type ForeignDocument } from "./foreign-document.ts";
import type { ForeignTurn } from "./foreign-turn.ts";
import type { ImportInput } from "./import-input.ts";
import type { NumberedEntry } from "./read-export.ts";
import { textFault } from "./read-fields.ts";
import { type DecideAttributes, type DraftPacket, SelfReader } from "./read-self.ts";
import { type ImportRedaction, redactForeign } from "./redact-entries.ts";

export interface ForeignDeps {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly brains: Pick<BrainStore, "find" | "attributes">;
  readonly reading: Pick<TextReading, "readInput">;
  readonly sameValue: SameValue;
  readonly decideAttributes: DecideAttributes;
}

/** A token is some four characters; the true count is made with the embedding. */
const TOKEN_CHARS = 4;

/** A turn of the file, and what its input says about itself where the user said it. */
interface ReadTurn extends ForeignTurn {
  readonly signals: TurnSignals | null;
}

/** Throws EntryFault. */
export async function readForeign(
  deps: ForeignDeps,
  input: ImportInput,
  { format, batches }: ForeignDocument,
  redaction: ImportRedaction,
): Promise<NumberedEntry[]> {
  const giveWay = createGiveWay();
  const users = new Map<string | null, ReadTurn[]>();
  for await (const batch of batches) {
    for (const turn of await Promise.all(batch.map((each) => readTurn(deps, each, redaction)))) {
      // In the order in which the file names them; the user of the request or the key goes before and after what it says.
      const owner = input.user ?? turn.user ?? input.identity.user;
      const known = users.get(owner);
      if (known === undefined) users.set(owner, [turn]);
      else known.push(turn);
    }
    await giveWay();
  }
  const entries: NumberedEntry[] = [];
  for (const [user, own] of users) {
    const core = input.core ?? input.identity.core ?? DEFAULT_CORE;
    const brain = { account: input.identity.account, core, user };
    const inTime = inOrder(own);
    const line = own[0]?.entry ?? 1;
    entries.push({ line, entry: { type: "brain", brain: { core, user, createdAt: null, counters: null } } });
    for (const [at, packet] of (await packetsOf(deps, brain, format, inTime)).entries()) {
      entries.push({ line: inTime[at]?.entry ?? line, entry: { type: "packet", packet } });
      await giveWay();
    }
  }
  return entries;
}

async function readTurn(deps: ForeignDeps, turn: ForeignTurn, redaction: ImportRedaction): Promise<ReadTurn> {
  requireSound(turn, deps.limits);
  const clean = await redactForeign(turn, redaction);
  const signals = turn.isSaid ? await deps.reading.readInput(clean.input, redaction.account) : null;
  return { ...clean, signals };
}

function requireSound(turn: ForeignTurn, limits: Limits): void {
  const fault = textFault(turn.input, limits.inputCharsMax, 1) ?? textFault(turn.answer, limits.answerCharsMax);
  if (fault !== null) throw new EntryFault(`its text ${fault}`, turn.entry);
}

/** By time where all have one: other programs list the newest first. */
function inOrder(turns: readonly ReadTurn[]): ReadTurn[] {
  if (turns.some(({ occurredAt }) => occurredAt === null)) return [...turns];
  return [...turns].sort((a, b) => (a.occurredAt ?? 0) - (b.occurredAt ?? 0));
}

async function packetsOf(
  deps: ForeignDeps,
  brain: BrainKey,
  format: ImportFormat,
  turns: readonly ReadTurn[],
): Promise<PortablePacket[]> {
  const known = await deps.brains.find(brain);
  const attributes = known === null ? null : await deps.brains.attributes(known.id);
  const self = new SelfReader(deps.sameValue, deps.decideAttributes, attributes?.confirmed ?? []);
  const ids = new IdMaker(brain, format);
  const now = deps.clock.now();
  const giveWay = createGiveWay();
  const drafts: DraftPacket[] = [];
  for (const turn of turns) {
    await giveWay();
    const draft: DraftPacket = {
      id: ids.idOf(turn),
      kind: "raw",
      input: turn.input,
      answer: turn.answer,
      confidence: CONFIDENCE.raw,
      unconfirmedOverwrite: false,
      cues: [],
      session: turn.session,
      occurredAt: turn.occurredAt,
      createdAt: now,
      inputTokens: Math.ceil(turn.input.length / TOKEN_CHARS),
      metadata: turn.metadata,
      attributes: [],
      learned: false,
      learnable: true,
      vector: null,
      inputVector: null,
    };
    if (turn.signals !== null) self.take(draft, turn.signals);
    drafts.push(draft);
  }
  return drafts;
}

/** Ids made from what the turn is, so that the same file again finds its own. */
class IdMaker {
  readonly #seen = new Map<string, number>();

  constructor(
    private readonly brain: BrainKey,
    private readonly format: ImportFormat,
  ) {}

  idOf({ sourceId, input, answer, session, occurredAt }: ForeignTurn): string {
    const { account, core, user } = this.brain;
    const said = JSON.stringify([this.format, account, core, user, sourceId, input, answer, session, occurredAt]);
    // Said twice in the same words, it was said twice.
    const times = (this.#seen.get(said) ?? 0) + 1;
    this.#seen.set(said, times);
    const hash = createHash("sha256").update(`${times}:${said}`).digest();
    return `mem_${base62OfBytes(hash.subarray(0, 16), 22)}`;
  }
}
