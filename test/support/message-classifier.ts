// A classifier of messages that says what a test wants to hear, and lists what it was asked.
import {
  MESSAGE_INTENTS,
  type MessageClassifier,
  type MessageIntent,
  type MessageShares,
  type RelationShares,
  RULE_RELATIONS,
  type RuleRelation,
} from "../../src/domain/ports/message-classifier.ts";

export function messageShares(intent: MessageIntent, share = 0.9): MessageShares {
  const rest = (1 - share) / (MESSAGE_INTENTS.length - 1);
  return Object.fromEntries(MESSAGE_INTENTS.map((each) => [each, each === intent ? share : rest])) as MessageShares;
}

function relationShares(relation: RuleRelation, share = 0.9): RelationShares {
  const rest = (1 - share) / (RULE_RELATIONS.length - 1);
  return Object.fromEntries(RULE_RELATIONS.map((each) => [each, each === relation ? share : rest])) as RelationShares;
}

export class ScriptedClassifier implements MessageClassifier {
  readonly thresholds = { lasting: 0.8, over: 0.7 };
  readonly asked: string[] = [];
  /** Fails with each question. */
  isBroken = false;

  constructor(
    private readonly intents: Readonly<Record<string, MessageIntent>> = {},
    /** "message / rule"; with a share, how sure it is. */
    private readonly relations: Readonly<Record<string, RuleRelation | readonly [RuleRelation, number]>> = {},
  ) {}

  async intentOf(message: string): Promise<MessageShares> {
    this.asked.push(message);
    if (this.isBroken) throw new Error("broken");
    return messageShares(this.intents[message] ?? "talk");
  }

  async relationOf(message: string, rule: string): Promise<RelationShares> {
    this.asked.push(`${message} / ${rule}`);
    if (this.isBroken) throw new Error("broken");
    const relation = this.relations[`${message} / ${rule}`] ?? "none";
    return typeof relation === "string" ? relationShares(relation) : relationShares(...relation);
  }
}
