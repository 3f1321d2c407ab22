// Work in slices: other work has its turn where it yields.

export type Steps<T> = Generator<void, T, void>;

/** Runs all slices at once, where no other work waits. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
