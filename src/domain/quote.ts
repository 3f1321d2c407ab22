// Quotes text for a reader that follows instructions, so that none of it can pass for one.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end lines, and that is what is looked for.
const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Every line of a quotation begins with "> ". Whatever ends a line in any reader begins a new quoted line, so no text
 * can put a line of its own outside: that is the whole defence, and it needs no list of bad words.
 */
export function quote(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}
