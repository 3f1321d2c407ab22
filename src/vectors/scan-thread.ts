// The thread of a helper: runs the scan's kernels over its share of a matrix, in the memory that all threads share.
import { type HelperStart, STATE, type WorkExports, WorkSlot } from "./scan-work.ts";

declare const self: Worker;

const FOREVER = Number.POSITIVE_INFINITY;

/** Returns when no more work will come. */
function serve(slot: WorkSlot, wasm: WorkExports): void {
  for (;;) {
    const { state } = slot;
    if (state === STATE.closed) return;
    if (state !== STATE.posted || !slot.change(STATE.posted, STATE.taken)) {
      if (state !== STATE.posted) slot.waitWhile(state, FOREVER);
      continue;
    }
    const { kernel, parameters } = slot.work;
    slot.result = wasm[kernel](...parameters) ?? 0;
    // The slot may have been closed meanwhile, and then stays so.
    if (slot.change(STATE.taken, STATE.done)) slot.wake();
  }
}

self.onmessage = ({ data }: MessageEvent<HelperStart>) => {
  const instance = new WebAssembly.Instance(data.module, { env: { memory: data.memory } });
  self.postMessage("ready");
  serve(new WorkSlot(data.slot), instance.exports as unknown as WorkExports);
};
