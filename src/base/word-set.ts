// Lists of words as the sources write them.

/** The words of a list, separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** The value of each word of the lists. */
export function wordTable<T>(lists: readonly (readonly [words: string, value: T])[]): ReadonlyMap<string, T> {
  return new Map(lists.flatMap(([words, value]) => words.split(" ").map((word): [string, T] => [word, value])));
}
