// Looks memory up without a turn: the sources that `/prepare` would use; nothing is stored, no counter moves.
import type { BrainKey } from "../domain/brain.ts";
import type { Clock } from "../domain/chance.ts";
import type { Embedder } from "../domain/embedder.ts";
import { packetText } from "../domain/packet.ts";
import type { AccountStore, BrainStore } from "../domain/ports.ts";
import type { Source } from "../domain/turn.ts";
import type { EmbeddingBacklog } from "./embedding-backlog.ts";
import { fitSources } from "./fit-sources.ts";
import { memoryTokensOf, sourceOf } from "./prepare-turn.ts";
import type { RetrieveHybridDeps } from "./retrieve-hybrid.ts";
import { retrievePackets } from "./retrieve-memory.ts";

export interface RecallMemoryDeps extends RetrieveHybridDeps {
  readonly clock: Clock;
  readonly embedder: Embedder;
  readonly backlog: Pick<EmbeddingBacklog, "settle">;
  readonly accounts: AccountStore;
  readonly brains: BrainStore;
}

export interface RecallMemoryInput {
  readonly brain: BrainKey;
  readonly query: string;
  readonly limit: number | null;
  readonly explain: boolean;
}

/** Without `limit`, exactly the sources of a brief; with one, that many at most, each whole. */
export async function recallMemory(deps: RecallMemoryDeps, input: RecallMemoryInput): Promise<Source[]> {
  const embedding = await deps.embedder.embed(input.query, "query", "interactive");
  const brain = await deps.brains.find(input.brain);
  if (brain === null) return [];
  await deps.backlog.settle(brain.id);
  const settings = await deps.accounts.settings(input.brain.account);
  const question = { text: input.query, vector: embedding.vector, at: deps.clock.now() };
  const found = await retrievePackets(deps, deps.embedder.model, brain.id, question, {
    mode: settings.retrievalMode,
    limit: input.limit ?? settings.sourcesMax,
    explain: input.explain,
  });
  if (input.limit === null) return fitSources(found, memoryTokensOf(settings, undefined)).map(sourceOf);
  return found.map((each) => sourceOf({ ...each, text: packetText(each.packet) }));
}
