// What a setting lists, with commas between.

/** The entries of a setting that is a list with commas. */
export function entriesOf(setting: string): string[] {
  return setting.split(",").flatMap((entry) => entry.trim() || []);
}
