// The content words around a place in a statement.
import { oncePer } from "../base/once-per.ts";
import { contentStem } from "./sentence-reader.ts";
import { plainWord, type Statement } from "./statement.ts";

/** Tokens on each side. */
const REACH = 6;

/** Of each token its content stem; null: it has none. */
export const stemsByToken = oncePer(({ tokens }: Statement): readonly (string | null)[] =>
  tokens.map((token) => (token.kind === "word" ? contentStem(plainWord(token)) : null)),
);

/** `from`, `to`: the tokens that they stand around, which are left out. */
export function wordsAround(statement: Statement, from: number, to: number): ReadonlySet<string> {
  const stems = stemsByToken(statement);
  const near = [...stems.slice(Math.max(0, from - REACH), from), ...stems.slice(to, to + REACH)];
  return new Set(near.filter((stem) => stem !== null));
}
