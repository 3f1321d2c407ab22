// The classifier of messages, by a model that gives scores to pairs of texts.
import {
  type ClassifierThresholds,
  MESSAGE_INTENTS,
  type MessageClassifier,
  type MessageShares,
  type RelationShares,
  RULE_RELATIONS,
} from "../domain/ports/message-classifier.ts";
import type { PairModel } from "./pair-model.ts";
import { MESSAGE_TOKENS_MAX, RELATION_TOKENS_MAX } from "./pair-tokens.ts";
import { softmax } from "./softmax.ts";

export class PairClassifier implements MessageClassifier {
  constructor(
    private readonly model: PairModel,
    readonly thresholds: ClassifierThresholds,
  ) {}

  async intentOf(message: string): Promise<MessageShares> {
    const scores = await this.model.scoresOf([[], [{ text: message, tokensMax: MESSAGE_TOKENS_MAX }]]);
    return sharesOf(MESSAGE_INTENTS, scores.subarray(0, MESSAGE_INTENTS.length));
  }

  async relationOf(message: string, rule: string): Promise<RelationShares> {
    const scores = await this.model.scoresOf([
      [{ text: rule, tokensMax: RELATION_TOKENS_MAX.rule }],
      [{ text: message, tokensMax: RELATION_TOKENS_MAX.message }],
    ]);
    return sharesOf(RULE_RELATIONS, scores.subarray(MESSAGE_INTENTS.length));
  }

  close(): Promise<void> {
    return this.model.close();
  }
}

function sharesOf<Name extends string>(names: readonly Name[], scores: Float32Array): Readonly<Record<Name, number>> {
  const shares = softmax([...scores]);
  return Object.fromEntries(names.map((name, at) => [name, shares[at]!])) as Record<Name, number>;
}
