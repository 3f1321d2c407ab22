// Numbers the terms of a brain. They stay the bytes that the store keeps: making strings would take most of a load.

const SLOTS_FIRST = 64;
const ARENA_FIRST = 512;
/** FNV-1a, 32 bits: see RFC 9923. */
const FNV_PRIME = 0x01000193;
/** Random in place of FNV's own start, so that nobody can work out colliding words beforehand. */
const HASH_START = crypto.getRandomValues(new Int32Array(1))[0]!;

/** Copies `from` to the beginning of `to`, and returns `to`. */
export function widened<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Open addressing; terms are numbered from 0 in the order in which they came. */
export class TermTable {
  size = 0;
  /** A term's number plus 1; 0: a free slot. At least twice as many slots as terms, a power of two. */
  private slots = new Int32Array(SLOTS_FIRST);
  private hashes = new Int32Array(SLOTS_FIRST / 2);
  /** Where each term begins among the letters, and where the last one ends. */
  private starts = new Int32Array(SLOTS_FIRST / 2 + 1);
  private letters = new Uint8Array(ARENA_FIRST);

  /** What the table takes, spare room included. */
  get bytes(): number {
    return 4 * (this.slots.length + this.hashes.length + this.starts.length) + this.letters.length;
  }

  /** The number of the term at `from` up to `end`; -1 where it has none. */
  find(bytes: Uint8Array, from: number, end: number): number {
    return this.slots[this.slotOf(bytes, from, end, hashOf(bytes, from, end))]! - 1;
  }

  /** The number of the term at `from` up to `end`, a new one where it had none: `size` has grown then. */
  add(bytes: Uint8Array, from: number, end: number): number {
    const hash = hashOf(bytes, from, end);
    const slot = this.slotOf(bytes, from, end, hash);
    const known = this.slots[slot]! - 1;
    if (known >= 0) return known;
    if (this.size === this.hashes.length) {
      this.widen();
      return this.add(bytes, from, end);
    }
    const number = this.size++;
    const start = this.starts[number]!;
    const next = start + end - from;
    while (next > this.letters.length) this.letters = widened(this.letters, new Uint8Array(2 * this.letters.length));
    for (let at = from; at < end; at++) this.letters[start + at - from] = bytes[at]!;
    this.starts[number + 1] = next;
    this.hashes[number] = hash;
    this.slots[slot] = number + 1;
    return number;
  }

  /** The slot that holds the term, or the free one where it belongs. */
  private slotOf(bytes: Uint8Array, from: number, end: number, hash: number): number {
    const { slots, hashes, starts, letters } = this;
    const last = slots.length - 1;
    const length = end - from;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = slots[slot]! - 1;
      if (number < 0) return slot;
      const start = starts[number]!;
      if (hashes[number] !== hash || starts[number + 1]! - start !== length) continue;
      let same = 0;
      while (same < length && letters[start + same] === bytes[from + same]) same++;
      if (same === length) return slot;
    }
  }

  private widen(): void {
    const room = 2 * this.hashes.length;
    this.hashes = widened(this.hashes, new Int32Array(room));
    this.starts = widened(this.starts, new Int32Array(room + 1));
    this.slots = new Int32Array(2 * room);
    const last = this.slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = this.hashes[number]! & last;
      while (this.slots[slot] !== 0) slot = (slot + 1) & last;
      this.slots[slot] = number + 1;
    }
  }
}

function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = HASH_START;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
  // The low bits choose the slot, and the high bits of the letters have not reached them.
  return hash ^ (hash >>> 15);
}
