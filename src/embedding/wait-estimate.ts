// How long a text would wait for those before it, by how fast the last ones were: on a slow machine few make a long queue.

export interface WaitEstimate {
  /** What a worker took for one window, in ms. */
  took(ms: number): void;
  /** Whether a text waits too long with so many texts before it and so many workers. */
  isLong(texts: number, workers: number): boolean;
}

/** So many may always wait, for a machine may be busy for a moment when a crowd comes. */
const TEXTS_MIN = 64;
/** Weight of the latest window in the mean. */
const LATEST = 0.1;

/** Texts take turns window by window, so that each of those before it, however long, holds a text up by one window. */
export function createWaitEstimate(msMax: number): WaitEstimate {
  let windowMs = 0;
  return {
    took(ms) {
      windowMs = windowMs === 0 ? ms : (1 - LATEST) * windowMs + LATEST * ms;
    },
    isLong: (texts, workers) => texts >= TEXTS_MIN && workers > 0 && (texts * windowMs) / workers >= msMax,
  };
}
