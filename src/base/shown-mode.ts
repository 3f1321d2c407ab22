// The rights of a file, as people write them.

/** "0644", of a mode as `stat` gives it. */
export function shownMode(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}
