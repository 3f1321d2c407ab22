// Takes out of ONNX Runtime's module the functions that the model inside never calls, four fifths of them: what is left
// compiles in a third of the time and its machine code is smaller. A call of one that is gone traps.

const HEADER_BYTES = 8;
const CODE_SECTION = 10;
/** Of a function: 3 bytes, no locals, `unreachable`, `end`. */
const TRAP = Uint8Array.of(3, 0, 0, 0x0b);

/** Which functions a model calls; made by `bun src/embedding/model/list-functions.ts`. */
export interface CalledFunctions {
  /** Of the module that was listed: another one is left whole. */
  readonly moduleBytes: number;
  /** A bit for each function that the module defines, in its order, the lowest bit of a byte first; base64. */
  readonly called: string;
}

interface Section {
  readonly id: number;
  /** Bytes of the module that the section's content is. */
  readonly start: number;
  readonly end: number;
}

export function trimRuntime(module: Uint8Array, { moduleBytes, called }: CalledFunctions): Uint8Array {
  if (module.length !== moduleBytes) return module;
  const bits = Buffer.from(called, "base64");
  return rewriteModule(module, {
    [CODE_SECTION]: (content) =>
      mapFunctions(content, (entry, index) => (((bits[index >> 3] ?? 0) >> (index & 7)) & 1 ? entry : TRAP)),
  });
}

/** The module with the contents of some sections, by their id, replaced. */
export function rewriteModule(
  module: Uint8Array,
  rewrites: Readonly<Record<number, (content: Uint8Array) => Uint8Array>>,
): Uint8Array {
  const parts: Uint8Array[] = [module.subarray(0, HEADER_BYTES)];
  for (const { id, start, end } of readSections(module)) {
    const content = module.subarray(start, end);
    const written = rewrites[id]?.(content) ?? content;
    parts.push(Uint8Array.of(id, ...writeLeb(written.length)), written);
  }
  return Buffer.concat(parts);
}

function* readSections(module: Uint8Array): Iterable<Section> {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const { value, next } = readLeb(module, at + 1);
    yield { id: module[at] ?? 0, start: next, end: next + value };
    at = next + value;
  }
}

/** `content`: of a code section. An entry is the size of a function's body, and the body. */
export function mapFunctions(content: Uint8Array, write: (entry: Uint8Array, index: number) => Uint8Array): Uint8Array {
  const count = readLeb(content, 0);
  const parts: Uint8Array[] = [content.subarray(0, count.next)];
  let at = count.next;
  for (let index = 0; index < count.value; index += 1) {
    const { value, next } = readLeb(content, at);
    parts.push(write(content.subarray(at, next + value), index));
    at = next + value;
  }
  return Buffer.concat(parts);
}

/** An unsigned LEB128 number of up to 32 bits, and the byte after it. */
export function readLeb(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let next = at;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next };
  }
}

export function writeLeb(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...writeLeb(Math.floor(value / 0x80))];
}
