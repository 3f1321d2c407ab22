// Which packets hold each term, and how often, in some two bytes a posting: of positions only the steps are kept.
import { widened } from "./term-table.ts";

/*
 * A list is a chain of chunks in one arena:  0: address of the next chunk (u32, 0: none)   4: 28 bytes of postings
 * A posting: its step from the one before (from -1 for the first), times four, plus what the counts are:
 * 0: once in the input, 1: once in the answer, 2: once in both, 3: two bytes follow, the count in each. In LEB128.
 */
const CHUNK_BYTES = 32;
const LINK_BYTES = 4;
const COUNTS_OF_INPUT = [1, 0, 1];
const COUNTS_OF_ANSWER = [0, 1, 1];
const COUNTS_APART = 3;

/** How often one packet holds a term, packed into a number below 2^53: position, count in the input, in the answer. */
const INPUT_UNIT = 256;
const POSITION_UNIT = INPUT_UNIT * INPUT_UNIT;

export function positionOf(posting: number): number {
  return Math.floor(posting / POSITION_UNIT);
}

export function inputCountOf(posting: number): number {
  return (posting - positionOf(posting) * POSITION_UNIT) >> 8;
}

export function answerCountOf(posting: number): number {
  return (posting - positionOf(posting) * POSITION_UNIT) & 0xff;
}

/** Postings ascending by position. */
export type Postings = Float64Array<ArrayBuffer>;

const TERMS_FIRST = 32;
const ARENA_FIRST = TERMS_FIRST * CHUNK_BYTES;

/** The lists of terms that are numbered from 0. */
export class PostingLists {
  private arena = new Uint8Array(ARENA_FIRST);
  /** The arena as numbers of four bytes. */
  private links = new Uint32Array(this.arena.buffer);
  /** Where the next chunk begins. The first is none, so that no list begins at 0. */
  private free = CHUNK_BYTES;
  /** Of each term the address of its first chunk (0: no list yet), and where its next byte goes. */
  private firsts = new Uint32Array(TERMS_FIRST);
  private ends = new Uint32Array(TERMS_FIRST);
  /** How many postings each term has, and the position of the last. */
  private counts = new Uint32Array(TERMS_FIRST);
  private lasts = new Int32Array(TERMS_FIRST);

  /** What the lists take, bytes. */
  get bytes(): number {
    return this.arena.length + 4 * 4 * this.firsts.length;
  }

  /** `position` has no posting of the term yet; the counts are 255 at most. */
  add(term: number, position: number, inputCount: number, answerCount: number): void {
    if (term >= this.firsts.length || this.firsts[term] === 0) this.open(term);
    else if (position < this.lasts[term]!) {
      const posting = position * POSITION_UNIT + inputCount * INPUT_UNIT + answerCount;
      const former = this.read(term);
      const later = former.findIndex((each) => each > posting);
      this.rewrite(term, [...former.subarray(0, later), posting, ...former.subarray(later)]);
      return;
    }
    this.append(term, position, inputCount, answerCount);
  }

  /** False where the term has no posting there. */
  remove(term: number, position: number): boolean {
    const former = this.read(term);
    const kept = former.filter((each) => positionOf(each) !== position);
    if (kept.length === former.length) return false;
    this.rewrite(term, kept);
    return true;
  }

  /** None for a term that has no list. */
  read(term: number): Postings {
    const count = this.counts[term] ?? 0;
    const postings = new Float64Array(count);
    const { arena, links } = this;
    let at = (this.firsts[term] ?? 0) + LINK_BYTES;
    let position = -1;
    const next = () => {
      if (at % CHUNK_BYTES === 0) at = links[(at - CHUNK_BYTES) / LINK_BYTES]! + LINK_BYTES;
      return arena[at++]!;
    };
    for (let index = 0; index < count; index++) {
      let byte = next();
      const counts = byte & 3;
      let step = (byte >> 2) & 31;
      for (let unit = 32; byte >= 0x80; unit *= 128) {
        byte = next();
        step += (byte & 0x7f) * unit;
      }
      position += step;
      const inputCount = counts === COUNTS_APART ? next() : COUNTS_OF_INPUT[counts]!;
      const answerCount = counts === COUNTS_APART ? next() : COUNTS_OF_ANSWER[counts]!;
      postings[index] = position * POSITION_UNIT + inputCount * INPUT_UNIT + answerCount;
    }
    return postings;
  }

  private open(term: number): void {
    if (term >= this.firsts.length) {
      const room = Math.max(term + 1, Math.ceil(1.5 * this.firsts.length));
      this.firsts = widened(this.firsts, new Uint32Array(room));
      this.ends = widened(this.ends, new Uint32Array(room));
      this.counts = widened(this.counts, new Uint32Array(room));
      this.lasts = widened(this.lasts, new Int32Array(room));
    }
    const chunk = this.newChunk();
    this.firsts[term] = chunk;
    this.empty(term);
  }

  private empty(term: number): void {
    this.ends[term] = this.firsts[term]! + LINK_BYTES;
    this.counts[term] = 0;
    this.lasts[term] = -1;
  }

  private rewrite(term: number, postings: Iterable<number>): void {
    this.empty(term);
    for (const each of postings) this.append(term, positionOf(each), inputCountOf(each), answerCountOf(each));
  }

  private append(term: number, position: number, inputCount: number, answerCount: number): void {
    const step = position - this.lasts[term]!;
    const isPlain = inputCount <= 1 && answerCount <= 1 && inputCount + answerCount > 0;
    const counts = isPlain ? inputCount + 2 * answerCount - 1 : COUNTS_APART;
    this.write(term, step >= 32 ? 0x80 | ((step & 31) << 2) | counts : (step << 2) | counts);
    for (let rest = Math.floor(step / 32); rest > 0; rest = Math.floor(rest / 128)) {
      this.write(term, rest >= 128 ? 0x80 | (rest & 0x7f) : rest);
    }
    if (!isPlain) {
      this.write(term, inputCount);
      this.write(term, answerCount);
    }
    this.lasts[term] = position;
    this.counts[term] = this.counts[term]! + 1;
  }

  private write(term: number, byte: number): void {
    let at = this.ends[term]!;
    if (at % CHUNK_BYTES === 0) at = this.chunkAfter(at - CHUNK_BYTES) + LINK_BYTES;
    this.arena[at] = byte;
    this.ends[term] = at + 1;
  }

  /** The chunk that a list goes on in: one that it had when it was longer, or a new one. */
  private chunkAfter(chunk: number): number {
    const known = this.links[chunk / LINK_BYTES]!;
    if (known !== 0) return known;
    const next = this.newChunk();
    this.links[chunk / LINK_BYTES] = next;
    return next;
  }

  private newChunk(): number {
    const chunk = this.free;
    this.free += CHUNK_BYTES;
    if (this.free > this.arena.length) {
      const room = Math.ceil((1.5 * this.arena.length) / CHUNK_BYTES) * CHUNK_BYTES;
      this.arena = widened(this.arena, new Uint8Array(room));
      this.links = new Uint32Array(this.arena.buffer);
    }
    return chunk;
  }
}
