// From a model's scores to shares.

/** Numbers from 0 to 1 that add up to 1, in the order of the scores. */
export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
