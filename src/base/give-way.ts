// Long work on the thread that answers requests: others have their turn after each slice of it.

/** Longer than most steps, and shorter than anybody notices. */
const SLICE_MS = 4;

/** Resolves at once while the slice lasts, else when what came meanwhile has been served. */
export type GiveWay = () => Promise<void>;

export function createGiveWay(): GiveWay {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
