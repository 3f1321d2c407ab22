// Clusters what the user said, and keeps what is worth a rule.
import { createGiveWay } from "../base/give-way.ts";
import type { BrainId } from "../domain/brain.ts";
import type { PacketCluster } from "../domain/learning.ts";
import { DIMENSION } from "../domain/model-spec.ts";
import { bySeq, type Seq } from "../domain/packet.ts";
import type { Clusterer } from "../domain/ports/clusterer.ts";
import type { LearningStore, Scan, ScannedPacket } from "../domain/ports/learning-store.ts";
import { cosineOf } from "../domain/similarity.ts";

export interface KeptCluster {
  /** Corrections first, each group oldest first. */
  readonly seqs: readonly Seq[];
  readonly fromCorrection: boolean;
  /** The member nearest to the mean of all. */
  readonly centralSeq: Seq;
}

type WithVector = ScannedPacket & { readonly vector: Float32Array };

/**
 * Keeps a cluster that has two members or more, at least one of them new, and a cluster that has a new correction. The
 * clusters are in the order in which they were opened.
 */
export async function keepClusters(clusterer: Clusterer, threshold: number, scan: Scan): Promise<KeptCluster[]> {
  const rows = [...scan.alone, ...scan.fresh].filter((packet): packet is WithVector => packet.vector !== null);
  if (rows.length === 0) return [];
  const vectors = new Float32Array(rows.length * DIMENSION);
  for (const [at, { vector }] of rows.entries()) vectors.set(vector, at * DIMENSION);
  const assignment = await clusterer.cluster(vectors, rows.length, threshold);
  const clusters = new Map<number, WithVector[]>();
  for (const [at, packet] of rows.entries()) {
    const cluster = assignment[at] ?? -1;
    const members = clusters.get(cluster);
    if (members === undefined) clusters.set(cluster, [packet]);
    else members.push(packet);
  }
  const kept: KeptCluster[] = [];
  const giveWay = createGiveWay();
  for (const members of clusters.values()) {
    await giveWay();
    if (isKept(members, scan.after)) kept.push(keptOf(members));
  }
  return kept;
}

function isKept(members: readonly ScannedPacket[], after: Seq): boolean {
  const fresh = members.filter(({ seq }) => seq > after);
  return fresh.some(({ kind }) => kind === "correction") || (members.length > 1 && fresh.length > 0);
}

function keptOf(members: readonly WithVector[]): KeptCluster {
  const corrections = members.filter(({ kind }) => kind === "correction");
  const others = members.filter(({ kind }) => kind !== "correction");
  return {
    seqs: [...corrections, ...others].map(({ seq }) => seq),
    fromCorrection: corrections.length > 0,
    centralSeq: centralOf(members),
  };
}

function centralOf(members: readonly WithVector[]): Seq {
  const sum = new Float32Array(DIMENSION);
  for (const { vector } of members)
    for (let at = 0; at < DIMENSION; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  let best = { seq: members[0]?.seq ?? 0, cosine: Number.NEGATIVE_INFINITY };
  for (const { seq, vector } of members) {
    const cosine = cosineOf(vector, sum);
    if (cosine > best.cosine) best = { seq, cosine };
  }
  return best.seq;
}

/** Its packets, as a distiller sees them; null where all were erased meanwhile. */
export async function loadCluster(
  learning: LearningStore,
  brain: BrainId,
  cluster: KeptCluster,
): Promise<PacketCluster | null> {
  const found = bySeq(await learning.packets(brain, cluster.seqs));
  const packets = cluster.seqs.flatMap((seq) => found.get(seq) ?? []);
  return packets.length === 0 ? null : { packets, centralSeq: cluster.centralSeq };
}
