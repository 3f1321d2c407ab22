// Writes the linear memory of the scan for the kernels' caller, with checks, at the places that scan-layout.ts names.
import { DIMENSION } from "../domain/model-spec.ts";
import type { QuantizedQuery } from "./quantize-query.ts";
import * as layout from "./scan-layout.ts";

/** Shared with the helpers. Views made before it grew do not reach its end, so that each use makes its own. */
export class ScanMemory {
  readonly wasm = new WebAssembly.Memory({ initial: layout.PAGES_FIRST, maximum: layout.PAGES_MAX, shared: true });

  /** `count` f32 at an address. */
  floats(address: number, count: number): Float32Array {
    return new Float32Array(this.wasm.buffer, address, count);
  }

  /** `count` u32 at an address. */
  integers(address: number, count: number): Uint32Array {
    return new Uint32Array(this.wasm.buffer, address, count);
  }

  /** Throws RangeError where an address is not that of a block, or where the blocks hold fewer rows. */
  writeTable(addresses: readonly number[], rowCount: number): void {
    assertWithin("rows", rowCount, 0, addresses.length * layout.BLOCK_ROWS);
    assertWithin("blocks", addresses.length, 0, layout.TABLE_MAX);
    for (const address of addresses) this.assertBlock(address);
    this.integers(layout.TABLE_ADDRESS, addresses.length).set(addresses);
  }

  assertBlock(address: number): void {
    assertWithin("block", address, layout.FIRST_BLOCK_ADDRESS, this.wasm.buffer.byteLength - layout.BLOCK_BYTES);
    if (address % 64 !== 0) throw new RangeError(`block ${address} is not at a multiple of 64`);
  }

  writeCodes(query: QuantizedQuery): void {
    assertWithin("codes", query.codes1.length, DIMENSION, DIMENSION);
    assertWithin("codes", query.codes2.length, DIMENSION, DIMENSION);
    const bytes = new Uint8Array(this.wasm.buffer, layout.CODES_ADDRESS, layout.QUERY_BYTES);
    bytes.set(query.codes1);
    bytes.set(query.codes2, layout.QUERY_CODES2_OFFSET);
    const numbers = [query.scale1, query.scale2, query.reach, query.rest1, query.rest2, query.least];
    this.floats(layout.CODES_ADDRESS + layout.QUERY_NUMBERS_OFFSET, numbers.length).set(numbers);
    new Uint16Array(this.wasm.buffer, layout.CODES_ADDRESS + layout.QUERY_ONES_OFFSET, 8).fill(1);
  }

  /** Writes what is added to estimates, and zeroes up to the end of the last block. */
  writeAdded(added: Float32Array): void {
    const rows = Math.ceil(added.length / layout.BLOCK_ROWS) * layout.BLOCK_ROWS;
    const column = this.floats(layout.ADDED_ADDRESS, rows);
    column.set(added);
    column.fill(0, added.length);
  }

  /** Rows and queries are the embeddings of somebody's words: none stays in memory when the call is over. */
  wipe(address: number, bytes: number): void {
    new Uint8Array(this.wasm.buffer, address, bytes).fill(0);
  }

  wipeCodes(): void {
    this.wipe(layout.CODES_ADDRESS, layout.QUERY_BYTES);
  }
}

export function assertWithin(what: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${what} ${value} is not in ${min} to ${max}`);
  }
}
