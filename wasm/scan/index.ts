// What the scan's module exports: the kernels, and the layout of a block, which the host compares with its own.
export { copyColumn } from "./copy-column";
export { dotRows } from "../dot-f32";
export { PEAK_ROWS, estimateRows } from "./estimate-rows";
export {
  BLOCK_BYTES,
  BLOCK_ROWS,
  CONFIDENCES_OFFSET,
  ERRORS_OFFSET,
  GROUP_BYTES,
  NORMS_OFFSET,
  SCALES_OFFSET,
  SEQS_OFFSET,
  SUMS_OFFSET,
} from "./memory";
export { quantizeRows } from "./quantize-rows";
export { refineRows } from "./refine-rows";
export { refined, scanRows } from "./scan-rows";
export { streamRead } from "./stream-read";
