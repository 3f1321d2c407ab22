// Lines, wherever the pieces of a stream are cut.
import { expect, test } from "bun:test";
import { isBlank, parseLine, readLines } from "../../src/portability/read-lines.ts";

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // One buffer for all pieces, as a stream may have it.
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

async function linesOf(text: string, size: number, most = 1_000): Promise<string[]> {
  const found: string[] = [];
  for await (const { number, bytes } of readLines(cut(text, size), most)) {
    found.push(new TextDecoder().decode(bytes));
    expect(number).toBe(found.length);
  }
  return found;
}

const TEXTS = ["", "\n", "a", "a\n", "\n\n", "one\ntwo\r\n\nthé\u{1f600}\nlast", `${"x".repeat(300)}\ny\n`];

test.each(TEXTS)("the lines of %j, put together, are the text itself", async (text) => {
  const wanted = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const size of [1, 2, 3, 7, 64, 10_000]) expect(await linesOf(text, size)).toEqual([...wanted]);
});

test("a line of more than the bound is refused, whether or not it ever ends", async () => {
  expect(await linesOf(`${"x".repeat(9)}\n`, 4, 10)).toHaveLength(1);
  for (const size of [1, 4, 100]) {
    await expect(linesOf(`a\n${"x".repeat(10)}\n`, size, 10)).rejects.toThrow("longer than 10 bytes");
    await expect(linesOf("x".repeat(11), size, 10)).rejects.toThrow("longer than 10 bytes");
  }
});

test("a line is JSON in UTF-8, or told to be none without its text", () => {
  expect(parseLine(new TextEncoder().encode('{"a": "é"}\r\n'))).toEqual({ a: "é" });
  expect(() => parseLine(new TextEncoder().encode("{secret}"))).toThrow(/^it is not valid JSON$/);
  expect(() => parseLine(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/^it is not valid UTF-8$/);
});

test("white space alone is blank", () => {
  expect(isBlank(new TextEncoder().encode(" \t\r\n"))).toBe(true);
  expect(isBlank(new TextEncoder().encode(" x\n"))).toBe(false);
});
