// What an import writes, from what stands in the store: whatever engine looks that up, and stores what is planned.
import { bytesOfVector } from "../../base/vector-bytes.ts";
import type { BrainId } from "../../domain/brain.ts";
import { countersWith, type HeldIds, isEmbedded, scannedWith } from "../../domain/decide-import.ts";
import { MemoryError } from "../../domain/errors.ts";
import type { Seq } from "../../domain/packet.ts";
import type {
  AtLine,
  ImportConflict,
  PortableCounters,
  PortableLesson,
  PortableRule,
} from "../../domain/portability.ts";
import type { ImportCount, ImportedPacket, ImportedPart, ImportPart } from "../../domain/ports/import-store.ts";

/** Everything in the data that has an id of the import. */
export type HeldEntries = Pick<HeldIds, "packets" | "lessons">;

/** Brains that hold ids of the import which the one imported into has not: whose they are is to be looked up. */
export function otherHolders({ packets, lessons }: HeldEntries, brain: BrainId | null): BrainId[] {
  const elsewhere = [...packets.values(), ...lessons.values()].filter((all) =>
    all.every((each) => each.brain !== brain),
  );
  return [...new Set(elsewhere.flatMap((all) => all.map((each) => each.brain)))];
}

/** Throws `invalid_request`, which names the line. */
export function requireNoConflict(conflict: ImportConflict | null): void {
  if (conflict === null) return;
  const { line, reason } = conflict;
  throw new MemoryError("invalid_request", `line ${line}: ${reason}`, { line });
}

/** Of the settings that a file holds those that the account has not chosen itself. */
export function freshSettings(own: object, offered: object): [name: string, value: unknown][] {
  return Object.entries(offered).filter(([name]) => !Object.hasOwn(own, name));
}

/** The numbers of a brain that an import moves. */
interface BrainNumbers extends PortableCounters {
  readonly nextSeq: Seq;
  readonly memorySize: number;
  readonly learnedThrough: Seq;
  readonly attributesVersion: number;
}

interface StandingBrain extends BrainNumbers {
  readonly id: BrainId;
}

interface KnownEntries extends HeldEntries {
  /** Forgotten rules of the brain, those made at the same moments at least; `vector`: as it is stored. */
  readonly rules: readonly { readonly createdAt: number; readonly vector: Uint8Array }[];
  /** The last packet of the brain; 0: it has none. */
  readonly lastPacket: Seq;
}

/** With its position in the brain. */
export type Placed<T> = T & { readonly seq: Seq };

export interface ImportPlan {
  /** What the brain does not hold yet, each once: the file itself may hold one twice. */
  readonly packets: readonly Placed<ImportedPacket>[];
  readonly lessons: readonly Placed<AtLine<PortableLesson>>[];
  readonly rules: readonly Placed<AtLine<PortableRule>>[];
  /** What the brain's own numbers become. */
  readonly numbers: BrainNumbers;
  readonly imported: ImportedPart;
}

export function planImport(part: ImportPart, brain: StandingBrain, known: KnownEntries): ImportPlan {
  let { nextSeq } = brain;
  const placed = <T>(each: T): Placed<T> => ({ ...each, seq: nextSeq++ });
  const packets = newOnes(part.packets, idsIn(brain.id, known.packets), idOf).map(placed);
  const lessons = newOnes(part.lessons, idsIn(brain.id, known.lessons), idOf).map(placed);
  const rules = newOnes(part.rules, new Set(known.rules.map(nameOfRule)), (rule) =>
    nameOfRule({ createdAt: rule.createdAt, vector: bytesOfVector(rule.vector) }),
  ).map(placed);
  const memorySize = brain.memorySize + packets.length;
  const statesAttributes = packets.some(({ attributes }) => attributes.length > 0);
  const scanned = { through: brain.learnedThrough, lastPacket: known.lastPacket };
  const bare = [...packets.filter((packet) => !isEmbedded(packet)), ...lessons.filter(({ vector }) => vector === null)];
  return {
    ...{ packets, lessons, rules },
    numbers: {
      ...{ nextSeq, memorySize },
      learnedThrough: packets.reduce(scannedWith, scanned).through,
      attributesVersion: brain.attributesVersion + (statesAttributes ? 1 : 0),
      ...countersWith({ ...brain, memorySize }, part.counters),
    },
    imported: {
      brain: brain.id,
      packets: countOf(part.packets, packets),
      lessons: countOf(part.lessons, lessons),
      rules: countOf(part.rules, rules),
      toEmbed: bare.length,
    },
  };
}

function countOf(wanted: readonly unknown[], stored: readonly unknown[]): ImportCount {
  return { stored: stored.length, skipped: wanted.length - stored.length };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function idsIn(brain: BrainId, known: ReadonlyMap<string, readonly { readonly brain: BrainId }[]>): Set<string> {
  return new Set([...known].filter(([, all]) => all.some((each) => each.brain === brain)).map(([id]) => id));
}

/** Rules have no id: one made at the same moment with the same meaning is the same. */
function nameOfRule({ createdAt, vector }: KnownEntries["rules"][number]): string {
  return `${createdAt} ${vector.toBase64()}`;
}

function newOnes<T>(wanted: readonly T[], known: Set<string>, nameOf: (each: T) => string): T[] {
  return wanted.filter((each) => {
    const name = nameOf(each);
    if (known.has(name)) return false;
    known.add(name);
    return true;
  });
}
