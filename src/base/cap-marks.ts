// Bounds the runs of combining marks in a text, which Unicode normalisation sorts in quadratic time.

/** Marks in a row that one letter may carry; no script needs more. */
const MARKS_MAX = 8;
/** The half-width sound marks count: NFKC makes combining marks of them. */
const LONG_MARKS = new RegExp(`([\\p{M}\\uff9e\\uff9f]{${MARKS_MAX}})[\\p{M}\\uff9e\\uff9f]+`, "gu");

/** The text without the marks beyond the eighth on one letter: 100,000 of them in a row take NFKC 28 s. */
export function capMarks(text: string): string {
  return text.replace(LONG_MARKS, "$1");
}
