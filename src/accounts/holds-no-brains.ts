// What a process that holds no brains in memory forgets of erased ones: nothing. A server beside it notices by itself.
import type { ForgetGoneDeps } from "../indexing/forget-brains.ts";

const nothing = { forget: () => {}, forgetTexts: () => {} };

export const HOLDS_NO_BRAINS: ForgetGoneDeps = {
  vectors: nothing,
  words: nothing,
  embedder: nothing,
  backlog: nothing,
  learnSoon: nothing,
};
