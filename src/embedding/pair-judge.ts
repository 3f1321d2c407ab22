// The judge of draft answers, by a model that gives scores to pairs of texts.
import type { AnswerJudge, Doubt, JudgeThresholds } from "../domain/ports/answer-judge.ts";
import type { PairModel } from "./pair-model.ts";
import { DOUBT_TOKENS_MAX } from "./pair-tokens.ts";

/** Doubts that wait at most: some two seconds. */
const WAITING_MAX = 16;

export class PairJudge implements AnswerJudge {
  constructor(
    private readonly model: PairModel,
    readonly thresholds: JudgeThresholds,
  ) {}

  async shareOf({ question, claim, told }: Doubt): Promise<number | null> {
    if (this.model.waiting >= WAITING_MAX) return null;
    const [score] = await this.model.scoresOf([
      [
        { text: question, tokensMax: DOUBT_TOKENS_MAX.question },
        { text: claim, tokensMax: DOUBT_TOKENS_MAX.claim },
      ],
      told.map((text) => ({ text, tokensMax: DOUBT_TOKENS_MAX.told })),
    ]);
    return 1 / (1 + Math.exp(-score!));
  }

  close(): Promise<void> {
    return this.model.close();
  }
}
