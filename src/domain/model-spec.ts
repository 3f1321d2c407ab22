// What belongs to an embedding model: its dimension, its prefixes and every threshold measured with it.

/** The one dimension that the kernels, the storage and the contract know. */
export const DIMENSION = 384;

/** The content of a model folder's `model.json`, field by field. Similarities are after the baseline is taken off. */
export interface ModelSpec {
  readonly id: string;
  /** Of `model.onnx`, hex. */
  readonly sha256: string;
  /** Window of the model in tokens, special tokens and prefix included. */
  readonly tokensMax: number;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  /** similarity = max(0, (cosine - baseline) / (1 - baseline)). */
  readonly cosineBaseline: number;
  readonly similarityFloor: number;
  readonly clusterSimilarity: number;
  readonly sameRuleSimilarity: number;
  readonly forgottenRuleSimilarity: number;
  /** A sentence that by its words may deny a memory contradicts it only where the two are at least this near. */
  readonly contradictionSimilarity: number;
  readonly lexicalWeight: number;
  /** Share of a neighbouring packet's words that count for a packet. */
  readonly contextWeight: number;
  /** Share of the better neighbour's similarity that is added. */
  readonly neighbourWeight: number;
  /** What a packet gains that lies in the time a question names. */
  readonly timeWeight: number;
  /** Share of a question's word weight that a packet must hold to enter by words alone; above 1: none enters so. */
  readonly lexicalEntry: number;
  /** Packets at least this near say the same thing, and the newer goes first. */
  readonly sameStatementSimilarity: number;
}

/** Which of the model's two prefixes a text takes: questions the one, what is stored the other. */
export type EmbeddingRole = "query" | "passage";

export interface Embedding {
  /** 384 numbers of length 1. */
  readonly vector: Float32Array;
  /** Tokens of the text alone: no special tokens, no prefix, all windows. */
  readonly tokens: number;
}
