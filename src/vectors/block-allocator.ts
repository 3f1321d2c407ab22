// Hands out the blocks of a linear memory and takes them back.
import { BLOCK_BYTES, FIRST_BLOCK_ADDRESS, PAGE_BYTES, PAGES_MAX } from "./memory-layout.ts";

/** 8 MiB: enough that a load seldom grows the memory, and pages never touched cost no real memory. */
const PAGES_PER_GROWTH = 128;

export interface BlockAllocator {
  /** Address of a block whose bytes are all zero; null where the memory cannot grow any more. */
  take(): number | null;
  /** Zeroes the block's bytes and makes it free: a free block holds nobody's data. */
  give(block: number): void;
  /** Blocks taken and not given back. */
  readonly taken: number;
}

/** Both in bytes; blocks lie one after another from the first address to the end of the memory. */
export interface BlockShape {
  readonly blockBytes: number;
  readonly firstAddress: number;
}

const FLOAT_BLOCKS: BlockShape = { blockBytes: BLOCK_BYTES, firstAddress: FIRST_BLOCK_ADDRESS };

export function createBlockAllocator(memory: WebAssembly.Memory, shape = FLOAT_BLOCKS): BlockAllocator {
  const { blockBytes, firstAddress } = shape;
  const free: number[] = [];
  const given = new Set<number>();
  let next = firstAddress;

  function fresh(): number | null {
    const end = next + blockBytes;
    if (end > memory.buffer.byteLength && !grow(memory, end)) return null;
    const block = next;
    next = end;
    return block;
  }

  return {
    take() {
      const block = free.pop() ?? fresh();
      if (block !== null) given.add(block);
      return block;
    },
    give(block) {
      if (!given.delete(block)) throw new Error(`block ${block} was not taken`);
      new Uint8Array(memory.buffer, block, blockBytes).fill(0);
      free.push(block);
    },
    get taken() {
      return given.size;
    },
  };
}

function grow(memory: WebAssembly.Memory, bytes: number): boolean {
  const pages = memory.buffer.byteLength / PAGE_BYTES;
  const needed = Math.ceil(bytes / PAGE_BYTES) - pages;
  const wanted = Math.min(Math.max(needed, PAGES_PER_GROWTH), PAGES_MAX - pages);
  if (needed > wanted) return false;
  for (const step of [wanted, needed]) {
    try {
      memory.grow(step);
      return true;
    } catch (error) {
      // The system may have room for the small step where it has none for the large one.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return false;
}
