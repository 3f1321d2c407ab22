// Texts as the service takes them, made of whatever a framework hands over.

/** The service's own limits, in characters (code points), as they are unless its operator changed them. */
export const INPUT_CHARS_MAX = 32_768;
export const ANSWER_CHARS_MAX = 131_072;

/**
 * Without NUL and lone surrogates, and no longer than `charsMax`: of a longer text the end is left out. "" where nothing
 * but white space is left.
 */
export function fitText(text: string, charsMax: number): string {
  const sound = wellFormed(text).replaceAll("\0", "");
  if (sound.trim() === "") return "";
  // A character has one or two units: most texts are short enough by units already.
  return sound.length <= charsMax ? sound : [...sound.slice(0, charsMax * 2)].slice(0, charsMax).join("");
}

/** A lone half of a pair becomes U+FFFD, which is what an encoder makes of it. */
function wellFormed(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}
