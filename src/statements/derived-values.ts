// Whether a number of an answer can be worked out of two that stand together.
import type { Draft } from "./draft.ts";
import type { Amount, Value } from "./value.ts";

/** Numbers of one statement that are combined, at most: bounds the work. */
const TERMS_MAX = 12;
/** Below this the sum of any two numbers hits by chance, and a product below the second. */
const CHANCE_NUMBER = 4;
const CHANCE_PRODUCT = 20;

/** A sum, a difference or a product of two numbers of a statement that is about it, or of one of it and one of the question. */
export function isDerived({ memory, asked }: Draft, said: Amount, topics: Float64Array): boolean {
  if (said.number < CHANCE_NUMBER) return false;
  const given = numbersOf(asked.flatMap(({ values }) => values));
  return memory.all.some(({ values, at }) => {
    if (topics[at]! <= 0 || values.length === 0) return false;
    const own = numbersOf(values).slice(0, TERMS_MAX);
    return own.some((one, place) =>
      [...own.slice(place + 1), ...given.slice(0, TERMS_MAX)].some((other) => combine(one, other, said.number)),
    );
  });
}

function numbersOf(values: readonly Value[]): number[] {
  return values.flatMap((value) => (value.type === "amount" ? [value.number] : []));
}

function combine(one: number, other: number, result: number): boolean {
  if (one + other === result || Math.abs(one - other) === result) return one > 0 && other > 0;
  return result >= CHANCE_PRODUCT && one > 1 && other > 1 && one * other === result;
}
