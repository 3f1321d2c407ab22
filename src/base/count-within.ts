// How much of a list an answer may hold.

/** How many of these sizes, from the first on, come to `most` together; the first always does. */
export function countWithin(sizes: readonly number[], most: number): number {
  let total = 0;
  const fitting = sizes.findIndex((size, at) => {
    total += size;
    return at > 0 && total > most;
  });
  return fitting < 0 ? sizes.length : fitting;
}
