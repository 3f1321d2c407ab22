// Reads a kept cluster's packets, as a distiller sees them.
import type { BrainId } from "../domain/brain.ts";
import type { PacketCluster } from "../domain/learning.ts";
import type { LearningStore } from "../domain/ports/learning-store.ts";
import type { KeptCluster } from "./keep-clusters.ts";

/** null where every packet of it was erased meanwhile. */
export async function loadCluster(
  learning: LearningStore,
  brain: BrainId,
  cluster: KeptCluster,
): Promise<PacketCluster | null> {
  const found = await learning.packets(brain, cluster.seqs);
  const bySeq = new Map(found.map((packet) => [packet.seq, packet]));
  const packets = cluster.seqs.flatMap((seq) => bySeq.get(seq) ?? []);
  return packets.length === 0 ? null : { packets, centralSeq: cluster.centralSeq };
}
