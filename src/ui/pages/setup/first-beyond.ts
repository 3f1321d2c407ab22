// Where in a row something begins to hold, asked for as seldom as can be.

/** The first of `count` for which `isBeyond` holds, where it holds for all after that one; `count`: none. */
export async function firstBeyond(count: number, isBeyond: (index: number) => Promise<boolean>): Promise<number> {
  let covered = 0;
  let beyond = count;
  // Mostly it holds for none, which the last one tells.
  let probe = count - 1;
  while (covered < beyond) {
    if (await isBeyond(probe)) beyond = probe;
    else covered = probe + 1;
    probe = Math.floor((covered + beyond) / 2);
  }
  return covered;
}
