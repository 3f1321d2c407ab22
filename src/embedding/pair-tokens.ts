// Two sides of texts as a classifier is given them; model/classifier/train_classifier.py and model/judge/train_judge.py cut the same way.

/** Each token's side: 0 for the first, with the token before it, 1 for the second. */
export interface TokenPair {
  readonly ids: Int32Array;
  readonly types: Int32Array;
}

/** A text, and the most of its tokens that count. */
export interface PairText {
  readonly text: string;
  readonly tokensMax: number;
}

export type Side = readonly PairText[];

/** Of a message that is read by itself. */
export const MESSAGE_TOKENS_MAX = 140;
/** Of a rule and a later message. */
export const RELATION_TOKENS_MAX = { rule: 64, message: 90 } as const;
/** Of a question, what answers it, and each passage that it is held against. */
export const DOUBT_TOKENS_MAX = { question: 30, claim: 60, told: 56 } as const;

/** What is too long keeps two thirds of its room from its beginning, and the rest from its end. */
export function cutMiddle(ids: readonly number[], most: number): readonly number[] {
  if (ids.length <= most) return ids;
  const head = Math.floor((most * 2) / 3);
  return [...ids.slice(0, head), ...ids.slice(ids.length - (most - head))];
}

/** `start` and `end` are the tokenizer's marks of a text's beginning and end; a side without texts has one end all the same. */
export function pairTokens(
  [first, second]: readonly [readonly (readonly number[])[], readonly (readonly number[])[]],
  [start, end]: readonly [readonly number[], readonly number[]],
): TokenPair {
  const sideOf = (texts: readonly (readonly number[])[]) =>
    (texts.length === 0 ? [[]] : texts).flatMap((ids) => [...ids, ...end]);
  const head = [...start, ...sideOf(first)];
  const ids = Int32Array.from([...head, ...sideOf(second)]);
  return { ids, types: new Int32Array(ids.length).fill(1, head.length) };
}
