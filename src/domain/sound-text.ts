// Text that every store and every reader can hold.

/** True without NUL and without a lone surrogate. */
export function isSoundText(value: string): boolean {
  return value.isWellFormed() && !value.includes("\u0000");
}
