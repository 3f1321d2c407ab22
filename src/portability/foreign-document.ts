// Another program's document: which format it has, and its turns, some at a time.
import { type ForeignFormat, formatOf } from "./detect-format.ts";
import type { ForeignTurn } from "./foreign-turn.ts";
import { readChat } from "./read-chat.ts";
import { parseDocument } from "./read-document.ts";
import { LineFault } from "./read-fields.ts";
import { readMem0 } from "./read-mem0.ts";
import { readNotes } from "./read-notes.ts";

const READERS = { mem0: readMem0, "basic-memory": readNotes, chat: readChat } as const;

/** Turns handed over together, and characters of their texts. */
const BATCH_TURNS = 256;
const BATCH_CHARS = 256 * 1024;

/** What is wrong with an entry of a document. */
export class EntryFault extends LineFault {
  constructor(
    reason: string,
    readonly entry: number,
  ) {
    super(reason);
  }
}

export interface ForeignDocument {
  readonly format: ForeignFormat;
  /** In the order of the document. Once only. */
  readonly batches: AsyncIterable<readonly ForeignTurn[]>;
  close(): void;
}

/** Reads a document; `format` null: its content tells. Rejects with EntryFault, and with LineFault for the whole of it. */
export type OpenForeignDocument = (
  bytes: Uint8Array<ArrayBuffer>,
  format: ForeignFormat | null,
) => Promise<ForeignDocument>;

/** In the thread that asks: a document of megabytes takes its time, in which nobody else is served. */
export const openInPlace: OpenForeignDocument = async (bytes, format) => {
  const { format: found, turns } = readForeignDocument(bytes, format);
  return { format: found, batches: inTurn(batchesOf(turns)), close() {} };
};

async function* inTurn<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Throws EntryFault; a LineFault where the document is wrong as a whole, or tells no format. */
export function readForeignDocument(
  bytes: Uint8Array,
  format: ForeignFormat | null,
): { readonly format: ForeignFormat; readonly turns: readonly ForeignTurn[] } {
  let entry: number | null = null;
  const onEntry = (next: number) => {
    entry = next;
  };
  let found = format;
  try {
    const document = parseDocument(bytes, onEntry);
    // What its lines make together is not the last one's fault.
    entry = null;
    found ??= formatOf(document);
    return { format: found, turns: READERS[found](document, onEntry) };
  } catch (error) {
    throw error instanceof LineFault && found !== null && entry !== null ? new EntryFault(error.reason, entry) : error;
  }
}

export function* batchesOf(turns: readonly ForeignTurn[]): Generator<readonly ForeignTurn[]> {
  let from = 0;
  let chars = 0;
  for (const [at, { input, answer }] of turns.entries()) {
    chars += input.length + answer.length;
    if (chars < BATCH_CHARS && at + 1 - from < BATCH_TURNS) continue;
    yield turns.slice(from, at + 1);
    from = at + 1;
    chars = 0;
  }
  if (from < turns.length) yield turns.slice(from);
}
