// What the module exports: the kernels and the layout of a block, which the host compares with its own.
export { clusterBlock } from "./cluster";
export { compareRows } from "./compare-rows";
export { dotRows } from "./dot-f32";
export { BLOCK_BYTES, BLOCK_ROWS, CONFIDENCES_OFFSET, SEQS_OFFSET } from "./memory";
export { topK } from "./top-k";
