// How large a pattern is when its counted repeats are written out, without compiling it.

interface Group {
  /** Size of what the group holds so far, without its last piece: a repeat applies to that piece alone. */
  done: number;
  last: number;
}

/** No class name is longer, its marks included: `[:^xdigit:]`. */
const CLASS_NAME_MAX = 16;
const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;

/**
 * Characters of the pattern; those in a counted repeat count as often as they are repeated. Never less than half of
 * the size of the pattern that is written out.
 */
export function writtenSize(pattern: string): number {
  const groups: Group[] = [{ done: 0, last: 0 }];
  for (let at = 0; at < pattern.length; at++) {
    const group = groups.at(-1)!;
    const char = pattern[at]!;
    if (char === "{") {
      REPEAT.lastIndex = at;
      const repeat = REPEAT.exec(pattern);
      if (repeat !== null) {
        group.last *= Math.max(1, Number(repeat[1]), Number(repeat[2] ?? 0));
        at += repeat[0].length - 1;
        continue;
      }
    }
    if (char === "(") groups.push({ done: 0, last: 0 });
    else if (char === ")" && groups.length > 1) {
      groups.pop();
      addPiece(groups.at(-1)!, group.done + group.last + 2);
    } else if (char === "[") {
      const end = classEnd(pattern, at);
      addPiece(group, end - at + 1);
      at = end;
    } else if (!"*+?".includes(char)) {
      addPiece(group, char === "\\" ? 2 : 1);
      if (char === "\\") at += 1;
    }
  }
  return groups.reduce((sum, { done, last }) => sum + done + last, 0);
}

function addPiece(group: Group, size: number): void {
  group.done += group.last;
  group.last = size;
}

/** Where a class ends; a bracket that is escaped, or is the first character in the class, does not end it. */
function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern[at] === "^") at += 1;
  if (pattern[at] === "]") at += 1;
  for (; at < pattern.length && pattern[at] !== "]"; at++) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern.startsWith("[:", at)) {
      // A named class, such as [:digit:], inside the class.
      const end = pattern.slice(at, at + CLASS_NAME_MAX).indexOf(":]");
      if (end > 0) at += end + 1;
    }
  }
  return Math.min(at, pattern.length - 1);
}
