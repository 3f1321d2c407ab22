// How often others have their turn while something long runs on the same thread.

/** Longer than the slices of src/domain/give-way.ts, on any machine. */
const BUSY_MS = 6;

/** Keeps the thread to itself, as one step of long work does. */
export function keepBusy(): void {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
}

/** Turns of the loop that came round until `work` was done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}
