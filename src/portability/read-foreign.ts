// Turns another program's file into the entries of an export, so that both are checked and stored the same way.
import { createHash } from "node:crypto";
import { base62OfBytes } from "../domain/base62.ts";
import { type BrainKey, DEFAULT_CORE } from "../domain/brain.ts";
import type { Clock } from "../domain/chance.ts";
import type { TurnReader } from "../domain/learning.ts";
import type { Limits } from "../domain/limits.ts";
import { CONFIDENCE } from "../domain/packet.ts";
import type { PortablePacket } from "../domain/portability.ts";
import type { BrainStore } from "../domain/ports.ts";
import type { ImportFormat } from "./detect-format.ts";
import type { ForeignTurn } from "./foreign-turn.ts";
import type { ImportInput } from "./import-memory.ts";
import { readChat } from "./read-chat.ts";
import { readDocument } from "./read-document.ts";
import type { NumberedEntry, Place } from "./read-export.ts";
import { LineFault, textFault } from "./read-fields.ts";
import { readMem0 } from "./read-mem0.ts";
import { readNotes } from "./read-notes.ts";
import { type DecideAttributes, type DraftPacket, SelfReader } from "./read-self.ts";
import { type ImportRedaction, redactForeign } from "./redact-entries.ts";

export interface ForeignDeps {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly brains: Pick<BrainStore, "find" | "attributes">;
  readonly turnReader: Pick<TurnReader, "readInput" | "sameValue">;
  readonly decideAttributes: DecideAttributes;
}

const READERS = { mem0: readMem0, "basic-memory": readNotes, chat: readChat } as const;

/** A token is some four characters; the true count is made with the embedding. */
const TOKEN_CHARS = 4;

/** Throws LineFault with the place set, `body_too_large`. */
export async function readForeign(
  deps: ForeignDeps,
  input: ImportInput,
  format: Exclude<ImportFormat, "memoryd">,
  place: Place,
  redaction: ImportRedaction,
): Promise<NumberedEntry[]> {
  const onEntry = (entry: number) => {
    place.line = entry;
  };
  const told = READERS[format](await readDocument(input.file, onEntry), onEntry);
  const turns = told.map((turn) => {
    place.line = turn.entry;
    requireSound(turn, deps.limits);
    return redactForeign(turn, redaction);
  });
  const entries: NumberedEntry[] = [];
  for (const [user, own] of byUser(turns, input)) {
    const core = input.core ?? input.identity.core ?? DEFAULT_CORE;
    const brain = { account: input.identity.account, core, user };
    const inTime = inOrder(own);
    const line = own[0]?.entry ?? 1;
    entries.push({ line, entry: { type: "brain", brain: { core, user, createdAt: null, counters: null } } });
    for (const [at, packet] of (await packetsOf(deps, brain, format, inTime)).entries()) {
      entries.push({ line: inTime[at]?.entry ?? line, entry: { type: "packet", packet } });
    }
  }
  return entries;
}

function requireSound(turn: ForeignTurn, limits: Limits): void {
  const fault = textFault(turn.input, limits.inputCharsMax, 1) ?? textFault(turn.answer, limits.answerCharsMax);
  if (fault !== null) throw new LineFault(`its text ${fault}`);
}

/** In the order in which the file names them; the user of the request or the key goes before and after what it says. */
function byUser(turns: readonly ForeignTurn[], { user, identity }: ImportInput): Map<string | null, ForeignTurn[]> {
  const found = new Map<string | null, ForeignTurn[]>();
  for (const turn of turns) {
    const owner = user ?? turn.user ?? identity.user;
    const known = found.get(owner);
    if (known === undefined) found.set(owner, [turn]);
    else known.push(turn);
  }
  return found;
}

/** By time where all have one: other programs list the newest first. */
function inOrder(turns: readonly ForeignTurn[]): ForeignTurn[] {
  if (turns.some(({ occurredAt }) => occurredAt === null)) return [...turns];
  return [...turns].sort((a, b) => (a.occurredAt ?? 0) - (b.occurredAt ?? 0));
}

async function packetsOf(
  deps: ForeignDeps,
  brain: BrainKey,
  format: ImportFormat,
  turns: readonly ForeignTurn[],
): Promise<PortablePacket[]> {
  const known = await deps.brains.find(brain);
  const attributes = known === null ? null : await deps.brains.attributes(known.id);
  const self = new SelfReader(deps.turnReader, deps.decideAttributes, attributes?.confirmed ?? []);
  const ids = new IdMaker(brain, format);
  const now = deps.clock.now();
  return turns.map((turn): DraftPacket => {
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
      attributes: [],
      learned: false,
      learnable: true,
      vector: null,
      inputVector: null,
    };
    if (turn.isSaid) self.read(draft);
    return draft;
  });
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
