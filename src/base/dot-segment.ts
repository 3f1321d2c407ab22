// Names that no path of an address can hold as a segment.

/** Every client takes a segment of one or two dots out of a path before it sends it, however it is encoded. */
export const DOT_SEGMENT = /^\.\.?$/;

export function isDotSegment(name: string): boolean {
  return DOT_SEGMENT.test(name);
}
