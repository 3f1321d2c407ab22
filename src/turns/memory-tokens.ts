// How many tokens of quoted memory a model is given.

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
export function memoryTokensOfModel(model: string): number {
  // A hint may carry a provider before the name: "meta-llama/Llama-3.1-8B-Instruct".
  const name = model.toLowerCase().replace(/^.*\//, "");
  const known = CONTEXT_TOKENS.find(([prefix]) => name.startsWith(prefix));
  if (known === undefined) return MEMORY_TOKENS_DEFAULT;
  return Math.min(MEMORY_TOKENS_MOST, Math.max(MEMORY_TOKENS_LEAST, Math.floor(known[1] * CONTEXT_SHARE)));
}
