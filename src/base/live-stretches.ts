// Columns of which some entries are gone: what is left is copied in stretches, of which there are few.

/** Where each stretch of entries that are there begins and ends: from, end, from, end, …, ascending. */
export type Stretches = readonly number[];

/** An entry is there where its `live` is above 0. */
export function liveStretches(live: Uint8Array | Float32Array): Stretches {
  const size = live.length;
  const stretches: number[] = [];
  for (let at = 0; at < size; ) {
    while (at < size && !(live[at]! > 0)) at++;
    const from = at;
    while (at < size && live[at]! > 0) at++;
    if (at > from) stretches.push(from, at);
  }
  return stretches;
}

/** `to`: the place of its first entry among those that are there. */
export function forEachStretch(stretches: Stretches, use: (from: number, end: number, to: number) => void): void {
  let to = 0;
  for (let index = 0; index < stretches.length; index += 2) {
    const from = stretches[index]!;
    const end = stretches[index + 1]!;
    use(from, end, to);
    to += end - from;
  }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Copies the entries that are there into a column that has room for them. */
export function copyStretches<C extends Column>(column: C, into: C, stretches: Stretches): C {
  forEachStretch(stretches, (from, end, to) => into.set(column.subarray(from, end), to));
  return into;
}
