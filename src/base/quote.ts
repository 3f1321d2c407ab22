// Quotes text for a reader that follows instructions, so that none of it can pass for one.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end lines, and that is what is looked for.
const LINE_END = /\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal that shows the brief would obey them.
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g;
/** Unicode has a picture of each of the first 32 controls, from here on. */
const PICTURES = 0x2400;

/**
 * Every line of a quotation begins with "> ". Whatever ends a line in any reader begins a new quoted line, so no text
 * can put a line of its own outside: that is the whole defence, and it needs no list of bad words. Controls that could
 * wipe a quotation mark off a screen are shown as pictures.
 */
export function quote(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => (line === "" ? ">" : `> ${line.replace(CONTROL, picture)}`))
    .join("\n");
}

/** A text as part of a sentence: line ends become spaces, and controls pictures, as in a quotation. */
export function inOneLine(text: string): string {
  return text.split(LINE_END).join(" ").replace(CONTROL, picture);
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(PICTURES + code) : code === 0x7f ? "\u2421" : "\ufffd";
}
