// A question about what somebody said, for them to change.
import { words } from "../../words/words.ts";

const WORDS_MAX = 3;
/** Shorter words hardly ever say what a sentence is about. */
const LETTERS_MIN = 4;

/** The suggestion that belongs to an example, else a question with the longest words of the text. */
export function questionAbout(said: string): string {
  const example = words.start.examples.find((each) => each.said === said.trim());
  return example?.question ?? words.start.ask.about(aboutOf(said));
}

export function answerTo(said: string): string {
  return words.start.examples.find((each) => each.said === said.trim())?.answer ?? words.start.answer.suggested;
}

function aboutOf(said: string): string {
  const all = [...new Set(said.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const longest = all
    .filter((word) => word.length >= LETTERS_MIN)
    .sort((a, b) => b.length - a.length)
    .slice(0, WORDS_MAX);
  const chosen = longest.length === 0 ? all.slice(0, WORDS_MAX) : all.filter((word) => longest.includes(word));
  return chosen.length === 0 ? said.trim() : new Intl.ListFormat("en").format(chosen);
}
