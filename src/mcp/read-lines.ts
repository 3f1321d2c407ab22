// Cuts what a host writes into lines. One that is too long is left out, and told.

const LINE_END = 0x0a;

/** null: a line of more than `bytesMax`. Without its line end; the last one may have none. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<string | null> {
  const utf8 = new TextDecoder();
  let parts: Uint8Array[] = [];
  let held = 0;
  const take = () => {
    const line = held > bytesMax ? null : utf8.decode(Buffer.concat(parts));
    parts = [];
    held = 0;
    return line;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, from)) {
      hold(piece.subarray(from, at));
      yield take();
      from = at + 1;
    }
    hold(piece.slice(from));
  }
  if (held > 0) yield take();

  function hold(part: Uint8Array): void {
    held += part.length;
    if (held > bytesMax) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}
