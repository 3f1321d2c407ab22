// Runs tasks in slices, for each account in turn.
import { setImmediate as afterOthers } from "node:timers/promises";
import { FairLines } from "../base/fair-lines.ts";
import type { Steps } from "../base/steps.ts";

/** How long one account's work may go on before another has its turn. */
const SLICE_MS = 2;
/** Jobs of one account that take turns: each holds what it has found so far, up to some megabytes. */
const JOBS_AT_ONCE = 4;

interface Job {
  readonly steps: Steps<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class TurnTaker {
  readonly #lines = new FairLines<string | null, Job>();
  #isRunning = false;

  /** Begins at once where nothing else is under way. */
  run<T>(account: string | null, steps: Steps<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = { steps, resolve: resolve as (value: unknown) => void, reject };
      this.#lines.add(account, job);
      if (!this.#isRunning) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#isRunning = true;
    let end = performance.now() + SLICE_MS;
    while (!this.#lines.isEmpty) {
      this.#lines.turn(serveOne);
      if (this.#lines.isEmpty || performance.now() < end) continue;
      // Lets the tasks that arrived meanwhile get into line.
      await afterOthers();
      end = performance.now() + SLICE_MS;
    }
    this.#isRunning = false;
  }
}

/** One slice of an account's work. */
function serveOne(line: Job[]): void {
  const until = performance.now() + SLICE_MS;
  while (line.length > 0 && performance.now() < until && advance(line[0]!, until)) line.shift();
  rotate(line);
}

/** Puts a long job behind the next few of its account, so that the account's other users do not wait for its end. */
function rotate(line: Job[]): void {
  const [first] = line.splice(0, 1);
  if (first !== undefined) line.splice(JOBS_AT_ONCE - 1, 0, first);
}

/** Runs a job up to the moment `until`, for one step at least; true where the job is over. */
function advance({ steps, resolve, reject }: Job, until: number): boolean {
  try {
    do {
      const { done, value } = steps.next();
      if (done === true) {
        resolve(value);
        return true;
      }
    } while (performance.now() < until);
    return false;
  } catch (error) {
    reject(error);
    return true;
  }
}
