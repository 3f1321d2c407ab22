// Follows the entries of an audit one by one, whatever engine reads them, and says what cannot be.
import { sha256Hex } from "../../base/sha256.ts";
import { type AuditEntry, canonicalEntry, originText } from "../../domain/audit.ts";
import type { FollowedChain } from "../../domain/ports/data-files.ts";

/** One change breaks the entry after it too: the first ones say where to look. */
const FAULTS_SHOWN = 20;

export interface ChainFollower {
  /** The entries in the order of their seq. */
  next(entry: AuditEntry): void;
  /** `given`: the highest number that the data remembers having given. */
  end(given: number): FollowedChain;
}

/** `origin`: the id of the data; null: it is not there. `head`: a hash that the chain must have passed. */
export function followLinks(origin: string | null, head: string | null): ChainFollower {
  const faults: string[] = [];
  let brokenAt: number | null = null;
  const restores: number[] = [];
  if (origin === null) {
    faults.push("the id of the data, which the chain begins with, is not there");
    brokenAt = 0;
  }
  let last = sha256Hex(originText(origin ?? ""));
  let headAt = head === last ? 0 : null;
  let headReplacedBy: number | null = null;
  let entries = 0;
  return {
    next(entry) {
      entries += 1;
      const fault = faultOf(entry, entries, last);
      if (fault !== null && faults.length < FAULTS_SHOWN) faults.push(fault);
      if (fault !== null) brokenAt ??= entries;
      // From here on the numbers are its own, so that one gap is told once.
      entries = entry.seq;
      last = entry.hash;
      if (head === last) headAt = entry.seq;
      if (entry.action !== "backup.restored") return;
      restores.push(entry.seq);
      if (head !== null && replacedHead(entry) === head) headReplacedBy = entry.seq;
    },
    end(given) {
      if (given > entries) {
        faults.push(`entries up to ${given} were there, and the last one is ${entries}: its end was cut off`);
        brokenAt ??= entries + 1;
      }
      return { entries, head: last, faults, brokenAt, headAt, headReplacedBy, restores };
    },
  };
}

function faultOf(entry: AuditEntry, expected: number, last: string): string | null {
  if (entry.seq !== expected) return `entry ${expected} is not there: the next one is ${entry.seq}`;
  if (entry.previous !== last) return `entry ${entry.seq} does not follow the one before it`;
  return entry.hash === sha256Hex(canonicalEntry(entry)) ? null : `entry ${entry.seq} was changed after it was made`;
}

function replacedHead({ details }: AuditEntry): string | null {
  try {
    return (JSON.parse(details) as { replaced?: { hash?: string } | null }).replaced?.hash ?? null;
  } catch {
    return null;
  }
}
