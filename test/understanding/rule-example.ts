// What a statement should become.

export interface RuleExample {
  readonly said: string;
  /** What stands in the rule, in lower case; absent where there is to be none. */
  readonly words?: readonly string[];
  /** The rule itself, where its exact words were settled. */
  readonly rule?: string;
}
