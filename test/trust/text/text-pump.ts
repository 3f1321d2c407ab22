// A text of any length made of a small piece over and over: what patterns and loops that are not linear stumble over.

export interface TextPump {
  /** Says how to make the text again. */
  readonly name: string;
  /** Of so many UTF-16 units, well formed and without NUL. */
  readonly text: (length: number) => string;
}

/** What may open a pattern, what keeps it going, and what makes it fail in the end. */
export function pump(unit: string, prefix = "", suffix = ""): TextPump {
  const around = prefix.length + suffix.length;
  return {
    name: [prefix, `${shown(unit)} over and over`, suffix]
      .map((part, at) => (at === 1 || part === "" ? part : shown(part)))
      .filter((part) => part !== "")
      .join(", "),
    text: (length) =>
      around >= length ? filled(unit, length) : sound(prefix + repeated(unit, length - around) + suffix),
  };
}

/** The pump in blocks of so many units, each ended by its suffix and a line end: for readers that look at a part at a time. */
export function inBlocks(inner: TextPump, block: number): TextPump {
  return {
    name: `${inner.name}, in lines of ${block}`,
    text: (length) => filled(`${inner.text(Math.max(1, Math.min(block, length) - 1))}\n`, length),
  };
}

/** Openers and then as many closers, with something between. */
export function nested(open: string, close: string, between = "x"): TextPump {
  return {
    name: `${shown(open)} nested around ${shown(between)} and closed by ${shown(close)}`,
    text: (length) => {
      const depth = Math.floor((length - between.length) / (open.length + close.length));
      return depth < 1 ? filled(open, length) : sound(open.repeat(depth) + between + close.repeat(depth));
    },
  };
}

/** Pieces that differ from each other, from `piece(0)` on. */
export function counted(name: string, piece: (at: number) => string): TextPump {
  return {
    name,
    text: (length) => {
      const pieces: string[] = [];
      for (let at = 0, made = 0; made < length; at++) {
        const next = piece(at);
        pieces.push(next);
        made += next.length;
      }
      return sound(pieces.join("").slice(0, length));
    },
  };
}

/** In quotation marks; what cannot be seen by its number, and of a long one its beginning. */
export function shown(text: string): string {
  const start = text.length <= 60 ? text : text.slice(0, 57);
  const seen = JSON.stringify(start).replace(/(?! )[\p{C}\p{Z}\p{M}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
  return start === text ? seen : `${seen}… (${text.length})`;
}

function filled(unit: string, length: number): string {
  return sound(repeated(unit, length));
}

function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function sound(text: string): string {
  return text.toWellFormed();
}
