// Finds the packets of a brain that a question is about, in the account's mode of retrieval.
import type { RetrievalMode } from "../domain/account-settings.ts";
import type { Seq } from "../domain/packet.ts";
import type { RetrievedPacket } from "../domain/retrieved.ts";
import type { Lookup } from "./lookup.ts";
import { type OrderSupersededDeps, orderSuperseded } from "./order-superseded.ts";
import { retrieveCosine } from "./retrieve-cosine.ts";
import { type RetrieveHybridDeps, retrieveHybrid } from "./retrieve-hybrid.ts";
import { retrieveUnfinished } from "./retrieve-unfinished.ts";

export interface Retrieval extends Lookup {
  readonly mode: RetrievalMode;
  /** Whether some packets have no embedding of this model yet: these are found by their words in either mode. */
  readonly isUnfinished: boolean;
  /** Packets that are shown elsewhere: they take no place, and others move up. Absent: none. */
  readonly without?: ReadonlySet<Seq>;
}

export interface RetrievePacketsDeps extends RetrieveHybridDeps, OrderSupersededDeps {
  readonly reading: RetrieveHybridDeps["reading"] & OrderSupersededDeps["reading"];
  readonly packets: RetrieveHybridDeps["packets"] & OrderSupersededDeps["packets"];
}

/** The best packets, best first; one that is erased while this runs is left out. */
export async function retrievePackets(deps: RetrievePacketsDeps, retrieval: Retrieval): Promise<RetrievedPacket[]> {
  const { mode, isUnfinished, limit, without = new Set() } = retrieval;
  const lookup = { ...retrieval, limit: limit + without.size };
  const found =
    mode === "hybrid"
      ? await orderSuperseded(deps, await retrieveHybrid(deps, lookup), lookup)
      : await (isUnfinished ? retrieveUnfinished : retrieveCosine)(deps, lookup);
  return found.filter(({ packet }) => !without.has(packet.seq)).slice(0, limit);
}

/** Mean similarity of the sources weighted by confidence, 0 to 1; null without sources. */
export function coherenceOf(sources: readonly RetrievedPacket[]): number | null {
  let weighted = 0;
  let weight = 0;
  for (const { packet, similarity } of sources) {
    weighted += similarity * packet.confidence;
    weight += packet.confidence;
  }
  return weight === 0 ? null : Math.min(1, weighted / weight);
}
