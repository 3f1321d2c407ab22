// Where in the linear memory of the scan each thread keeps what it finds.
import * as layout from "./scan-layout.ts";

/** Where a thread has its heap and its results. */
export interface Desk {
  readonly heap: number;
  readonly results: number;
}

/** The caller's and the helpers'. */
export const DESKS: readonly Desk[] = Array.from({ length: 1 + layout.HELPERS_MAX }, (_, at): Desk => {
  if (at === 0) return { heap: layout.HEAP_ADDRESS, results: layout.RESULTS_ADDRESS };
  const heap = layout.HELPERS_ADDRESS + (at - 1) * layout.HELPER_BYTES;
  return { heap, results: heap + layout.HELPER_RESULTS_OFFSET };
});
