// Gathers the entries of a file into parts of one brain each, small enough for one write.
import type { BrainKey } from "../domain/brain.ts";
import type { AtLine, ModelName, PortableLesson, PortablePacket, PortableRule } from "../domain/portability.ts";
import type { BrainEntry, Entry } from "./read-entry.ts";
import type { NumberedEntry } from "./read-export.ts";

export type ProfileEntry = Extract<Entry, { type: "settings" | "constitution" | "core" }>;

export interface Part {
  /** Where the brain's own line stands. */
  readonly line: number;
  readonly place: Pick<BrainEntry, "core" | "user">;
  readonly brain: BrainEntry;
  readonly packets: AtLine<PortablePacket>[];
  readonly lessons: AtLine<PortableLesson>[];
  readonly rules: AtLine<PortableRule>[];
}

export type Piece =
  | { readonly kind: "profile"; readonly line: number; readonly entry: ProfileEntry }
  /** The brain's line: it comes before its parts, of which there may be none. */
  | { readonly kind: "brain"; readonly line: number; readonly brain: BrainEntry }
  | { readonly kind: "part"; readonly part: Part };

/** Entries of one write, and characters of their texts: bounds how long others wait for the writer. */
const ENTRIES_MAX = 100;
const CHARS_MAX = 1024 * 1024;

/** `model`: the one in use; what another made is left out. */
export async function* piecesOf(entries: AsyncIterable<NumberedEntry>, model: ModelName | null): AsyncGenerator<Piece> {
  let part: Part | null = null;
  let held = 0;
  let chars = 0;
  let isOurModel = false;
  for await (const { line, entry } of entries) {
    if (entry.type === "header") isOurModel = model !== null && entry.model.sha256 === model.sha256;
    else if (entry.type === "settings" || entry.type === "constitution" || entry.type === "core") {
      yield { kind: "profile", line, entry };
    } else if (entry.type === "brain") {
      if (part !== null) yield { kind: "part", part };
      yield { kind: "brain", line, brain: entry.brain };
      part = emptyPart(line, entry.brain);
      held = 0;
      chars = 0;
    } else if (part !== null && entry.type !== "end") {
      chars += add(part, line, entry, isOurModel);
      held += 1;
      if (held < ENTRIES_MAX && chars < CHARS_MAX) continue;
      yield { kind: "part", part };
      part = emptyPart(part.line, part.brain);
      held = 0;
      chars = 0;
    }
  }
  if (part !== null) yield { kind: "part", part };
}

function emptyPart(line: number, brain: BrainEntry): Part {
  return { line, brain, place: { core: brain.core, user: brain.user }, packets: [], lessons: [], rules: [] };
}

type Content = Extract<Entry, { type: "packet" | "lesson" | "forgotten_rule" }>;

function add(part: Part, line: number, entry: Content, isOurModel: boolean): number {
  if (entry.type === "packet") {
    const { packet } = entry;
    part.packets.push({ line, ...packet, ...(isOurModel ? {} : { vector: null, inputVector: null }) });
    return packet.input.length + packet.answer.length;
  }
  if (entry.type === "lesson") {
    part.lessons.push({ line, ...entry.lesson, ...(isOurModel ? {} : { vector: null }) });
    return entry.lesson.text.length;
  }
  part.rules.push({ line, ...entry.rule });
  return 0;
}

/** Where a brain of the file goes. */
export function targetOf(
  place: Part["place"],
  input: { account: string; core: string | null; user: string | null },
): BrainKey {
  return { account: input.account, core: input.core ?? place.core, user: input.user ?? place.user };
}
