// The port to what groups statements by meaning.

/** Compares rows by meaning: see wasm/cluster.ts. */
export interface Clusterer {
  /**
   * The cluster of each row, numbered from 0 in order of opening. `vectors`: count x 384 f32 in time order, unit length
   * or all zero. A row joins the nearest centroid at similarity >= `threshold`, else opens a cluster of its own.
   */
  cluster(vectors: Float32Array, count: number, threshold: number): Promise<Int32Array>;
}
