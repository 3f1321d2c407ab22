// Work in slices: others have their turn where it yields.

export type Steps<T> = Generator<void, T, void>;

/** All slices at once, where nobody else waits. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
