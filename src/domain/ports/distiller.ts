// The port to what words a rule.
import type { PacketCluster } from "../learning.ts";

/** Words one standing rule from a cluster. */
export interface Distiller {
  /** Shown with the pass: `extractive`, or the host of an endpoint. */
  readonly name: string;
  /** A language model, which also words what one turn teaches, or finds nothing durable in it. */
  readonly isModel: boolean;
  /** One imperative rule; null where the cluster holds nothing durable. Rejects where the pass must fail. */
  distil(cluster: PacketCluster, signal: AbortSignal): Promise<string | null>;
}
