// How far two words are from one another.

/** Levenshtein's distance. Takes time in proportion to the product of the lengths. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, against] of [...other].entries()) {
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + (letter === against ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? one.length;
}
