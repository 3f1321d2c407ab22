// Looks memory up without a turn: the sources that `/prepare` would use; nothing is stored, no counter moves.
import type { BrainKey } from "../domain/brain.ts";
import type { Embedder } from "../domain/embedder.ts";
import { packetText } from "../domain/packet.ts";
import type { AccountStore, BrainStore, PacketStore } from "../domain/ports.ts";
import type { Source } from "../domain/turn.ts";
import type { VectorIndex } from "../domain/vector-index.ts";
import type { EmbeddingBacklog } from "./embedding-backlog.ts";
import { fitSources } from "./fit-sources.ts";
import { memoryTokensOf, shownSource } from "./prepare-turn.ts";
import { retrievePackets } from "./retrieve-memory.ts";

export interface RecallMemoryDeps {
  readonly embedder: Embedder;
  readonly vectors: VectorIndex;
  readonly backlog: EmbeddingBacklog;
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
  readonly packets: PacketStore;
}

/** Without `limit`, exactly the sources of a brief; with one, that many at most, each whole. */
export async function recallMemory(
  deps: RecallMemoryDeps,
  input: { brain: BrainKey; query: string; limit: number | null },
): Promise<Source[]> {
  const embedding = await deps.embedder.embed(input.query, "query", "interactive");
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return [];
  await deps.backlog.settle(brain.id);
  const settings = await deps.accounts.settings(input.brain.account);
  const { similarityFloor } = deps.embedder.model;
  const limit = input.limit ?? settings.sourcesMax;
  const found = await retrievePackets({ ...deps, similarityFloor }, brain.id, embedding.vector, limit);
  if (input.limit === null) return fitSources(found, memoryTokensOf(settings, undefined)).map(shownSource);
  return found.map((each) => shownSource({ ...each, text: packetText(each.packet) }));
}
