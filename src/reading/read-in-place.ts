// Reads texts in the thread that asks, in slices: on the reading thread, in commands, which serve nobody else, and in tests.
import type { TextReading } from "../domain/text-reading.ts";
import { TurnTaker } from "./take-turns.ts";
import { createTextSteps, type TextSteps } from "./text-tasks.ts";

/** Accounts of which something is kept at hand, those that asked last: some 2 MB each where they write one language. */
const ACCOUNTS_MAX = 8;

type AccountSteps = Omit<TextSteps, "forgetWords">;

export function readInPlace(): TextReading {
  const turns = new TurnTaker();
  /** The least recently used first. */
  const shares = new Map<string | null, AccountSteps>();
  const stepsOf = (account: string | null): AccountSteps => {
    const share = shares.get(account) ?? createTextSteps();
    shares.delete(account);
    shares.set(account, share);
    const [oldest] = shares.keys();
    if (shares.size > ACCOUNTS_MAX && oldest !== undefined) shares.delete(oldest);
    return share;
  };
  const does = <Task extends keyof AccountSteps>(task: Task): TextReading[Task] =>
    // The input and the answer are those of one task.
    ((input: never, account) => turns.run<unknown>(account, stepsOf(account)[task](input))) as TextReading[Task];
  return {
    readInput: does("readInput"),
    readTimes: does("readTimes"),
    redact: does("redact"),
    findPattern: does("findPattern"),
    checkPatterns: does("checkPatterns"),
    compareAnswer: does("compareAnswer"),
    readTerms: does("readTerms"),
    readQuestion: does("readQuestion"),
    readStatement: does("readStatement"),
    distil: does("distil"),
    forgetWords: async (_, account) => {
      shares.delete(account);
      return null;
    },
  };
}
