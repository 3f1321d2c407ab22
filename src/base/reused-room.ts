// Memory that one piece of work after another writes over: fresh pages cost more than what many questions put into them.

/** Larger room is made anew for each use, so that one large brain does not keep its own for good. */
const ROWS_KEPT = 262_144;

/**
 * Room for at least so many rows, with anything in it: it belongs to whoever asked last, until that one returns or waits.
 * `make`: room for exactly so many.
 */
export function createReusedRoom<T>(make: (rows: number) => T): (rows: number) => T {
  let size = 0;
  let kept = make(size);
  return (rows) => {
    if (rows > ROWS_KEPT) return make(rows);
    if (rows > size) {
      size = Math.min(ROWS_KEPT, 2 * rows);
      kept = make(size);
    }
    return kept;
  };
}
