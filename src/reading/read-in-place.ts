// Reads texts in the thread that asks, in slices: for commands, which serve nobody else, and for tests.
import type { TextReading, TextTask } from "../domain/text-reading.ts";
import { TurnTaker } from "./take-turns.ts";
import { createTextSteps } from "./text-tasks.ts";

export function readInPlace(): TextReading {
  const steps = createTextSteps();
  const turns = new TurnTaker();
  const tasks = Object.keys(steps).map((name) => {
    const begin = steps[name as TextTask] as (input: unknown) => ReturnType<(typeof steps)[TextTask]>;
    return [name, (input: unknown, account: string | null) => turns.run<unknown>(account, begin(input))];
  });
  return Object.fromEntries(tasks) as TextReading;
}
