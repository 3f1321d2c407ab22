// For verbs of which a test puts the parts together itself: data of one model, in which nothing is embedded anew.
import type { Reembedding } from "../../src/domain/ports/reembedding.ts";

export const NO_REEMBEDDING: Reembedding = {
  progress: () => null,
  isUnfinished: async () => false,
  isUnderWay: async () => false,
  renew: async () => {},
  renewLessons: async () => {},
};

export const NO_BACKLOG = { settle: async () => {} };
