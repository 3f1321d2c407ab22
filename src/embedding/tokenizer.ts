// From a text to the token ids of its windows.
import { Tokenizer } from "@huggingface/tokenizers";
import { capMarks } from "../base/cap-marks.ts";
import type { EmbeddingRole, ModelSpec } from "../domain/model-spec.ts";
import { cutMiddle, pairTokens, type Side, type TokenPair } from "./pair-tokens.ts";
import { type Window, windowSizes } from "./windows.ts";

/** What of the model the tokenizer needs to know. */
export type TokenizerSpec = Pick<ModelSpec, "tokensMax" | "queryPrefix" | "passagePrefix">;

export interface TextTokenizer {
  /** At least one window, empty text included; lone surrogates count as U+FFFD, marks beyond eight on a letter not at all. */
  cut(text: string, role: EmbeddingRole): Window[];
  /** Of each text the first 8,192 UTF-16 units count. */
  pair(sides: readonly [Side, Side]): TokenPair;
}

/** UTF-16 units that the library is given at once: its lattice takes some hundred bytes a character. */
const PIECE_LENGTH_MAX = 8192;

/** `json`: content of tokenizer.json. Its padding and truncation are of no effect: the library knows neither. */
export function createTextTokenizer(json: object, spec: TokenizerSpec): TextTokenizer {
  const { padding: _padding, truncation: _truncation, ...definition } = json as Record<string, unknown>;
  const tokenizer = new Tokenizer(definition, {});
  const encode = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const encodeLong = (text: string) => pieces(text).flatMap(encode);
  const { head, tail } = specialTokens(tokenizer);
  const withSpecials = (ids: readonly number[], tokens: number): Window => ({
    ids: Int32Array.from([...head, ...ids, ...tail]),
    tokens,
  });

  return {
    cut(text, role) {
      const clean = capMarks(text.toWellFormed());
      const prefix = role === "query" ? spec.queryPrefix : spec.passagePrefix;
      const own = encodeLong(clean);
      const room = spec.tokensMax - head.length - tail.length;
      if (own.length <= room) {
        // Prefix and text are tokenized as one, as in training: at their border a token may differ.
        const whole = prefix === "" ? own : encodeLong(prefix + clean);
        if (whole.length <= room) return [withSpecials(whole, own.length)];
      }
      const prefixIds = encode(prefix.trimEnd());
      let start = 0;
      return windowSizes(own.length, room - prefixIds.length).map((size) => {
        const ids = own.slice(start, start + size);
        start += size;
        return withSpecials([...prefixIds, ...ids], size);
      });
    },
    pair([first, second]) {
      const idsOf = (side: Side) =>
        side.map(({ text, tokensMax }) =>
          cutMiddle(encode(capMarks(text.slice(0, PIECE_LENGTH_MAX).toWellFormed())), tokensMax),
        );
      return pairTokens([idsOf(first), idsOf(second)], [head, tail]);
    },
  };
}

/** The ids that the tokenizer's template puts before and after a text. */
function specialTokens(tokenizer: Tokenizer): { head: number[]; tail: number[] } {
  const bare = tokenizer.encode("a", { add_special_tokens: false }).ids;
  const full = tokenizer.encode("a").ids;
  const start = full.indexOf(bare[0] ?? -1);
  if (start < 0) throw new Error("The tokenizer has no token for a plain letter.");
  return { head: full.slice(0, start), tail: full.slice(start + bare.length) };
}

/** The text itself, or where it is long pieces of it, cut at white space where there is any. */
function pieces(text: string): string[] {
  const result: string[] = [];
  let start = 0;
  while (text.length - start > PIECE_LENGTH_MAX) {
    const limit = start + PIECE_LENGTH_MAX;
    const space = text.slice(start, limit).search(/\s\S*$/);
    if (space > 0) {
      // White space left at a piece's end would be a token of its own to some tokenizers.
      result.push(text.slice(start, start + space).trimEnd());
      start += space + 1;
    } else {
      const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
      result.push(text.slice(start, end));
      start = end;
    }
  }
  result.push(text.slice(start));
  return result;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
