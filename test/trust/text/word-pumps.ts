// Pumps of the words and cues that the project's own patterns and lists hold, read from the sources as text.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SeededRandom } from "../../vectors/seeded-random.ts";
import { drawn, dressed } from "./character-pumps.ts";
import type { TextPump } from "./text-pump.ts";

const SRC = resolve(import.meta.dir, "../../../src");
/** Rooms that read texts; those that are not there are passed over. */
const ROOMS = [
  ...["text", "redaction", "lexical", "memory", "portability", "learning"],
  ...["understanding", "retrieval", "turns", "domain"],
];
const WORDS_LEAST = 1_000;
const WORD_CHARS_MAX = 60;

const STRING = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const REGEX = /(?:^|[=(,:[!&|?;{}]|return)\s*\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[a-z]*/gm;
/** What a pattern has besides what it matches letter by letter. */
const SYNTAX = /\\[pPu]\{[^}]*\}|\\u[0-9a-f]{4}|\\[bBdDwWsSnrt]|\(\?[:=!<][=!]?|[()|?*+{}[\]^$.\\<>]|\$\{[^}]*\}/gi;

/** Each word and each cue once, longest phrases as they stand and their words alone. */
export function collectWords(): string[] {
  const found = new Set<string>();
  for (const room of ROOMS) {
    if (!existsSync(join(SRC, room))) continue;
    for (const file of readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue;
      for (const word of wordsOf(readFileSync(join(SRC, room, file), "utf8"))) found.add(word);
    }
  }
  if (found.size < WORDS_LEAST) throw new Error(`Only ${found.size} words were found below ${SRC}.`);
  return [...found].sort();
}

function wordsOf(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "").replace(/^import .*$/gm, "");
  const literals = [...code.matchAll(STRING), ...code.matchAll(REGEX)].map((match) =>
    match.slice(1).find((each) => each !== undefined),
  );
  return literals.flatMap((literal) => piecesOf(literal ?? ""));
}

function piecesOf(literal: string): string[] {
  const phrases = literal.split(SYNTAX).filter((piece) => piece.trim().length >= 2 && piece.length <= WORD_CHARS_MAX);
  const words = literal.split(/[^\p{L}\p{N}'’_@:/+-]+/u).filter((word) => word.length >= 2 && word.length <= 30);
  return [...phrases, ...words];
}

/** A word over and over, or two of them, with or without something between. */
export function drawnWordPump(random: SeededRandom, words: readonly string[]): TextPump {
  const between = drawn(random, ["", " ", " ", ", ", "\n", ". "]);
  const unit = drawn(random, words) + between;
  return dressed(random, random.integer(2) === 0 ? unit : unit + drawn(random, words) + between);
}

/** Each word once. */
export function* wordPumps(random: SeededRandom, words: readonly string[]): Generator<TextPump> {
  for (const word of words) yield dressed(random, word + drawn(random, ["", " ", " ", ". ", "\n"]));
}
