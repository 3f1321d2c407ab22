// A pair of texts as the classifier of messages is given it; classifier/train_classifier.py cuts the same way.

/** Each token's text: 0 for the first, with the tokens around it, 1 for the second. */
export interface TokenPair {
  readonly ids: Int32Array;
  readonly types: Int32Array;
}

/** The most tokens of the first and of the second text. */
export type PairLengths = readonly [first: number, second: number];

/** Of nothing and a message. */
export const INTENT_LENGTHS: PairLengths = [0, 140];
/** Of a rule and a later message. */
export const RELATION_LENGTHS: PairLengths = [64, 90];

/** What is too long keeps two thirds of its room from its beginning, and the rest from its end. */
export function cutMiddle(ids: readonly number[], most: number): readonly number[] {
  if (ids.length <= most) return ids;
  const head = Math.floor((most * 2) / 3);
  return [...ids.slice(0, head), ...ids.slice(ids.length - (most - head))];
}

/** `start` and `end` are the tokenizer's marks of a text's beginning and end. */
export function pairTokens(
  [first, second]: readonly [readonly number[], readonly number[]],
  [start, end]: readonly [readonly number[], readonly number[]],
): TokenPair {
  const head = [...start, ...first, ...end];
  const tail = [...second, ...end];
  const ids = Int32Array.from([...head, ...tail]);
  return { ids, types: new Int32Array(ids.length).fill(1, head.length) };
}
