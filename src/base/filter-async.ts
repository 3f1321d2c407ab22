// Keeps what a test that takes time lets through.

export async function filterAsync<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<T[]> {
  const left: T[] = [];
  for (const item of items) if (await holds(item)) left.push(item);
  return left;
}
