// What an import meets in the store: what keeps an entry out, and how far a brain's numbers move.
import type { BrainId, BrainKey } from "./brain.ts";
import { DIMENSION } from "./model-spec.ts";
import type { Seq } from "./packet.ts";
import type { ConflictQuestion, ImportConflict, ModelName, PortableCounters, PortablePacket } from "./portability.ts";

type Said = Pick<PortablePacket, "input" | "answer" | "session" | "occurredAt">;

/** Everything in the data that has an id of the import, for an id is unique in its brain alone. */
export interface HeldIds {
  readonly packets: ReadonlyMap<string, readonly (Said & { readonly brain: BrainId })[]>;
  readonly lessons: ReadonlyMap<string, readonly { readonly brain: BrainId }[]>;
  /** Whose the brains are that hold them; the brain that is imported into need not be among them. */
  readonly owners: ReadonlyMap<BrainId, BrainKey>;
}

/** What no model has embedded stands there as if another had: it is embedded in the background, and nobody waits. */
export const NO_MODEL: ModelName = { id: "", sha256: "" };
export const NO_VECTOR = new Uint8Array(DIMENSION * 4);
/** More models than any data was made with; a file cannot make the list endless. */
export const MODELS_MAX = 16;

/** Both embeddings are always of one model: where one is missing, both are to be made. */
export function isEmbedded({ vector, inputVector, learnable }: EmbeddedParts): boolean {
  return vector !== null && (!learnable || inputVector !== null);
}

type EmbeddedParts = Pick<PortablePacket, "vector" | "inputVector" | "learnable">;

/** The first entry whose id stands for something else already. `brain`: the one imported into; null: it is yet to be made. */
export function findConflict(part: ConflictQuestion, brain: BrainId | null, held: HeldIds): ImportConflict | null {
  const found = [...packetConflicts(part, brain, held), ...lessonConflicts(part, brain, held)];
  return found.sort((a, b) => a.line - b.line)[0] ?? null;
}

/** Nobody may learn from a refusal what stands in a brain that their key does not reach. */
function isReached({ brain: { account }, reach }: ConflictQuestion, owner: BrainKey | undefined): boolean {
  return (
    owner?.account === account &&
    (reach.core === null || reach.core === owner.core) &&
    (reach.user === null || reach.user === owner.user)
  );
}

function packetConflicts(part: ConflictQuestion, brain: BrainId | null, held: HeldIds): ImportConflict[] {
  const seen = new Map<string, Said>();
  return part.packets.flatMap((packet) => {
    const { id, line } = packet;
    const all = held.packets.get(id) ?? [];
    const stored = all.find((each) => each.brain === brain);
    if (stored === undefined && all.some((each) => isReached(part, held.owners.get(each.brain)))) {
      return [{ line, reason: "its id belongs to another brain here" }];
    }
    const there = stored ?? seen.get(id);
    seen.set(id, packet);
    if (there === undefined || isSame(there, packet)) return [];
    return [{ line, reason: "there is a memory of this id already, with other content" }];
  });
}

function lessonConflicts(part: ConflictQuestion, brain: BrainId | null, held: HeldIds): ImportConflict[] {
  return part.lessons.flatMap(({ id, line }) => {
    const holders = held.lessons.get(id) ?? [];
    if (holders.some((each) => each.brain === brain)) return [];
    if (!holders.some((each) => isReached(part, held.owners.get(each.brain)))) return [];
    return [{ line, reason: "its id belongs to another brain here" }];
  });
}

/** What was said, and when; what learning made of it since may differ. */
function isSame(there: Said, packet: Said): boolean {
  return (
    there.input === packet.input &&
    there.answer === packet.answer &&
    there.session === packet.session &&
    there.occurredAt === packet.occurredAt
  );
}

/** How far learning has scanned a brain, and the last of its packets. */
export interface Scanned {
  readonly through: Seq;
  readonly lastPacket: Seq;
}

/** After one more packet: no packet that is still to be learned from may lie behind the watermark. */
export function scannedWith({ through, lastPacket }: Scanned, packet: { seq: Seq; learned: boolean }): Scanned {
  return { through: packet.learned && lastPacket <= through ? packet.seq : through, lastPacket: packet.seq };
}

/**
 * The greater of both, so that the same file twice counts once. A file without counters holds turns alone: there are never
 * fewer of them than packets then.
 */
export function countersWith(
  standing: PortableCounters & { readonly memorySize: number },
  imported: PortableCounters | null,
): PortableCounters {
  const turns = Math.max(standing.turns, imported?.turns ?? standing.memorySize);
  const isLonger = imported !== null && imported.coherenceCount > standing.coherenceCount;
  const { coherenceSum, coherenceCount } = isLonger ? imported : standing;
  return { turns, coherenceSum, coherenceCount };
}
