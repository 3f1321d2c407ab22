// Reads the rule out of what a model answered.

/** The longest that a rule may be, in code points; a model that writes more has not written one rule. */
const RULE_CHARS_MAX = 2_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end lines, and that is what is looked for.
const WHITE_SPACE = /[\s\x1c-\x1e\x85]+/g;
const FENCE = /^```[a-z]*\s(.*?)\s?```$/is;
/** "- ", "1. ", "> ", "Rule: ", "**Rule:** ": what models put before what they were asked for. */
const MARK = /^(?:[-*•>+]\s+|\d{1,2}[.)]\s+|\*{0,2}(?:standing |the )?rule(?: \d{1,2})?\*{0,2}:\*{0,2}\s*)/i;
const WRAPPERS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["**", "**"],
  ["*", "*"],
  ["_", "_"],
];
/** How many wrappings are taken off: a model wraps its answer once or twice, and each takes a pass over the text. */
const WRAPPED_MAX = 4;
/** What a model that reasons aloud puts before its answer. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/i;
/** NONE with an explanation after it: no rule begins like this. */
const NOTHING_BECAUSE = /^NONE\s*(?:[.,:;!(–—-]|[\r\n])/;
const NOTHING = /^(?:none|null)?[.!]?$/i;

/** null for no rule: null itself, white space, or NONE in any case, quoted or with a full stop. One line otherwise. */
export function parseRule(text: string | null): string | null {
  if (text === null) return null;
  const answer = text.replace(THOUGHTS, "").trim();
  if (NOTHING_BECAUSE.test(answer)) return null;
  let rule = answer.replace(WHITE_SPACE, " ").trim();
  for (let times = 0; times < WRAPPED_MAX; times++) {
    rule = unwrap(rule.replace(FENCE, "$1").replace(MARK, "")).trim();
  }
  return NOTHING.test(rule) || [...rule].length > RULE_CHARS_MAX ? null : rule;
}

/** Without the marks around it; "'Hi' or 'Bye'" is not wrapped, because its marks are two pairs. */
function unwrap(text: string): string {
  const dot = text.endsWith(".") ? "." : "";
  const bare = dot === "" ? text : text.slice(0, -1);
  for (const [open, close] of WRAPPERS) {
    if (bare.length <= open.length + close.length || !bare.startsWith(open) || !bare.endsWith(close)) continue;
    const inner = bare.slice(open.length, -close.length);
    if (!inner.includes(open) && !inner.includes(close)) return inner.endsWith(".") ? inner : inner + dot;
  }
  return text;
}
