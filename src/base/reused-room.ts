// Memory that one piece of work after another writes over: fresh pages cost more than what many questions put into them.

/** Larger room is made for one use and dropped, so that one large brain does not hold memory for good. */
const ROWS_KEPT = 262_144;

/**
 * A function that gives room for at least so many rows, with anything in it. The room is good until its caller returns
 * or awaits something: the next call gives the same room away again. `make`: room for exactly so many rows.
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
