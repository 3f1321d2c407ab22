// How many tokens a text will be to the caller's model. Its tokenizer is unknown here, so this is an estimate.

const ASCII_CHARS_PER_TOKEN = 4;

/** About four ASCII characters are a token, and every other character is one: never far below what models count. */
export function countTokens(text: string): number {
  return read(text, 0, text.length, Number.POSITIVE_INFINITY).tokens;
}

/** UTF-16 units of the longest beginning with at most so many tokens, no character split. */
export function headWithin(text: string, tokensMax: number): number {
  return endWithin(text, 0, text.length, tokensMax);
}

/** Where the longest piece of at most so many tokens ends that begins at `start`; `end` at most, no character split. */
export function endWithin(text: string, start: number, end: number, tokensMax: number): number {
  return read(text, start, end, tokensMax).end;
}

/** Fourths of a token between two places: what pieces of a text cost may be added up without rounding. */
export function countFourths(text: string, start: number, end: number): number {
  const { ascii, others } = read(text, start, end, Number.POSITIVE_INFINITY);
  return ascii + ASCII_CHARS_PER_TOKEN * others;
}

/** Reads until the tokens are more than `tokensMax`. `end`: where the first character stands that is too much. */
function read(text: string, start: number, limit: number, tokensMax: number) {
  let ascii = 0;
  let others = 0;
  let end = start;
  for (; end < limit; end += 1) {
    if (isAscii(text, end)) ascii += 1;
    else if (!isSecondHalf(text, end)) others += 1;
    if (ascii > ASCII_CHARS_PER_TOKEN * (tokensMax - others)) break;
  }
  return { ascii, others, end, tokens: Math.ceil(ascii / ASCII_CHARS_PER_TOKEN) + others };
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80;
}

/** Of a surrogate pair: its character was counted. */
function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
