// How often others have their turn while something long runs on the same thread.

/** Longer than the slices of src/base/give-way.ts, on any machine. */
const BUSY_MS = 6;

/** Keeps the thread to itself, as one step of long work does. */
export function keepBusy(): void {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
}

/** What `work` gives, and the turns of the loop that came round until it was done. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  return { result, turns };
}
