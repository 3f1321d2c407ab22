import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { MemoryError } from "../../src/domain/errors.ts";
import { type BodyRoom, readJsonBody } from "../../src/http/read-body.ts";

const SCHEMA = Type.Object({ input: Type.String() });
const TEXT = JSON.stringify({ input: "Who is there?" });

function request(body: string | ReadableStream<Uint8Array>, headers: Record<string, string> = {}): Request {
  return new Request("http://memoryd.test/prepare", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
}

function room(more: Partial<BodyRoom> = {}): BodyRoom & { readonly held: number[] } {
  const held: number[] = [];
  return { bytesMax: 1_000, hold: (bytes) => void held.push(bytes), held, ...more };
}

/** Its length is not told. */
function inPieces(pieces: readonly string[], isEnding: boolean): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (isEnding) controller.close();
      else return new Promise(() => {});
    },
  });
}

test("a body that tells its length takes its room before a byte of it is read", async () => {
  const full = room({
    hold: () => {
      throw new MemoryError("overloaded", "full");
    },
  });
  const asked = request(TEXT, { "content-length": String(TEXT.length) });
  expect(readJsonBody(asked, full, SCHEMA)).rejects.toMatchObject({ code: "overloaded" });
  expect(asked.bodyUsed).toBe(false);
  const free = room();
  await readJsonBody(request(TEXT, { "content-length": String(TEXT.length) }), free, SCHEMA);
  expect(free.held).toEqual([TEXT.length]);
});

test("a body in pieces takes room piece by piece", async () => {
  const free = room();
  const read = await readJsonBody(request(inPieces([TEXT.slice(0, 5), TEXT.slice(5)], true)), free, SCHEMA);
  expect(read).toEqual({ input: "Who is there?" });
  expect(free.held.reduce((sum, bytes) => sum + bytes, 0)).toBe(TEXT.length);
});

test("a body that does not come to its end is given up", async () => {
  const stuck = readJsonBody(request(inPieces([TEXT.slice(0, 5)], false)), room({ withinMs: 20 }), SCHEMA);
  expect(stuck).rejects.toMatchObject({ code: "invalid_request", message: "The body took too long." });
  await stuck.catch(() => {});
});
