// Keeps what stands in memory, in names and in files from giving orders to the terminal that shows it.

/**
 * Control characters, what turns the direction of writing, and what shows nothing at all. Joiners
 * and variation selectors stay: scripts and emoji need them.
 */
const UNPRINTABLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Each of them but tabs and line ends as `\u001b` shows it: in JSON that stands for the same character, so that programs
 * read what was there.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => (/[\t\n\f]/.test(char) ? char : escaped(char)));
}

/** The same for a text that may not begin a line of its own. */
export function printableLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

function escaped(char: string): string {
  let out = "";
  for (let at = 0; at < char.length; at++) out += `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return out;
}
