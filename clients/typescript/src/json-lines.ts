// JSON Lines as they come and go over a connection, a line at a time.
import type { ExportLine } from "./api-types.ts";
import { answerCut } from "./failures.ts";
import type { BodyStream, OpenStream } from "./transport.ts";

/** Throws what `cut` makes where the last line is not of type `end`: the file broke off and would not be imported. */
export async function* readExport(
  { bytes, end }: OpenStream,
  cut: CutError,
): AsyncGenerator<ExportLine, void, undefined> {
  let last: ExportLine | null = null;
  try {
    for await (const text of readLines(bytes, cut)) {
      last = parseLine(text, cut);
      yield last;
    }
  } finally {
    end();
  }
  if (last?.type !== "end") throw cut(new Error("the line of type end is missing"));
}

/** What is thrown for a stream that broke off, by what its reader says of it. */
export type CutError = (cause: unknown) => unknown;

/** `answer_cut`, or the reason of the signal that ended the stream. */
export function cutOf(url: string, signal: AbortSignal | undefined): CutError {
  return (cause) => (signal?.aborted === true ? signal.reason : answerCut(url, cause, 200, null));
}

function parseLine(text: string, cut: CutError): ExportLine {
  try {
    return JSON.parse(text) as ExportLine;
  } catch (cause) {
    throw cut(cause);
  }
}

async function* readLines(bytes: BodyStream, cut: CutError): AsyncGenerator<string, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  // Pieces of a line that has not ended: a long one is joined once, not at every piece.
  let begun: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        throw cut(cause);
      });
      if (done) break;
      const [first = "", ...others] = decoder.decode(value, { stream: true }).split("\n");
      begun.push(first);
      for (const next of others) {
        const text = begun.join("");
        begun = [next];
        if (text !== "") yield text;
      }
    }
  } finally {
    // Whoever stops reading early ends the export at the service too.
    await reader.cancel().catch(() => {});
  }
  const text = begun.join("");
  if (text.trim() !== "") yield text;
}

/** Bytes of lines, each an object or a text without its line's end. They are read only as fast as they are sent. */
export function linesToBytes(lines: AsyncIterable<unknown> | Iterable<unknown>): BodyStream {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) return controller.close();
      const text = typeof next.value === "string" ? next.value : JSON.stringify(next.value);
      controller.enqueue(encoder.encode(text.endsWith("\n") ? text : `${text}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
