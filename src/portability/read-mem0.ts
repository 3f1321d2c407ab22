// mem0's memories: what its API lists and exports, and OpenMemory's backup of them.
import { type ForeignTurn, metadataOf, sessionOf, textOf, timeOf, userOf } from "./foreign-turn.ts";
import { type Fields, isFields, LineFault } from "./read-fields.ts";

/** Memories in one of these states are gone for their user. */
const GONE = ["deleted"];

/** The list of memories, wherever it stands; null where the document is none of mem0's. */
export function mem0List(document: unknown): readonly unknown[] | null {
  const list = isFields(document) ? (document.results ?? document.memories) : document;
  return Array.isArray(list) && list.length > 0 && list.every(isMemory) ? list : null;
}

function isMemory(value: unknown): boolean {
  return isFields(value) && contentOf(value) !== null && value.role === undefined && value.title === undefined;
}

function contentOf(fields: Fields): string | null {
  return textOf(fields, "memory", "content", "data", "text");
}

export function readMem0(document: unknown, onEntry: (entry: number) => void): ForeignTurn[] {
  const list = mem0List(document);
  if (list === null) throw new LineFault("it must hold a list of memories");
  const owner = ownerOf(document);
  return list.flatMap((memory, at) => {
    onEntry(at + 1);
    if (!isFields(memory) || GONE.some((state) => state === memory.state)) return [];
    const input = contentOf(memory) ?? "";
    return {
      entry: at + 1,
      sourceId: textOf(memory, "id"),
      user: owner ?? userOf(memory, "user_id"),
      input: input.trim(),
      answer: "",
      session: sessionOf(textOf(memory, "run_id", "session_id")),
      occurredAt: timeOf(memory, "created_at", "updated_at"),
      metadata: metadataOf(memory.metadata),
      isSaid: false,
    };
  });
}

/** OpenMemory names the user once, and gives its memories a number of their own for it. */
function ownerOf(document: unknown): string | null {
  if (!isFields(document) || !isFields(document.user)) return null;
  return userOf(document.user, "user_id");
}
