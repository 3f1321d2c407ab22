// Reads texts in the thread that asks, in slices: on the reading thread, in commands, which serve nobody else, and in tests.
import type { TextReading, TextTask } from "../domain/ports/text-reading.ts";
import { TurnTaker } from "./take-turns.ts";
import { type AccountTasks, createAccountTasks } from "./text-tasks.ts";

/** Accounts of which something is kept at hand, those that asked last: some 2 MB each where they write one language. */
const ACCOUNTS_MAX = 8;

export function readInPlace(): TextReading {
  const turns = new TurnTaker();
  /** The least recently used first. */
  const shares = new Map<string | null, AccountTasks>();
  const tasksOf = (account: string | null): AccountTasks => {
    const share = shares.get(account) ?? createAccountTasks();
    shares.delete(account);
    shares.set(account, share);
    const [oldest] = shares.keys();
    if (shares.size > ACCOUNTS_MAX && oldest !== undefined) shares.delete(oldest);
    return share;
  };
  const does = <Task extends Exclude<TextTask, "forgetWords">>(task: Task): TextReading[Task] =>
    // The input and the answer are those of one task.
    ((input: never, account) => turns.run<unknown>(account, tasksOf(account)[task](input))) as TextReading[Task];
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
      const words = shares.get(account)?.wordsKept ?? 0;
      shares.delete(account);
      return words;
    },
  };
}
