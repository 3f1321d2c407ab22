// How many tokens a text will be to the caller's model. Its tokenizer is unknown here, so this is an estimate.

const ASCII_CHARS_PER_TOKEN = 4;

/** About four ASCII characters are a token, and every other character is one: never far below what models count. */
export function countTokens(text: string): number {
  return read(text, Number.POSITIVE_INFINITY).tokens;
}

/** UTF-16 units of the longest beginning with at most so many tokens, no character split. */
export function headWithin(text: string, tokensMax: number): number {
  return read(text, tokensMax).end;
}

/** Reads until the tokens are more than `tokensMax`. `end`: where the first character stands that is too much. */
function read(text: string, tokensMax: number): { readonly end: number; readonly tokens: number } {
  let ascii = 0;
  let others = 0;
  let end = 0;
  for (; end < text.length; end += 1) {
    if (isAscii(text, end)) ascii += 1;
    else if (!isSecondHalf(text, end)) others += 1;
    if (ascii > ASCII_CHARS_PER_TOKEN * (tokensMax - others)) break;
  }
  return { end, tokens: Math.ceil(ascii / ASCII_CHARS_PER_TOKEN) + others };
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 0x80;
}

/** Of a surrogate pair: its character was counted. */
function isSecondHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

const MEMORY_TOKENS_DEFAULT = 2_000;
/** Memory takes this share of a known context, within bounds. */
const CONTEXT_SHARE = 1 / 16;
const MEMORY_TOKENS_LEAST = 256;
const MEMORY_TOKENS_MOST = 8_000;

/** Context sizes in tokens by the start of a model's name; the first that fits counts, so longer names stand first. */
const CONTEXT_TOKENS: readonly (readonly [prefix: string, tokens: number])[] = [
  ["gpt-3.5", 16_384],
  ["gpt-4o", 128_000],
  ["gpt-4.", 1_000_000],
  ["gpt-4-", 128_000],
  ["gpt-4", 8_192],
  ["gpt-5", 400_000],
  ["o1", 200_000],
  ["o3", 200_000],
  ["o4", 200_000],
  ["claude", 200_000],
  ["gemini", 1_000_000],
  ["gemma-3", 128_000],
  ["gemma3", 128_000],
  ["gemma", 8_192],
  ["llama-4", 1_000_000],
  ["llama-3.", 128_000],
  ["llama3.", 128_000],
  ["llama-3", 8_192],
  ["llama3", 8_192],
  ["llama-2", 4_096],
  ["llama2", 4_096],
  ["mixtral", 32_768],
  ["mistral", 32_768],
  ["ministral", 128_000],
  ["qwen", 32_768],
  ["deepseek", 64_000],
  ["phi-3", 4_096],
  ["phi3", 4_096],
  ["phi", 16_384],
  ["tinyllama", 2_048],
  ["smollm", 2_048],
  ["command-r", 128_000],
];

/** Tokens of quoted memory for a model's name; a name that is not in the table, or none, gets the default. */
export function memoryTokensFor(model: string): number {
  // A hint may carry a provider before the name: "meta-llama/Llama-3.1-8B-Instruct".
  const name = model.toLowerCase().replace(/^.*\//, "");
  const known = CONTEXT_TOKENS.find(([prefix]) => name.startsWith(prefix));
  if (known === undefined) return MEMORY_TOKENS_DEFAULT;
  return Math.min(MEMORY_TOKENS_MOST, Math.max(MEMORY_TOKENS_LEAST, Math.floor(known[1] * CONTEXT_SHARE)));
}
