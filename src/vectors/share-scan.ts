// Shares one call of a kernel over many rows among the calling thread and the helpers.
import type { ScanHelpers } from "./scan-helpers.ts";
import * as layout from "./scan-layout.ts";
import type { ScanMemory } from "./scan-memory.ts";
import type { ScanWork, WorkExports } from "./scan-work.ts";

/** Where in the linear memory a thread has its heap and its results. */
export interface Desk {
  readonly heap: number;
  readonly results: number;
}

/** The caller's and the helpers'. */
const DESKS: readonly Desk[] = Array.from({ length: 1 + layout.HELPERS_MAX }, (_, at): Desk => {
  if (at === 0) return { heap: layout.HEAP_ADDRESS, results: layout.RESULTS_ADDRESS };
  const heap = layout.HELPERS_ADDRESS + (at - 1) * layout.HELPER_BYTES;
  return { heap, results: heap + layout.HELPER_RESULTS_OFFSET };
});

/** What a thread that took part returned; what it found is at its desk. */
export interface Done {
  readonly desk: Desk;
  readonly result: number;
}

export interface SharedScanOptions {
  readonly memory: ScanMemory;
  readonly wasm: WorkExports;
  readonly helpers: ScanHelpers;
  /** Fewer rows are scanned by the calling thread alone. */
  readonly sharedRowsMin: number;
}

export class SharedScan {
  #scans = 0;

  constructor(private readonly options: SharedScanOptions) {}

  /** `workOf`: the call for the thread at a desk; at `counter` all threads count the parts that they have taken. */
  run(rowCount: number, workOf: (desk: Desk, counter: number) => ScanWork): Done[] {
    const { memory, helpers, sharedRowsMin } = this.options;
    const own = ({ kernel, parameters }: ScanWork) => this.options.wasm[kernel](...parameters) ?? 0;
    const desks = DESKS.slice(0, rowCount < sharedRowsMin ? 1 : 1 + helpers.ready);
    const counter = this.#nextCounter();
    const results = helpers.run(
      desks.map((desk) => workOf(desk, counter)),
      own,
    );
    if (results !== null) return desks.map((desk, at) => ({ desk, result: results[at] ?? null })).filter(isDone);
    // A lost helper may still be at work: it must find no more parts to take.
    memory.integers(counter, 1)[0] = layout.TABLE_MAX;
    return [{ desk: DESKS[0]!, result: own(workOf(DESKS[0]!, this.#nextCounter())) }];
  }

  #nextCounter(): number {
    const address = layout.COUNTERS_ADDRESS + 64 * (this.#scans++ % layout.COUNTERS);
    this.options.memory.integers(address, 1)[0] = 0;
    return address;
  }
}

/** False for a helper that came too late. */
function isDone(done: { readonly desk: Desk; readonly result: number | null }): done is Done {
  return done.result !== null;
}
