// Work that is worth doing once for all who ask at the same time.

/** Who asks while the work runs is answered with what it comes to. */
export function joinRunning<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
