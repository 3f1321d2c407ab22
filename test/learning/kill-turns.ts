// What is learned from in the tests that kill the process: two subjects, and a turn that stays alone.
import { WordEmbedder } from "../support/word-embedder.ts";

export const TURNS = [
  "give distances in kilometres please",
  "always answer in short sentences",
  "please give all distances in kilometres",
  "what is the height of the tower",
  "answer in very short sentences",
] as const;

/** Recorded between the kill and the next pass. */
export const LATE_TURN = "who painted that famous ceiling";

export const RULES = ["Give distances in kilometres.", "Answer in short sentences."] as const;

/** Plays the model: one rule for each subject; null where the texts hold neither. */
export function ruleOf(texts: readonly string[]): string | null {
  const all = texts.join("\n");
  if (all.includes("kilometres")) return RULES[0];
  return all.includes("sentences") ? RULES[1] : null;
}

/** An embedder that gives each word of the tests the same direction in every process. */
export async function wordsOfTheTest(): Promise<WordEmbedder> {
  const words = new WordEmbedder();
  for (const text of [...TURNS, LATE_TURN, ...RULES]) await words.embed({ text, role: "passage", lane: "background" });
  return words;
}
