// What is held in memory of brains, as whoever erases them sees it: a list of what it was told to let go of.
import type { ForgetGoneDeps } from "../../src/indexing/forget-brains.ts";

export class ForgottenBrains {
  readonly vectors: number[] = [];
  readonly words: number[] = [];
  /** By account. */
  readonly texts: string[] = [];
  readonly embeddings: string[] = [];
  readonly waiting: number[] = [];
  readonly toLearn: number[] = [];

  readonly deps: ForgetGoneDeps = {
    vectors: { forget: (brain) => void this.vectors.push(brain) },
    words: {
      forget: (brain) => void this.words.push(brain),
      forgetTexts: (account) => void this.texts.push(account),
    },
    embedder: { forget: (account) => void this.embeddings.push(account) },
    backlog: { forget: (brain) => void this.waiting.push(brain) },
    learnSoon: { forget: (brain) => void this.toLearn.push(brain) },
  };
}
