// How long a text would wait for those before it, by the pace of late: on a slow machine a queue is long with few of them.

export interface WaitEstimate {
  /** What a worker took for one window, in ms. */
  took(ms: number): void;
  /** Whether with so many texts before it, and so many workers, a text waits longer than anybody should. */
  isLong(texts: number, workers: number): boolean;
}

/** So many may always wait: a crowd that comes at once to a machine that is busy just then. */
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
