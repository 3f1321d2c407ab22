// Looks memory up without a turn: the sources that `/prepare` would use, and what nearly was one; nothing is stored, no counter moves.

import type { Clock } from "../base/chance.ts";
import { countWithin } from "../base/count-within.ts";
import { type RetrievalMode, sourcesMaxOf } from "../domain/account-settings.ts";
import type { BrainKey } from "../domain/brain.ts";
import { askedMetadata, type Metadata } from "../domain/metadata.ts";
import { packetText } from "../domain/packet.ts";
import type { PacketScope } from "../domain/ports/lexical-index.ts";
import type { PacketBelow } from "../domain/retrieved.ts";
import type { EntryBelow, Source } from "../domain/turn.ts";
import { type EmbedQuestionDeps, embedQuestion } from "../retrieval/embed-question.ts";
import { retrieveBelow } from "../retrieval/retrieve-below.ts";
import { type RetrievePacketsDeps, retrievePackets } from "../retrieval/retrieve-packets.ts";
import { memoryTokensOf, sourceOf } from "./compose-turn.ts";
import { countFitting, withinRoom } from "./fit-sources.ts";

export interface RecallMemoryDeps extends RetrievePacketsDeps, EmbedQuestionDeps {
  readonly clock: Clock;
  readonly reading: EmbedQuestionDeps["reading"] & RetrievePacketsDeps["reading"];
}

export interface RecallMemoryInput {
  readonly brain: BrainKey;
  readonly query: string;
  readonly limit: number | null;
  readonly explain: boolean;
  /** How memory is ranked. Absent: as the account chose. */
  readonly mode?: RetrievalMode | undefined;
  /** How many of what did not enter are shown. Absent: it is not looked for. */
  readonly below?: number | undefined;
  /** Ms since the epoch: the memory is that of then, and "last week" counts from then. Absent: that of now. */
  readonly asOf?: number | undefined;
  /** Only turns of this session. Absent: all. */
  readonly session?: string | undefined;
  /** Only what has every one of these fields, with that very value. Absent: all. */
  readonly metadata?: Metadata | undefined;
  /** Aborted where the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** Of all sources together; the best is shown whole all the same. A client that reads slowly keeps an answer in memory. */
const ANSWER_CHARS_MAX = 2 * 1024 * 1024;

export interface RecalledMemory {
  readonly sources: readonly Source[];
  /** The best of what did not enter; null where nobody asked. */
  readonly below: readonly EntryBelow[] | null;
}

/** Without `limit`, as many sources as a brief has; with one, that many at most. Each is whole. */
export async function recallMemory(deps: RecallMemoryDeps, input: RecallMemoryInput): Promise<RecalledMemory> {
  const { query: text, asOf, session = null, mode: asIf, below: count } = input;
  const asked = { text, at: asOf ?? deps.clock.now(), scope: await scopeOf(deps, input), session, mode: asIf };
  const embedded = await embedQuestion(deps, input.brain, asked, input.signal);
  const { question, settings, mode, brain, isUnfinished } = embedded;
  if (brain === null) return { sources: [], below: count === undefined ? null : [] };
  const retrieval = {
    model: deps.embedder.model,
    brain: brain.id,
    question,
    mode,
    limit: input.limit ?? sourcesMaxOf(settings, mode),
    explain: input.explain,
    isUnfinished,
  };
  const found = await retrievePackets(deps, retrieval);
  const tokensMax = memoryTokensOf(settings, undefined);
  const most = input.limit ?? countFitting(withinRoom(found, settings, tokensMax), tokensMax);
  const sources = found.slice(0, most);
  const below = count === undefined ? null : await retrieveBelow(deps, retrieval, { found, count });
  const lengths = [...sources, ...(below ?? [])].map(({ packet }) => packet.input.length + packet.answer.length);
  const shown = countWithin(lengths, ANSWER_CHARS_MAX);
  return {
    sources: sources.slice(0, shown).map((each) => sourceOf({ ...each, text: packetText(each.packet) })),
    below: below?.slice(0, Math.max(0, shown - sources.length)).map(entryOf) ?? null,
  };
}

function entryOf({ packet, score, parts }: PacketBelow): EntryBelow {
  return { id: packet.id, text: packetText(packet), score, parts };
}

/** undefined: the whole brain. */
async function scopeOf(
  deps: Pick<RecallMemoryDeps, "brains" | "packets">,
  { brain: key, asOf, session, metadata: given }: RecallMemoryInput,
): Promise<PacketScope | undefined> {
  const metadata = askedMetadata(given);
  if (asOf === undefined && session === undefined && metadata === undefined) return undefined;
  const brain = metadata === undefined ? null : await deps.brains.find(key);
  const among =
    metadata === undefined || brain === null ? undefined : await deps.packets.withMetadata(brain.id, metadata);
  return { asOf, session, among: among === undefined ? undefined : new Set(among) };
}
