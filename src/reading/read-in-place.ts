// Reads texts in the thread that asks, in slices: on the reading thread, in commands, which serve nobody else, and in tests.
import { RecentMap } from "../base/recent-map.ts";
import type { Steps } from "../base/steps.ts";
import { type TextReading, textReadingBy } from "../domain/ports/text-reading.ts";
import { TurnTaker } from "./take-turns.ts";
import type { AccountTasks } from "./text-tasks.ts";

/** Accounts whose words and patterns are kept, those that asked last: some 2 MB each if they write in one language. */
const ACCOUNTS_MAX = 8;

export function readInPlace(): TextReading {
  const turns = new TurnTaker();
  const shares = new RecentMap<string | null, AccountTasks>(ACCOUNTS_MAX);
  return textReadingBy(async (task, input, account) => {
    if (task === "forgetWords") {
      const words = shares.get(account)?.wordsKept ?? 0;
      shares.delete(account);
      return words;
    }
    // Loaded with the first task: a service reads on its reading thread, and never comes here.
    const { createAccountTasks } = await import("./text-tasks.ts");
    // `input` belongs to `task`, which the compiler cannot see here.
    const begin = shares.getOrMake(account, createAccountTasks)[task] as (input: unknown) => Steps<unknown>;
    return turns.run(account, begin(input));
  });
}
