// Random numbers that are the same in every run.
export interface SeededRandom {
  /** 0 to below 1. */
  next(): number;
  /** 0 to max - 1. */
  integer(max: number): number;
  /** Uniform in the cube, scaled to length 1 as float32. */
  unitVector(dimension: number): Float32Array;
}

/** mulberry32. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    integer: (max) => Math.floor(next() * max),
    unitVector: (dimension) => unit(floats(dimension, () => next() * 2 - 1)),
  };
}

/** A loop: the runtime's own ways with a callback take several times as long. */
export function floats(length: number, numberAt: (at: number) => number): Float32Array {
  const vector = new Float32Array(length);
  for (let at = 0; at < length; at++) vector[at] = numberAt(at);
  return vector;
}

/** The vector scaled to length 1; a zero vector stays as it is. */
export function unit(vector: Float32Array): Float32Array {
  const norm: number = Reflect.apply(Math.hypot, null, vector);
  return norm === 0 ? vector : floats(vector.length, (at) => vector[at]! / norm);
}
