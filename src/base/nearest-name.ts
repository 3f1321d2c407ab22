// Finds the name that somebody probably meant.

/** Longer than any name of ours: the time of a look grows with the square. */
const NAME_CHARS_MAX = 64;

/** The known name that is most like `written`; null where none is like it. */
export function nearestName(written: string, known: readonly string[]): string | null {
  if (written.length > NAME_CHARS_MAX) return null;
  let best: string | null = null;
  let fewest = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    const edits = editsBetween(written.toLowerCase(), name.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      best = name;
    }
  }
  return best;
}

/** How many letters must be put in, taken out, replaced or swapped with their neighbour (optimal string alignment). */
export function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(at(last, column) + 1, at(line, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, at(before, column - 2) + 1);
      line.push(edits);
    }
    before = last;
    last = line;
  }
  return at(last, b.length);
}

function at(line: readonly number[], column: number): number {
  return line[column] ?? Number.POSITIVE_INFINITY;
}
